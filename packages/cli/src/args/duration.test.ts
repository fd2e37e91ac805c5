import { expect, it } from 'vitest';
import { durationMs } from './duration.js';

it.each<[string, number | undefined]>([
  ['90', 90_000],
  ['30s', 30_000],
  ['5m', 300_000],
  ['1h', 3_600_000],
  ['1.5h', 5_400_000],
  ['0.001', 1],
  [' 5m ', 300_000],
  ['0', undefined],
  ['0s', undefined],
  ['', undefined],
  ['-5', undefined],
  ['5d', undefined],
  ['5 m', undefined],
  ['1e3', undefined],
  ['soon', undefined],
  ['.5h', undefined],
])('%j', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});
