/**
 * The write-ahead port of the outcome journal: what the replay loop tells it, and nothing of how it is kept.
 */
import type { AttemptOutcome } from '../loss/classify.js';
import type { ToolHints } from '../discovery/hints.js';

/** The facts of one attempt about to leave. Arguments are handed over for a keyed digest only. */
export interface IntendedAttempt {
  readonly callId: string;
  readonly server: string;
  readonly tool: string;
  readonly epoch: number;
  readonly attempt: number;
  readonly hints: ToolHints | undefined;
  readonly trust: { readonly server: boolean; readonly workspace: boolean };
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Journal {
  /** Resolves once the intent is durable, with its record's id. Rejects with a QwenError: then the call is not sent. */
  intend(attempt: IntendedAttempt): Promise<string>;
  settle(recordId: string, outcome: AttemptOutcome): Promise<void>;
}
