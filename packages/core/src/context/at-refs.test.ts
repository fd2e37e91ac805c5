import { expect, it } from 'vitest';
import { atRefs } from './at-refs.js';

it.each([
  ['no reference, me@home.org', []],
  ['@a.ts', [{ typed: 'a.ts', paths: ['a.ts'] }]],
  ['look at @src/a.ts, please', [{ typed: 'src/a.ts,', paths: ['src/a.ts,', 'src/a.ts'] }]],
  ['@my\\ file.txt x', [{ typed: 'my\\ file.txt', paths: ['my file.txt'] }]],
  ['@"my file.txt".', [{ typed: '"my file.txt"', paths: ['my file.txt'] }]],
  [
    '@a @a @b',
    [
      { typed: 'a', paths: ['a'] },
      { typed: 'b', paths: ['b'] },
    ],
  ],
  ['@srv:file:///x?y=1', [{ typed: 'srv:file:///x?y=1', paths: ['srv:file:///x?y=1'] }]],
  ['@C:\\dir\\a.ts', [{ typed: 'C:\\dir\\a.ts', paths: ['C:\\dir\\a.ts'] }]],
  ['@ alone, @', []],
])('%j', (text, expected) => {
  expect(atRefs(text)).toEqual(expected);
});
