import { expect, it } from 'vitest';
import { changeSnippet, countChanges, type LineCounts } from './line-changes.js';

it.each<[string, string, string, LineCounts]>([
  ['nothing', 'a\nb\n', 'a\nb\n', { added: 0, removed: 0 }],
  ['a new text', '', 'a\nb\n', { added: 2, removed: 0 }],
  ['a text without a last newline', '', 'a\nb', { added: 2, removed: 0 }],
  ['a line changed', 'a\nb\nc\n', 'a\nx\nc\n', { added: 1, removed: 1 }],
  ['two lines far apart', 'a\nb\nc\nd\n', 'x\nb\nc\ny\n', { added: 2, removed: 2 }],
  ['all gone', 'a\nb\n', '', { added: 0, removed: 2 }],
])('counts %s', (_name, before, after, expected) => {
  expect(countChanges(before, after)).toEqual(expected);
});

it('counts whole regions where an exact comparison would take too long', () => {
  const text = (word: string): string => Array.from({ length: 3000 }, (_, line) => `${word} ${line}\n`).join('');
  expect(countChanges(text('old'), text('new'))).toEqual({ added: 3000, removed: 3000 });
});

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);

it.each<[string, string, string, string]>([
  [
    'a change in the middle',
    '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
    '1\n2\n3\n4\nx\n6\n7\n8\n9\n',
    'Lines 2-8 of 9 now:\n---\n2\n3\n4\nx\n6\n7\n8',
  ],
  ['a change at the start', '1\n2\n', 'x\n2\n', 'Lines 1-2 of 2 now:\n---\nx\n2'],
  ['lines removed', '1\n2\n3\n', '1\n3\n', 'Lines 1-2 of 2 now:\n---\n1\n3'],
  ['CRLF shown plain', '1\r\n2\r\n', '1\r\nx\r\n', 'Lines 1-2 of 2 now:\n---\n1\nx'],
  ['all gone', '1\n', '', ''],
  ['a long change', '', `${numbered(1, 99).join('\n')}\n`, `Lines 1-40 of 99 now:\n---\n${numbered(1, 40).join('\n')}`],
])('shows %s', (_name, before, after, expected) => {
  expect(changeSnippet(before, after)).toBe(expected);
});
