import { expect, it } from 'vitest';
import { pairRatios, quantile, summarise } from './stats.js';

it.each([
  [[], undefined],
  [[4], { median: 4, min: 4, max: 4 }],
  [[9, 1, 2], { median: 2, min: 1, max: 9 }],
  [[4, 10, 1, 3], { median: 3.5, min: 1, max: 10 }],
])('summarises %j', (samples, expected) => {
  expect(summarise(samples)).toEqual(expected);
});

it.each([
  [
    [1, 6],
    [2, 3],
    [0.5, 2],
  ],
  [[1, 6, 5], [2], [0.5]],
  [[], [1], []],
])('pairs %j with %j', (ours, theirs, expected) => {
  expect(pairRatios(ours, theirs)).toEqual(expected);
});

it.each([
  [[], 0.5, undefined],
  [[7], 0.95, 7],
  [[3, 1, 2], 0.5, 2],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95, 10],
  [[1, 2], 0, 1],
])('of %j, %d lie within', (samples, share, expected) => {
  expect(quantile(samples, share)).toBe(expected);
});
