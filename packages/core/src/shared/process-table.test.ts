import { describe, expect, it } from 'vitest';
import {
  parsePsLine,
  parseStat,
  readProcessEntry,
  readProcessTable,
  shareProcessTable,
  treeMembers,
  type ProcessEntry,
} from './process-table.js';

const entry = (pid: number, more: Partial<ProcessEntry> = {}): ProcessEntry => ({
  pid,
  parent: 1,
  group: 1,
  session: 1,
  zombie: false,
  started: String(pid),
  ...more,
});

describe('parseStat', () => {
  const tail = '0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 4711 1000';
  it.each<[string, string, ProcessEntry | undefined]>([
    ['a plain one', `12 (cat) S 3 4 5 ${tail}`, entry(12, { parent: 3, group: 4, session: 5, started: '4711' })],
    [
      'a name with a parenthesis',
      `12 (a) b) S 3 4 5 ${tail}`,
      entry(12, { parent: 3, group: 4, session: 5, started: '4711' }),
    ],
    [
      'a zombie',
      `12 (x) Z 3 4 5 ${tail}`,
      entry(12, { parent: 3, group: 4, session: 5, started: '4711', zombie: true }),
    ],
    ['no stat line', 'gone', undefined],
  ])('%s', (_name, line, expected) => {
    expect(parseStat(line)).toEqual(expected);
  });
});

it.each<[string, ProcessEntry | undefined]>([
  ['  12     3     4 Ss+', { pid: 12, parent: 3, group: 4, session: 0, zombie: false, started: '' }],
  ['12 3 4 Z', { pid: 12, parent: 3, group: 4, session: 0, zombie: true, started: '' }],
  ['', undefined],
])('reads the ps line %j', (line, expected) => {
  expect(parsePsLine(line)).toEqual(expected);
});

describe('treeMembers', () => {
  const root = 100;
  const none: ReadonlyMap<number, ProcessEntry> = new Map();
  const ours = { root, rootIsOurs: true, known: none };
  const pids = (members: readonly ProcessEntry[]): number[] => members.map(({ pid }) => pid).sort((a, b) => a - b);

  it.each<[string, ProcessEntry[], Parameters<typeof treeMembers>[1], number[]]>([
    [
      'the root and its descendants',
      [entry(100), entry(101, { parent: 100 }), entry(102, { parent: 101 })],
      ours,
      [100, 101, 102],
    ],
    ['its group after the root died', [entry(101, { group: 100 })], ours, [101]],
    ['its session after the root died', [entry(101, { group: 101, session: 100 })], ours, [101]],
    ['children of a zombie, not the zombie', [entry(100, { zombie: true }), entry(101, { parent: 100 })], ours, [101]],
    ['no strangers', [entry(7), entry(8, { parent: 7 })], ours, []],
    [
      'not the stranger that was given the root number',
      [entry(100, { group: 100, session: 100 }), entry(101, { parent: 100 })],
      { ...ours, rootIsOurs: false },
      [],
    ],
    [
      'a member seen before, its parent gone, and its children',
      [entry(101), entry(102, { parent: 101 })],
      { ...ours, rootIsOurs: false, known: new Map([[101, entry(101)]]) },
      [101, 102],
    ],
    [
      'not a stranger with the number of a member seen before',
      [entry(101, { started: '999' })],
      { ...ours, known: new Map([[101, entry(101)]]) },
      [],
    ],
    ['a loop of parents', [entry(100, { parent: 101 }), entry(101, { parent: 100 })], ours, [100, 101]],
  ])('%s', (_name, table, question, expected) => {
    expect(pids(treeMembers(table, question))).toEqual(expected);
  });
});

it('finds this very process in the real table', () => {
  expect(readProcessTable()).toContainEqual(
    expect.objectContaining({ pid: process.pid, parent: process.ppid, zombie: false }),
  );
});

it('knows nothing of a process that is gone', () => {
  expect(readProcessEntry(2 ** 30)).toBeUndefined();
});

it('reads the table once for all who ask in the same turn, and afresh for the next', async () => {
  const read = shareProcessTable();
  const [first, second] = [read(), read()];
  expect(await first).toBe(await second);
  expect(await read()).not.toBe(await first);
  expect(await first).toContainEqual(expect.objectContaining({ pid: process.pid, parent: process.ppid }));
});
