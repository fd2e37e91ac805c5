import { expect, it } from 'vitest';
import { backoffMs } from './backoff.js';

const plan = { firstMs: 1_000, factor: 2, maxMs: 5_000 };

it.each<[attempt: number, random: number, expected: number]>([
  [1, 0, 500],
  [1, 0.5, 750],
  [2, 0, 1_000],
  [3, 0, 2_000],
  [4, 0, 2_500],
  [4, 0.999_999, 5_000],
  [5_000, 0.999_999, 5_000],
  [0, 0, 500],
  [-3, 0, 500],
])('try %i with chance %f waits %i ms', (attempt, random, expected) => {
  expect(backoffMs(attempt, plan, () => random)).toBe(expected);
});
