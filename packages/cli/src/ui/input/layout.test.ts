import { expect, it } from 'vitest';
import { layoutLines, lineOf, moveVertically } from './layout.js';

it.each<[string, number, string[]]>([
  ['', 5, ['']],
  ['abc', 5, ['abc']],
  ['abcdefg', 5, ['abcde', 'fg']],
  ['ab\n\ncd', 5, ['ab', '', 'cd']],
  ['漢字漢', 5, ['漢字', '漢']],
  ['漢', 1, ['漢']],
])('%j at width %i', (text, width, lines) => {
  expect(layoutLines(text, width).map(({ from, to }) => text.slice(from, to))).toEqual(lines);
});

it('knows the line of a cursor', () => {
  const lines = layoutLines('abcdefg\nh', 5);
  expect([0, 4, 5, 7, 8, 9].map((cursor) => lineOf(lines, cursor))).toEqual([0, 0, 1, 1, 2, 2]);
});

it.each<[string, number, -1 | 1, ReturnType<typeof moveVertically>]>([
  ['abc\nd\nefg', 3, 1, { cursor: 5, column: 3 }],
  ['abc', 1, 1, undefined],
  ['abc', 1, -1, undefined],
  ['漢字\nabcd', 7, -1, { cursor: 2, column: 4 }],
  ['漢字\nabcd', 6, -1, { cursor: 1, column: 3 }],
  ['abcdefgh', 7, -1, { cursor: 2, column: 2 }],
])('from %j at %i by %i', (text, cursor, direction, expected) => {
  expect(moveVertically({ text, cursor, column: undefined }, direction, 5)).toEqual(expected);
});

it('keeps to its column over a short line', () => {
  expect(moveVertically({ text: 'abc\nd\nefg', cursor: 5, column: 3 }, 1, 9)).toEqual({ cursor: 9, column: 3 });
});
