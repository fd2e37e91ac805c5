import { expect, it } from 'vitest';
import { chainOf, parseLines } from './stored-record.js';

const line = (uuid: string | undefined, parentUuid: string | null | undefined): string =>
  JSON.stringify({ uuid, parentUuid, type: 'user' });

const chain = (...lines: string[]): (string | undefined)[] =>
  chainOf(parseLines(lines.join('\n')).records).map(({ uuid }) => uuid);

it.each<[what: string, lines: string[], uuids: (string | undefined)[]]>([
  ['a straight line', [line('a', null), line('b', 'a'), line('c', 'b')], ['a', 'b', 'c']],
  ['a rewind: what was said before it is gone', [line('a', null), line('b', 'a'), line('c', 'a')], ['a', 'c']],
  [
    'a rewind to the beginning',
    [
      line('a', null),
      JSON.stringify({ uuid: 'b', parentUuid: null, type: 'system', subtype: 'rewind' }),
      line('c', 'b'),
    ],
    ['b', 'c'],
  ],
  ['no parents at all', [line('a', undefined), line('b', undefined)], ['a', 'b']],
  ['no ids at all', [line(undefined, undefined), line(undefined, undefined)], [undefined, undefined]],
  ['a parent that is not there', [line('a', null), line('b', 'lost'), line('c', 'b')], ['a', 'b', 'c']],
  ['a parent that comes later', [line('a', 'b'), line('b', 'a')], ['a', 'b']],
  ['its own parent', [line('a', 'a'), line('b', 'b')], ['a', 'b']],
  ['an id twice: the nearest one before', [line('a', null), line('a', 'a'), line('b', 'a')], ['a', 'a', 'b']],
  ['a torn line in the middle', [line('a', null), '{"uuid":"b","par', line('c', 'a')], ['a', 'c']],
  ['lines that are no records', ['', 'null', '[1]', '"x"', line('a', null), ' '], ['a']],
  ['nothing', [], []],
])('%s', (_what, lines, uuids) => {
  expect(chain(...lines)).toEqual(uuids);
});

it.each<[text: string, count: number, endsWhole: boolean]>([
  ['', 0, true],
  ['{"a":1}\n', 1, true],
  ['{"a":1}\r\n', 1, true],
  ['{"a":1}', 1, false],
  ['{"a":1}\n{"b":', 1, false],
  ['\uFEFF{"a":1}\n{"b":2}\n', 2, true],
])('%j', (text, count, endsWhole) => {
  const parsed = parseLines(text);
  expect([parsed.records.length, parsed.endsWhole]).toEqual([count, endsWhole]);
});
