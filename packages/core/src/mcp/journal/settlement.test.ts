import { expect, it } from 'vitest';
import type { AttemptOutcome, Reply } from '../loss/classify.js';
import { settlementOf, type Settlement } from './settlement.js';

const answered = (reply: Reply): AttemptOutcome => ({ kind: 'answered', reply });

it.each<[string, AttemptOutcome, Omit<Settlement, 'attempts'>]>([
  ['a result', answered({ kind: 'result', result: { content: [] } }), { result: 'answered', reach: null }],
  ['a result of an odd shape', answered({ kind: 'result', result: null }), { result: 'answered', reach: null }],
  ['isError', answered({ kind: 'result', result: { isError: true } }), { result: 'tool_error', reach: null }],
  [
    'isError that is no boolean',
    answered({ kind: 'result', result: { isError: 'true' } }),
    { result: 'answered', reach: null },
  ],
  ['an error', answered({ kind: 'error', code: -32000, message: 'no' }), { result: 'tool_error', reach: null }],
  ['lost', { kind: 'lost', reach: 'unanswered', cause: 1 }, { result: 'lost', reach: 'unanswered' }],
  ['refused', { kind: 'lost', reach: 'refused', cause: 1 }, { result: 'lost', reach: 'refused' }],
  [
    'timed out',
    { kind: 'timed-out', reach: 'unanswered', cause: 1, idle: true },
    { result: 'timed_out', reach: 'unanswered' },
  ],
  ['cancelled', { kind: 'cancelled', reach: 'unsent', cause: 1 }, { result: 'cancelled', reach: 'unsent' }],
  ['failed', { kind: 'failed', reach: 'unsent', cause: 1 }, { result: 'failed', reach: 'unsent' }],
])('%s', (_name, outcome, expected) => {
  expect(settlementOf(outcome)).toEqual({ ...expected, attempts: 1 });
});
