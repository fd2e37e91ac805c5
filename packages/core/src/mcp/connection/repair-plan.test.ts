import { expect, it } from 'vitest';
import { isQuick, nextTryMs, wasStable, type TryFacts } from './repair-plan.js';

const facts: TryFacts = { attempt: 0, asked: false, worthRetrying: true, triesMs: [], nowMs: 1_000_000 };
const tries = (count: number, atMs: number): number[] => Array.from({ length: count }, () => atMs);

it.each<[string, Partial<TryFacts>, number | undefined]>([
  ['first quick try', {}, 50],
  ['second quick try', { attempt: 1 }, 100],
  ['third quick try', { attempt: 2 }, 200],
  ['fourth quick try', { attempt: 3 }, 400],
  ['fifth quick try', { attempt: 4 }, 800],
  ['first back-off', { attempt: 5 }, 2_400],
  ['second back-off', { attempt: 6 }, 4_800],
  ['capped back-off', { attempt: 30 }, 22_500],
  ['asked: at once', { attempt: 30, asked: true }, 0],
  ['asked: also with the budget spent', { asked: true, triesMs: tries(50, 1_000_000) }, 0],
  ['asked: also when not worth it', { asked: true, worthRetrying: false }, 0],
  ['not worth it', { worthRetrying: false }, undefined],
  ['nine tries in the window', { triesMs: tries(9, 900_000) }, 50],
  ['ten tries in the window', { triesMs: tries(10, 700_001) }, undefined],
  ['ten tries, long ago', { triesMs: tries(10, 700_000) }, 50],
])('%s', (_name, change, expected) => {
  expect(nextTryMs({ ...facts, ...change }, () => 0.5)).toBe(expected);
});

it('a caller sits out the quick tries only', () => {
  expect([0, 4, 5, 6].map(isQuick)).toEqual([true, true, false, false]);
});

it('stayed up means ten seconds', () => {
  expect([wasStable(0, 9_999), wasStable(0, 10_000)]).toEqual([false, true]);
});
