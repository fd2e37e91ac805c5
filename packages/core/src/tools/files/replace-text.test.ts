import { describe, expect, it } from 'vitest';
import { replaceText, type Replaced } from './replace-text.js';

const replace = (text: string, oldText: string, newText: string, all = false): Replaced =>
  replaceText(text, { oldText, newText, all });
const replaced = (text: string, count = 1): Replaced => ({ kind: 'replaced', text, count });

describe('replaces', () => {
  it.each<[string, Replaced, Replaced]>([
    ['one exact piece', replace('a b c', 'b', 'x'), replaced('a x c')],
    ['with nothing', replace('a b c', ' b', ''), replaced('a c')],
    ['every one', replace('a a a', 'a', 'b', true), replaced('b b b', 3)],
    ['dollar signs to the letter', replace('price', 'price', "$& $1 $' $$"), replaced("$& $1 $' $$")],
    ['pattern signs to the letter', replace('a.b*c', '.b*', '+'), replaced('a+c')],
    ['LF text given as CRLF', replace('a\nb\n', 'a\r\nb', 'x\r\ny'), replaced('x\ny\n')],
    ['CRLF text given as LF', replace('a\r\nb\r\n', 'a\nb', 'x\ny'), replaced('x\r\ny\r\n')],
    ['CRLF text given as CRLF', replace('a\r\nb\r\n', 'a\r\nb', 'x\r\ny'), replaced('x\r\ny\r\n')],
    ['mixed endings, the rest untouched', replace('a\r\nb\nc\r\n', 'b', 'x'), replaced('a\r\nx\nc\r\n')],
    ['mixed endings, a CRLF piece given as LF', replace('a\r\nb\r\nc\n', 'a\nb', 'x\ny'), replaced('x\r\ny\r\nc\n')],
  ])('%s', (_name, actual, expected) => {
    expect(actual).toEqual(expected);
  });
});

describe('refuses', () => {
  it.each<[string, Replaced, string]>([
    ['no change', replace('a', 'a', 'a'), 'old_string and new_string are the same: nothing would change.'],
    [
      'a piece that stands there twice',
      replace('a\nb\na\n', 'a', 'x'),
      'old_string stands there 2 times (at lines 1, 3). Give more of the lines around the one you mean, or set replace_all to change all of them.',
    ],
    [
      'a piece that stands there often',
      replace('a\n'.repeat(12), 'a', 'x'),
      'old_string stands there 12 times (at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...). Give more of the lines around the one you mean, or set replace_all to change all of them.',
    ],
    [
      'other indentation',
      replace('if (x) {\n\treturn 1;\n}\n', 'if (x) {\n  return 1;\n}', 'y'),
      'old_string was not found. Line 1 differs in whitespace only; the file has there:\nif (x) {\n\treturn 1;\n}',
    ],
    [
      'another rest',
      replace('start\nmiddle\nend\n', 'start\nother', 'y'),
      'old_string was not found. Only its first line is there (at line 1); what follows differs. Read that part again.',
    ],
    [
      'nothing alike',
      replace('start\n', 'zzz', 'y'),
      'old_string was not found. Its first line is not in the file either; read the file again.',
    ],
    [
      'whitespace alone',
      replace('a', ' \n ', 'y'),
      'old_string was not found. It holds nothing but whitespace; give the lines around it too.',
    ],
  ])('%s', (_name, actual, shown) => {
    expect(actual).toEqual({ kind: 'refused', shown });
  });
});
