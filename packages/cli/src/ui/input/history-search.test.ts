import { expect, it } from 'vitest';
import { found, newSearch, searchKey, type HistorySearch } from './history-search.js';
import { parseKeys } from './parse-keys.js';

const SENT = ['fix the tests', 'run tests', 'Fix lint', 'run tests'];

it.each([
  ['', ['run tests', 'Fix lint', 'fix the tests']],
  ['fix', ['Fix lint', 'fix the tests']],
  ['tests fix', ['fix the tests']],
  ['zzz', []],
])('finds %j, the newest first and each once', (word, expected) => {
  expect(found(SENT, { word })).toEqual(expected);
});

it.each<[string, string, HistorySearch | string | undefined]>([
  ['types', 'ab', { word: 'ab', selected: 0 }],
  ['erases', 'ab\u007f', { word: 'a', selected: 0 }],
  ['goes on with Ctrl+R and not beyond the last', '\u0012\u0012\u0012\u0012', { word: '', selected: 2 }],
  ['goes back', '\u0012\u0012\u001b[A', { word: '', selected: 1 }],
  ['begins anew with another word', '\u0012f', { word: 'f', selected: 0 }],
  ['takes', 'fix\u0012\r', 'fix the tests'],
  ['takes nothing where nothing is found', 'zzz\r', undefined],
  ['is left by Esc', 'fix\u001b[27u', undefined],
  ['is left by Ctrl+C', 'fix\u0003', undefined],
  ['lets no other key through', '\u0017', { word: '', selected: 0 }],
])('%s', (_name, keys, expected) => {
  let search: HistorySearch | string | undefined = newSearch;
  for (const event of parseKeys(keys).events) {
    if (typeof search !== 'object') break;
    const step = searchKey(search, event, SENT);
    search = step.kind === 'searching' ? step.search : step.text;
  }
  expect(search).toEqual(expected);
});
