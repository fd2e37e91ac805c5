import { expect, it } from 'vitest';
import { visibleText } from './visible-text.js';

it.each([
  ['plain text', 'rm -rf ./a\n  b', 'rm -rf ./a\n  b'],
  ['line ends of Windows', 'a\r\nb', 'a\nb'],
  ['a return that would hide what is before it', 'rm -rf /\recho', 'rm -rf /\\u{d}echo'],
  ['colours', '\u001b[31mred', '\\u{1b}[31mred'],
  ['a turned direction', 'a\u202eb', 'a\\u{202e}b'],
  ['signs without width', 'a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
  ['half of a pair', 'a\ud800', 'a\\u{d800}'],
  ['tabs, letters and emoji', '\té 世 👩‍💻', '    é 世 👩‍💻'],
])('shows %s', (_name, text, expected) => {
  expect(visibleText(text)).toBe(expected);
});
