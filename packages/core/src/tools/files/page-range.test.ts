import { expect, it } from 'vitest';
import { pageRange, type PageRange } from './page-range.js';

it.each<[string | undefined, number, PageRange | undefined]>([
  [undefined, 3, { first: 1, last: 3 }],
  [undefined, 100, { first: 1, last: 20 }],
  ['3', 5, { first: 3, last: 3 }],
  ['2-4', 5, { first: 2, last: 4 }],
  ['2 - 99', 5, { first: 2, last: 5 }],
  ['4-', 5, { first: 4, last: 5 }],
  ['6', 5, undefined],
  ['0', 5, undefined],
  ['4-2', 5, undefined],
  ['x', 5, undefined],
])('pages %j of %i', (pages, total, expected) => {
  expect(pageRange(pages, total)).toEqual(expected);
});
