/** Puts what a person found out about a call on record, in that person's name, and says what follows from it. */
import { userInfo } from 'node:os';
import type { Verdict } from '@qwen-code/qwen-code-core/mcp/journal/records.js';
import {
  reconcile,
  type Reconciled,
  type ReconcileOptions,
} from '@qwen-code/qwen-code-core/mcp/reconcile/reconcile.js';

export const VERDICT_FOLLOWS: Readonly<Record<Verdict, string>> = {
  committed: 'It happened; an identical call may be made again as a new one.',
  not_committed: 'It did not happen; an identical call may be made again.',
  still_unknown: 'It stays unknown, and an identical call is still held back.',
};

/** Rejects with QwenError 'io' when it can't be put on record. */
export const giveVerdict = (verdict: Omit<ReconcileOptions, 'by'>): Promise<Reconciled> =>
  reconcile({ ...verdict, by: userName() });

/** One sentence or two. */
export const verdictGiven = (id: string, verdict: Verdict): string =>
  `${id} is reconciled as ${verdict}. ${VERDICT_FOLLOWS[verdict]}`;

function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
