import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { inAscii, needsAscii } from './ascii.js';
import { SPINNER } from './busy-line.js';
import { framed } from './lines.js';
import { MARKS } from './look.js';

it('writes every sign of ours in ASCII, as wide as it was', () => {
  const frame = framed('title', ['a line'], { width: 20, paint: (text) => text });
  const marks = Object.values(MARKS).filter((mark) => typeof mark === 'string');
  const signs = [...marks, ...SPINNER, ...frame, '… · ➜ › ↑↓ ⋯'];
  for (const sign of signs) {
    expect(inAscii(sign)).toMatch(/^[\x20-\x7e]*$/);
    expect(stringWidth(inAscii(sign))).toBe(stringWidth(sign));
  }
});

it('leaves words alone', () => {
  expect(inAscii('│ Größe 漢字 👍 │')).toBe('| Größe 漢字 👍 |');
});

it.each([
  [{ LANG: 'C.UTF-8' }, false],
  [{ LANG: 'de_DE.utf8' }, false],
  [{}, false],
  [{ LANG: '' }, false],
  [{ LANG: 'C' }, true],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, true],
  [{ LANG: 'C', LC_ALL: 'en_US.UTF-8' }, false],
  [{ LANG: 'de_DE.ISO-8859-1' }, true],
  [{ LANG: 'C.UTF-8', TERM: 'linux' }, true],
])('with %j: %s', (env, expected) => {
  expect(needsAscii(env)).toBe(expected);
});
