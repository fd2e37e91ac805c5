import { expect, it } from 'vitest';
import { searchLines, type LineMatch } from './line-search.js';

const at = (line: number, text: string): LineMatch => ({ line, text });

it.each<[string, string, RegExp, boolean, LineMatch[]]>([
  ['nothing', '', /a/gm, false, []],
  ['no line after the last newline', 'a\n', /^$/gm, false, []],
  ['an empty line in between', 'a\n\nb', /^$/gm, false, [at(2, '')]],
  ['a line once, however often it matches', 'a a a', /a/gm, false, [at(1, 'a a a')]],
  ['nothing over a line end by accident', 'a\nb', /a\sb/gm, false, []],
  ['a line where a longer match over lines would hide it', 'x\nyz', /[^a]+z/gm, false, [at(2, 'yz')]],
  ['what looks at the end of a line', 'foo\nbar', /foo(?!\s)/gm, false, [at(1, 'foo')]],
  ['over line ends', 'x\na\r\nb\r\ny', /a\r?\nb/gm, true, [at(2, 'a\r\nb')]],
  [
    'several over line ends, those that share a line as one',
    'a\nb\na\nb a\nb\n',
    /a\nb/gm,
    true,
    [at(1, 'a\nb'), at(3, 'a\nb a\nb')],
  ],
  ['a match that ends with its line', 'a\nb\n', /a\n/gm, true, [at(1, 'a')]],
])('finds %s', (...[, text, regexp, acrossLines, expected]) => {
  expect(searchLines(text, regexp, acrossLines)).toEqual(expected);
});
