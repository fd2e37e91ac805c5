import { expect, it } from 'vitest';
import { createServerLog } from './server-log.js';

const log = (env: Record<string, string> = {}) =>
  createServerLog({ kind: 'stdio', command: 'x', args: [], env, cwd: '/' });

it('keeps whole lines, however they were cut, and the one that is not finished', () => {
  const { push, lines } = log();
  push('one\ntw');
  push('o\r\n\n  \nthr');
  expect(lines()).toEqual(['one', 'two', 'thr']);
  push('ee\n');
  expect(lines()).toEqual(['one', 'two', 'three']);
});

it('keeps the last 200 lines, and 500 characters of each', () => {
  const { push, lines } = log();
  push(Array.from({ length: 250 }, (_, index) => `line ${index}\n`).join(''));
  push(`${'x'.repeat(3_000)}\n`);
  expect([lines().length, lines()[0], lines().at(-1)]).toEqual([200, 'line 51', 'x'.repeat(500)]);
});

it.each<[string, string, string]>([
  ['a value of its environment', 'using s3cret-value!', 'using [hidden]!'],
  ['a bearer token', 'sent Bearer abc.def', 'sent [hidden]'],
  ['a key by its prefix', 'key sk-abcdefgh123 is bad', 'key [hidden] is bad'],
  [
    'a named value',
    'API_KEY=abc password: "x y" token = q',
    'API_KEY=[hidden] password: "[hidden] y" token = [hidden]',
  ],
  ['nothing of a short value', 'mode on', 'mode on'],
  ['control characters', '\u001b[31mred\u001b[0m', 'red'],
])('hides %s', (_name, text, shown) => {
  const { push, lines } = log({ TOKEN: 's3cret-value', MODE: 'on' });
  push(`${text}\n`);
  expect(lines()).toEqual([shown]);
});

it('a remote server has none', () => {
  expect(createServerLog({ kind: 'sdk', server: 'x' }).lines()).toEqual([]);
});
