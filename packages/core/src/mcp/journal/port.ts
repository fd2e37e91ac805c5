/**
 * The write-ahead port of the outcome journal: what a tool call tells it, and nothing of how it is kept.
 */
import type { ToolHints } from '../discovery/hints.js';
import type { Settlement } from './settlement.js';

/** The facts of one attempt about to leave. Arguments are handed over for a keyed digest only. */
export interface IntendedCall {
  readonly callId: string;
  readonly server: string;
  readonly tool: string;
  readonly epoch: number;
  /** stdio, http, sse, sdk or callable. */
  readonly transport: string;
  /** What it goes to, without anything secret: a command's name, or origin and path. */
  readonly target: string;
  readonly attempt: number;
  readonly hints: ToolHints | undefined;
  readonly trust: { readonly server: boolean; readonly workspace: boolean };
  /** As the model wrote them, without a key that was added. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The same for every attempt of the call, and for a repetition that a human decided on. */
  readonly idempotencyKey: string;
  /** The record that a human decided to repeat with this call. */
  readonly retryOf: string | undefined;
}

export interface CallJournal {
  /** Resolves once the intent is durable, with its record's id. Rejects with a QwenError: then the call is not sent. */
  intend(attempt: IntendedCall): Promise<string>;
  /** Rejects when it can't be written; the call then stays open in the journal, which reads as unknown. */
  settle(recordId: string, settlement: Settlement): Promise<void>;
  /**
   * Puts a call on record after its end: one that was replay-safe as it left, and whose outcome is unknown all the same.
   * Rejects with a QwenError.
   */
  record(attempt: IntendedCall, settlement: Settlement): Promise<string>;
}
