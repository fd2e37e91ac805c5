import { describe, expect, it } from 'vitest';
import type { OutcomeState } from '../journal/outcome.js';
import { VERDICTS } from '../journal/records.js';
import { checkVerdict, mayRetry, type VerdictRefusal } from './verdict.js';

type Row = readonly ['allowed' | VerdictRefusal, 'allowed' | VerdictRefusal, 'allowed' | VerdictRefusal];

/** For committed, not_committed, still_unknown. */
const TABLE: Readonly<Record<OutcomeState, Row>> = {
  in_flight: ['in-flight', 'in-flight', 'in-flight'],
  settled: ['answered', 'answered', 'answered'],
  unknown: ['allowed', 'allowed', 'allowed'],
  committed: ['already', 'allowed', 'allowed'],
  not_committed: ['allowed', 'already', 'allowed'],
};

describe.each(Object.entries(TABLE))('%s', (state, row) => {
  it.each(VERDICTS.map((verdict, place) => ({ verdict, expected: row[place] })))('$verdict: $expected', (cell) => {
    const check = checkVerdict(state as OutcomeState, cell.verdict);
    expect(check.kind === 'allowed' ? 'allowed' : check.why).toBe(cell.expected);
  });
});

it('allows a retry after not_committed alone', () => {
  expect((Object.keys(TABLE) as OutcomeState[]).filter(mayRetry)).toEqual(['not_committed']);
});

it('pins what is said', () => {
  expect([
    checkVerdict('in_flight', 'committed'),
    checkVerdict('settled', 'committed'),
    checkVerdict('committed', 'committed'),
  ]).toEqual([
    { kind: 'refused', why: 'in-flight', shown: 'The call is still running; wait until it has ended.' },
    {
      kind: 'refused',
      why: 'answered',
      shown: 'The outcome of this call is known: it was answered, or never sent. There is nothing to reconcile.',
    },
    { kind: 'refused', why: 'already', shown: 'This call already has that verdict.' },
  ]);
});
