import { expect, it } from 'vitest';
import { clipped } from './lines.js';

const lines = ['title', 'a', 'b', 'c', 'yes', 'no'];

it.each<[string, number, readonly string[]]>([
  ['all where there is no limit', Infinity, lines],
  ['all that just fit', 6, lines],
  ['the first and the last ones', 5, ['title', '…', 'c', 'yes', 'no']],
  ['the first where there is hardly room', 2, ['title', '…']],
])('keeps %s', (_name, most, expected) => {
  expect(clipped(lines, most)).toEqual(expected);
});
