/**
 * One call as the journal knows it, from all its records, and what state that is. Pure.
 *
 * Unknown is whatever was sent and never answered: lost, timed out, cancelled or failed on the way, or left open by a
 * process that is dead. Only an answer, a request that provably did not leave, or a human's verdict closes it.
 */
import type { IntentRecord, ProcessRecord, ReconciledRecord, SettledRecord, Verdict } from './records.js';

export type OutcomeState = 'in_flight' | 'settled' | 'unknown' | Exclude<Verdict, 'still_unknown'>;

export interface Outcome {
  readonly id: string;
  /** When the call was about to leave: the intent's own time. */
  readonly at: string;
  readonly intent: IntentRecord;
  readonly settled: SettledRecord | undefined;
  /** Oldest first; the last one counts. */
  readonly reconciled: readonly ReconciledRecord[];
  readonly state: OutcomeState;
  /** Who made the call; undefined when its file does not say. */
  readonly process: ProcessRecord | undefined;
}

/** Whether the settled record leaves open what became of the call. */
export function isOpenEnd({ result, reach }: Pick<SettledRecord, 'result' | 'reach'>): boolean {
  switch (result) {
    case 'answered':
    case 'tool_error':
      return false;
    case 'lost':
      return true;
    case 'timed_out':
    case 'cancelled':
    case 'failed':
      return reach !== 'unsent';
  }
}

export interface StateFacts {
  readonly settled: Pick<SettledRecord, 'result' | 'reach'> | undefined;
  readonly reconciled: readonly Pick<ReconciledRecord, 'as'>[];
  /** The process that made the call lives, and is still busy with it. */
  readonly running: boolean;
}

/** An answer beats a verdict: it is a fact. */
export function stateOf({ settled, reconciled, running }: StateFacts): OutcomeState {
  if (settled !== undefined && !isOpenEnd(settled)) return 'settled';
  const last = reconciled.at(-1)?.as;
  if (last === 'committed' || last === 'not_committed') return last;
  return settled === undefined && running ? 'in_flight' : 'unknown';
}
