/**
 * The records of the outcome journal, exactly as they stand on disk: one JSON object a line (docs/design/outcome-journal.md).
 * Pinned by records.test.ts: other versions of `qwen` read them. Pure; who writes and reads files is in append and read.
 */
import type { Reach } from '../loss/classify.js';
import type { ToolHints } from '../discovery/hints.js';

export const JOURNAL_VERSION = 1;

/** First in each file: the process that writes it. */
export interface ProcessRecord {
  readonly v: 1;
  readonly type: 'process';
  readonly at: string;
  readonly pid: number;
  /** Tells this process from a later one with the same number (see process-identity). */
  readonly started: string;
  readonly qwen_version: string;
  readonly session: string | null;
}

/** A call that is not replay-safe is about to leave. */
export interface IntentRecord {
  readonly v: 1;
  readonly type: 'intent';
  readonly id: string;
  readonly at: string;
  readonly session: string | null;
  readonly workspace: string;
  readonly server: string;
  readonly tool: string;
  readonly epoch: number;
  readonly transport: string;
  readonly annotations: ToolHints | null;
  readonly server_trusted: boolean;
  readonly workspace_trusted: boolean;
  readonly arguments_digest: string;
  /** Command name, or origin and path. Never credentials, a query or arguments. */
  readonly target: string;
  /** The model's id of the tool call. */
  readonly call_id: string;
  readonly idempotency_key: string;
  readonly attempt: number;
  /** The record that a human decided to repeat with this call. */
  readonly retry_of: string | null;
}

export const CALL_RESULTS = ['answered', 'tool_error', 'lost', 'timed_out', 'cancelled', 'failed'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

export const REACHES = ['unsent', 'refused', 'unanswered'] as const satisfies readonly Reach[];

export interface SettledRecord {
  readonly v: 1;
  readonly type: 'settled';
  readonly id: string;
  readonly at: string;
  readonly result: CallResult;
  /** How far the request got; null for an answer. */
  readonly reach: Reach | null;
  readonly attempts: number;
}

export const VERDICTS = ['committed', 'not_committed', 'still_unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface ReconciledRecord {
  readonly v: 1;
  readonly type: 'reconciled';
  readonly id: string;
  readonly at: string;
  readonly as: Verdict;
  readonly note: string;
  readonly by: string | null;
}

export type JournalRecord = ProcessRecord | IntentRecord | SettledRecord | ReconciledRecord;

/** The record as one line, its line feed included. */
export const recordLine = (record: JournalRecord): string => `${JSON.stringify(record)}\n`;
