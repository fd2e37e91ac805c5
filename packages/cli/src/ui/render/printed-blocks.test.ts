import { expect, it } from 'vitest';
import type { ViewItem } from '../state/view-state.js';
import { MARKS } from './look.js';
import { lastBlocks, newBlocks } from './printed-blocks.js';
import { plainStyle } from './style.js';

const look = { style: plainStyle, marks: MARKS, width: 80, expanded: false };
const items = (count: number, first = 1): ViewItem[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'user', text: `m${first + at}`, id: first + at }));
const ids = (blocks: readonly { readonly id: number }[]): number[] => blocks.map(({ id }) => id);

it.each<[string, ViewItem[], number, number[]]>([
  ['everything', items(3), 0, [1, 2, 3]],
  ['what is new', items(3), 2, [3]],
  ['nothing', items(3), 3, []],
  ['what is new where the old is forgotten', items(3, 5), 2, [5, 6, 7]],
])('prints %s', (_name, all, afterId, expected) => {
  expect(ids(newBlocks(all, afterId, look))).toEqual(expected);
});

it('prints a short conversation whole, and of a long one the end', () => {
  expect(ids(lastBlocks(items(5), 10, look))).toEqual([1, 2, 3, 4, 5]);
  const long = lastBlocks(items(500), 10, look);
  expect(long).toHaveLength(101);
  expect(long[0]?.lines).toEqual(['What was said before this is not printed again. /export has all of it.']);
  expect(ids(long).slice(-2)).toEqual([499, 500]);
});

it('says that something is left out where it is forgotten', () => {
  expect(ids(lastBlocks(items(2, 7), 10, look))).toEqual([0, 7, 8]);
});
