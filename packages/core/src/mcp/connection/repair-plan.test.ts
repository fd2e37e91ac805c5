import { expect, it } from 'vitest';
import { nextTryMs, patienceMs, wasStable, type TryFacts } from './repair-plan.js';

const facts: TryFacts = {
  attempt: 0,
  shortLives: 0,
  asked: false,
  wanted: false,
  isCheap: false,
  worthRetrying: true,
  triesMs: [],
  nowMs: 1_000_000,
};
const tries = (count: number, atMs: number): number[] => Array.from({ length: count }, () => atMs);
const spent = { triesMs: tries(10, 1_000_000) };

it.each<[string, Partial<TryFacts>, number | undefined]>([
  ['first quick try', {}, 50],
  ['second quick try', { attempt: 1 }, 100],
  ['third quick try', { attempt: 2 }, 200],
  ['fourth quick try', { attempt: 3 }, 400],
  ['fifth quick try', { attempt: 4 }, 800],
  ['first back-off', { attempt: 5 }, 2_400],
  ['second back-off', { attempt: 6 }, 4_800],
  ['capped back-off', { attempt: 30 }, 22_500],
  ['it did not last once', { shortLives: 1 }, 50],
  ['it did not last twice', { shortLives: 2 }, 100],
  ['it did not last six times', { shortLives: 6 }, 2_400],
  ['the longer of both pauses', { shortLives: 3, attempt: 4 }, 800],
  ['wanted: what did not last does not count', { shortLives: 6, wanted: true }, 50],
  ['wanted: pauses stay short', { attempt: 30, wanted: true }, 800],
  ['asked: at once', { attempt: 30, asked: true }, 0],
  ['asked: also with the budget spent', { ...spent, asked: true }, 0],
  ['asked: also when not worth it', { asked: true, worthRetrying: false }, 0],
  ['not worth it', { worthRetrying: false }, undefined],
  ['not worth it, though wanted', { worthRetrying: false, wanted: true, isCheap: true }, undefined],
  ['nine tries in the window', { triesMs: tries(9, 900_000) }, 50],
  ['ten tries in the window', { triesMs: tries(10, 700_001) }, undefined],
  ['ten tries, long ago', { triesMs: tries(10, 700_000) }, 50],
  ['budget spent, wanted, a process', { ...spent, wanted: true }, undefined],
  ['budget spent, wanted, a remote server', { ...spent, wanted: true, isCheap: true }, 50],
  ['budget spent, a remote server that nobody wants', { ...spent, isCheap: true }, undefined],
])('%s', (_name, change, expected) => {
  expect(nextTryMs({ ...facts, ...change }, () => 0.5)).toBe(expected);
});

it('stayed up means ten seconds', () => {
  expect([wasStable(0, 9_999), wasStable(0, 10_000)]).toEqual([false, true]);
});

it.each<[string, number, number]>([
  ['a fresh loss', 0, Number.POSITIVE_INFINITY],
  ['down for not so long', 9_999, Number.POSITIVE_INFINITY],
  ['down for long', 10_000, 1_600],
])('a caller takes failed tries for a time: %s', (_name, downMs, expected) => {
  expect(patienceMs(downMs)).toBe(expected);
});
