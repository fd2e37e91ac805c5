import { expect, it } from 'vitest';
import { atRefs } from '@qwen-code/qwen-code-core/context/at-refs.js';
import { atQuery } from './at-query.js';
import { escapePath } from './escape-path.js';

it.each([
  ['@', { from: 0, to: 1, word: '', quoted: false }],
  ['see @src/a', { from: 4, to: 10, word: 'src/a', quoted: false }],
  ['see\n@a', { from: 4, to: 6, word: 'a', quoted: false }],
  ['@my\\ fi', { from: 0, to: 7, word: 'my fi', quoted: false }],
  ['@"my fi', { from: 0, to: 7, word: 'my fi', quoted: true }],
  ['@srv:doc://x', { from: 0, to: 12, word: 'srv:doc://x', quoted: false }],
  ['@a b', undefined],
  ['me@home', undefined],
  ['@"done"', undefined],
])('%j', (text, expected) => {
  expect(atQuery(text, text.length)).toEqual(expected);
});

it('looks at what is before the cursor', () => {
  expect(atQuery('@src more', 3)).toEqual({ from: 0, to: 3, word: 'sr', quoted: false });
});

it.each(['a.ts', 'my file.txt', "it's.md", 'a"b.md', 'a\\b', 'Bild\u202f1.png', 'dir/a b/c'])(
  'what completes %j is what the message is read for',
  (path) => {
    expect(atRefs(`see @${escapePath(path)} now`)[0]?.paths[0]).toBe(path);
  },
);
