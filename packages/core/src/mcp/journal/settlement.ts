/** How the end of an attempt is written down. Pure. */
import type { AttemptOutcome, Reach, Reply } from '../loss/classify.js';
import type { CallResult } from './records.js';

export interface Settlement {
  readonly result: CallResult;
  readonly reach: Reach | null;
  /** How many attempts the call took. */
  readonly attempts: number;
}

export function settlementOf(outcome: AttemptOutcome, attempts = 1): Settlement {
  if (outcome.kind === 'answered') {
    return { result: isError(outcome.reply) ? 'tool_error' : 'answered', reach: null, attempts };
  }
  const result = outcome.kind === 'timed-out' ? 'timed_out' : outcome.kind;
  return { result, reach: outcome.reach, attempts };
}

function isError(reply: Reply): boolean {
  if (reply.kind === 'error') return true;
  const { result } = reply;
  return typeof result === 'object' && result !== null && (result as { isError?: unknown }).isError === true;
}
