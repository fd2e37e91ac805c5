import { expect, it } from 'vitest';
import { safeText } from './safe-text.js';

it.each([
  ['plain\ntext', 'plain\ntext'],
  ['\u001b[31mred\u001b[0m \u001b]0;title\u0007x', 'red x'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\tb\u0008\u0007', 'a    b'],
  ['pay\u202e\u200bment', 'payment'],
  ['漢字 👩‍👩‍👧', '漢字 👩‍👩‍👧'],
])('%j is printed as %j', (text, shown) => {
  expect(safeText(text)).toBe(shown);
});
