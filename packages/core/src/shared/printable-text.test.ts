import { expect, it } from 'vitest';
import { printableJson, printableText } from './printable-text.js';

it.each<[string, string, string]>([
  ['plain text', 'Zahlung für 日本 👍', 'Zahlung für 日本 👍'],
  ['colour', '\u001b[31mred\u001b[0m', 'red'],
  ['a window title', '\u001b]0;evil\u0007name', 'name'],
  ['a link', '\u001b]8;;http://x\u001b\\click\u001b]8;;\u001b\\', 'click'],
  ['the one-byte sequence start', '\u009b2Jname', 'name'],
  ['bell, backspace, delete', 'a\u0007b\bc\u007f', 'abc'],
  ['line ends', 'a\r\nb\u2028c\td', 'a b c d'],
  ['an override of direction', 'pay\u202eexe', 'payexe'],
  ['zero-width and tag characters', 'a\u200bb\u{e0041}c', 'abc'],
  ['half a pair', 'a\ud800b', 'a\ufffdb'],
])('%s', (_name, text, expected) => {
  expect(printableText(text)).toBe(expected);
});

it('reaches into JSON, keys included', () => {
  expect(printableJson({ 'a\u001b[1m': ['b\u0007', 1, null, { c: true }] })).toEqual({
    a: ['b', 1, null, { c: true }],
  });
});
