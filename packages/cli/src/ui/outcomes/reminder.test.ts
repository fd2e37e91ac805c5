import { expect, it } from 'vitest';
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import type { SettledRecord } from '@qwen-code/qwen-code-core/mcp/journal/records.js';
import { ONLOOKER, recordedOutcome } from '../testing/recorded-outcome.js';
import { age } from './outcome-words.js';
import { openHere, reminder, stillOpen } from './reminder.js';

const own = recordedOutcome();
const other = recordedOutcome({}, { id: 'mo_2', at: '2026-08-03T16:00:00.000Z', session: 'session-2' });
const settled = (result: SettledRecord['result']): Pick<Outcome, 'settled'> => ({
  settled: { v: 1, type: 'settled', id: own.id, at: own.at, result, reach: 'unanswered', attempts: 1 },
});

it('counts what is open in this project', () => {
  const closed = recordedOutcome({ state: 'not_committed' }, { id: 'mo_3' });
  const away = recordedOutcome({}, { id: 'mo_4', workspace: '/home/u/else' });
  expect(openHere([own, closed, away, other], ONLOOKER)).toEqual([other, own]);
});

it('names the calls of a session that is gone on with, and counts the others', () => {
  expect(reminder([other, own], { ...ONLOOKER, resumed: true })).toEqual([
    {
      kind: 'open-outcomes',
      calls: [{ id: own.id, server: 'bank', tool: 'pay', at: own.at }],
      others: 1,
    },
  ]);
});

it.each<[string, readonly Outcome[], boolean, string | undefined]>([
  ['nothing is open', [], false, undefined],
  [
    'one is open',
    [other],
    false,
    'One call of this project has an unknown outcome (pay on bank, 3 min ago). /outcomes shows it.',
  ],
  [
    'some are open',
    [other, own],
    false,
    '2 calls of this project have an unknown outcome (the newest: pay on bank, 3 min ago). /outcomes shows them.',
  ],
  [
    'none of the session that is gone on with is open',
    [other],
    true,
    'One call of this project has an unknown outcome (pay on bank, 3 min ago). /outcomes shows it.',
  ],
])('says one line where %s', (_name, open, resumed, text) => {
  expect(reminder(open, { ...ONLOOKER, resumed })).toEqual(
    text === undefined ? [] : [{ kind: 'notice', tone: 'warning', text }],
  );
});

it.each<[string, Outcome, { callId: string; recordId: string | undefined }, unknown]>([
  ['a lost one', own, { callId: 'x', recordId: own.id }, { recordId: own.id, at: own.at, end: 'lost' }],
  [
    'one that timed out',
    recordedOutcome(settled('timed_out')),
    { callId: 'x', recordId: own.id },
    { recordId: own.id, at: own.at, end: 'timed-out' },
  ],
  [
    'one that was cancelled',
    recordedOutcome(settled('cancelled')),
    { callId: 'x', recordId: own.id },
    { recordId: own.id, at: own.at, end: 'cancelled' },
  ],
  [
    'one that was interrupted, by its own id in its session',
    recordedOutcome({ settled: undefined }),
    { callId: 'call-1', recordId: undefined },
    { recordId: own.id, at: own.at, end: 'interrupted' },
  ],
  ['none of another session', other, { callId: 'call-1', recordId: undefined }, undefined],
  ['none that is closed', other, { callId: 'x', recordId: own.id }, undefined],
])('finds the record of a call in a conversation: %s', (_name, outcome, call, found) => {
  expect(stillOpen([outcome], 'session-1')(call)).toEqual(found);
});

it.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [-5_000, 'just now'],
  [60_000, '1 min ago'],
  [3_600_000, '1 h ago'],
  [47 * 3_600_000, '47 h ago'],
  [49 * 3_600_000, '2 days ago'],
])('%i ms are %s', (ms, words) => {
  expect(age(own.at, Date.parse(own.at) + ms)).toBe(words);
});
