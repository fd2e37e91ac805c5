import { expect, it } from 'vitest';
import { removeKey } from './remove-key.js';

it.each<[string, string, string]>([
  ['the only key', '{ "a": 1 }', '{  }'],
  ['the first of a line', '{ "a": 1, "b": 2 }', '{  "b": 2 }'],
  ['the last of a line', '{ "b": 2, "a": 1 }', '{ "b": 2  }'],
  ['the first line', '{\n  // on top\n  "a": 1,\n  "b": 2\n}', '{\n  // on top\n  "b": 2\n}'],
  ['a middle line', '{\n  "x": 0,\n  "a": {\n    "c": 1\n  },\n  "b": 2\n}', '{\n  "x": 0,\n  "b": 2\n}'],
  ['the last line', '{\n  "b": 2, // two\n  "a": 1\n}\n', '{\n  "b": 2 // two\n}\n'],
  ['the last line with a trailing comma', '{\n  "b": 2,\n  "a": 1,\n}', '{\n  "b": 2,\n}'],
  ['a line with a comment', '{\n  "a": 1, // one\n  "b": 2\n}', '{\n   // one\n  "b": 2\n}'],
  ['a comma behind a comment', '{\n  "a": 1 /* one */,\n  "b": 2\n}', '{\n  "b": 2\n}'],
  ['CRLF', '{\r\n\t"b": 2,\r\n\t"a": 1\r\n}', '{\r\n\t"b": 2\r\n}'],
  ['a key that is not there', '{ "b": { "a": 1 } }', '{ "b": { "a": 1 } }'],
  ['an empty text', '', ''],
])('takes out %s', (_name, text, expected) => {
  expect(removeKey(text, ['a'])).toBe(expected);
});

it('takes out a key further in', () => {
  expect(removeKey('{ "s": { "a": 1, "constructor": 2 } }', ['s', 'constructor'])).toBe('{ "s": { "a": 1  } }');
});
