import { expect, it } from 'vitest';
import { toRegExp, type Compiled } from './to-regexp.js';

const ok = (source: string, flags: string): Compiled => ({ kind: 'ok', regexp: new RegExp(source, flags) });

it.each<[string, Compiled]>([
  ['a', ok('a', 'gimu')],
  ['(?i)a', ok('a', 'gimu')],
  ['(?is)a.b', ok('a.b', 'gimsu')],
  ['[[:alpha:]_]', ok('[A-Za-z_]', 'gimu')],
  ['[[:unknown:]]', ok('[[:unknown:]]', 'gim')],
  ['\\Aa\\z', ok('^a$', 'gimu')],
  ['\\\\A', ok('\\\\A', 'gimu')],
  ['a\\-b', ok('a\\-b', 'gim')],
  ['(?P<n>a)', ok('(?<n>a)', 'gimu')],
  ['\\p{Lu}', ok('\\p{Lu}', 'gimu')],
  ['\\p{Greek}\\P{Han}', ok('\\p{Script=Greek}\\P{Script=Han}', 'gimu')],
  ['\\p{Nonsense}', { kind: 'invalid', shown: 'Invalid property name' }],
  ['(?x) a', { kind: 'invalid', shown: 'the flags (?x) are not supported without ripgrep' }],
  ['a(', { kind: 'invalid', shown: 'Unterminated group' }],
])('%s', (pattern, expected) => {
  expect(toRegExp(pattern)).toEqual(expected);
});
