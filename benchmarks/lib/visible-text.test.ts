import { expect, it } from 'vitest';
import { visibleText } from './visible-text.js';

it.each([
  ['plain', 'plain'],
  ['\u001b[1;31mred\u001b[0m and \u001b[7mx\u001b[27m', 'red and x'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;http://a.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001b[?2004h\u001b[>1u\u001b(B\u001b7a\u001b8', 'a'],
  ['cut \u001b[38;5', 'cut \u001b[38;5'],
])('shows of %j', (raw, shown) => {
  expect(visibleText(raw)).toBe(shown);
});
