import { expect, it } from 'vitest';
import { classifyFailure, type AttemptOutcome, type Reach, type Seen } from './classify.js';

const cause = new Error('why');
const nothing: Seen = { reach: 'unanswered', gone: false, aborted: false, expired: undefined, cause };

const REACHES: readonly Reach[] = ['unsent', 'refused', 'unanswered'];

it.each<[string, Partial<Seen>, AttemptOutcome]>([
  ['the connection ended', { gone: true }, { kind: 'lost', reach: 'unanswered', cause }],
  ['it ended before a byte left', { gone: true, reach: 'unsent' }, { kind: 'lost', reach: 'unsent', cause }],
  ['turned away at the door', { reach: 'refused' }, { kind: 'lost', reach: 'refused', cause }],
  ['RB-11 an abort', { aborted: true }, { kind: 'cancelled', reach: 'unanswered', cause }],
  ['the deadline', { expired: 'deadline' }, { kind: 'timed-out', reach: 'unanswered', cause, idle: false }],
  ['RB-15 the idle limit', { expired: 'idle' }, { kind: 'timed-out', reach: 'unanswered', cause, idle: true }],
  ['a local fault before sending', { reach: 'unsent' }, { kind: 'failed', reach: 'unsent', cause }],
  ['a local fault after sending', {}, { kind: 'failed', reach: 'unanswered', cause }],
])('%s', (_name, change, expected) => {
  expect(classifyFailure({ ...nothing, ...change })).toEqual(expected);
});

it.each(REACHES)('RB-13 an abort beats a clock and a loss, reach %s', (reach) => {
  const seen: Seen = { reach, gone: true, aborted: true, expired: 'deadline', cause };
  expect(classifyFailure(seen)).toEqual({ kind: 'cancelled', reach, cause });
});

it.each(REACHES)('a clock beats a loss, reach %s', (reach) => {
  const seen: Seen = { reach, gone: true, aborted: false, expired: 'deadline', cause };
  expect(classifyFailure(seen)).toEqual({ kind: 'timed-out', reach, cause, idle: false });
});
