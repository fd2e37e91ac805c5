import { describe, expect, it } from 'vitest';
import type { Reach } from '../loss/classify.js';
import { isOpenEnd, stateOf, type OutcomeState } from './outcome.js';
import { CALL_RESULTS, type CallResult, type Verdict } from './records.js';

const REACHES: readonly (Reach | null)[] = ['unsent', 'refused', 'unanswered', null];

/** Said the other way round: what is certain. */
function isCertain(result: CallResult, reach: Reach | null): boolean {
  if (result === 'answered' || result === 'tool_error') return true;
  return result !== 'lost' && reach === 'unsent';
}

describe('an end is open unless it was answered or provably did not leave', () => {
  const rows = CALL_RESULTS.flatMap((result) => REACHES.map((reach) => ({ result, reach })));
  it.each(rows)('$result, $reach', ({ result, reach }) => {
    expect(isOpenEnd({ result, reach })).toBe(!isCertain(result, reach));
  });
});

describe('state', () => {
  type Settled = Parameters<typeof stateOf>[0]['settled'];
  const lost: Settled = { result: 'lost', reach: 'unanswered' };
  const answered: Settled = { result: 'answered', reach: null };

  it.each<[string, Settled, Verdict[], boolean, OutcomeState]>([
    ['out', undefined, [], true, 'in_flight'],
    ['left open by a dead process', undefined, [], false, 'unknown'],
    ['answered', answered, [], false, 'settled'],
    ['lost', lost, [], true, 'unknown'],
    ['never left', { result: 'cancelled', reach: 'unsent' }, [], true, 'settled'],
    ['lost, committed', lost, ['committed'], false, 'committed'],
    ['lost, not committed', lost, ['not_committed'], false, 'not_committed'],
    ['lost, looked at in vain', lost, ['still_unknown'], false, 'unknown'],
    ['looked at in vain, then found', lost, ['still_unknown', 'committed'], false, 'committed'],
    ['a verdict taken back', lost, ['committed', 'still_unknown'], false, 'unknown'],
    ['a verdict corrected', lost, ['committed', 'not_committed'], false, 'not_committed'],
    ['open and dead, not committed', undefined, ['not_committed'], false, 'not_committed'],
    ['an answer beats a verdict', answered, ['not_committed'], false, 'settled'],
  ])('%s', (_name, settled, verdicts, running, expected) => {
    expect(stateOf({ settled, reconciled: verdicts.map((as) => ({ as })), running })).toBe(expected);
  });
});
