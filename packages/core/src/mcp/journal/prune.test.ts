import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { unreadableIntent } from './parse-record.js';
import { identifyProcess } from './process-identity.js';
import { isPruneDue, pruneJournal } from './prune.js';
import { readJournal } from './read.js';
import { recordLine, type SettledRecord, type Verdict } from './records.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 7, 1);
const day = (age: number): string => new Date(NOW - age * DAY_MS).toISOString();

let folder: TempFolder;
let dir: string;

beforeEach(async () => {
  folder = await createTempFolder();
  dir = folder.at('mcp-outcomes');
  await mkdir(dir);
});
afterEach(() => folder.remove());

const own = identifyProcess();
const WRITERS = { dead: `${own.started}0`, alive: own.started, elsewhere: 'machine/boot/1/2' } as const;
const head = (writer: keyof typeof WRITERS): string =>
  recordLine({
    v: 1,
    type: 'process',
    at: day(500),
    pid: own.pid,
    started: WRITERS[writer],
    qwen_version: '1',
    session: null,
  });
const intent = (id: string, age: number): string => recordLine(unreadableIntent(id, day(age)));
const end = (id: string, age: number, change: Partial<SettledRecord> = {}): string =>
  recordLine({ v: 1, type: 'settled', id, at: day(age), result: 'answered', reach: null, attempts: 1, ...change });
const lost = (id: string, age: number): string => end(id, age, { result: 'lost', reach: 'unanswered' });
const verdict = (id: string, age: number, as: Verdict): string =>
  recordLine({ v: 1, type: 'reconciled', id, at: day(age), as, note: '', by: null });

const put = async (name: string, ...lines: string[]): Promise<string> => {
  const path = folder.at('mcp-outcomes', name);
  await writeFile(path, lines.join(''), { mode: 0o600 });
  await utimes(path, NOW / 1000, NOW / 1000);
  return path;
};
const prune = () => pruneJournal({ dir, nowMs: NOW, retentionDays: 90 });
const left = async (): Promise<string[]> =>
  (await readJournal({ dir })).outcomes.map(({ id, state }) => `${id} ${state}`);

describe('drops a call of a dead process that is closed and old, and keeps every other', () => {
  const kept = [head('dead'), intent('mo_new', 1), end('mo_new', 1)];

  it.each<[string, string[], string | undefined]>([
    ['answered', [intent('mo_x', 100), end('mo_x', 100)], undefined],
    ['answered long after', [intent('mo_x', 100), end('mo_x', 80)], 'mo_x settled'],
    ['committed', [intent('mo_x', 100), lost('mo_x', 100), verdict('mo_x', 91, 'committed')], undefined],
    ['committed lately', [intent('mo_x', 100), lost('mo_x', 100), verdict('mo_x', 5, 'committed')], 'mo_x committed'],
    ['not committed', [intent('mo_x', 100), verdict('mo_x', 99, 'not_committed')], undefined],
    ['still unknown', [intent('mo_x', 100), lost('mo_x', 100), verdict('mo_x', 99, 'still_unknown')], 'mo_x unknown'],
    ['lost', [intent('mo_x', 1000), lost('mo_x', 1000)], 'mo_x unknown'],
    ['left open', [intent('mo_x', 1000)], 'mo_x unknown'],
    ['of an unreadable time', [recordLine(unreadableIntent('mo_x', 'never')), end('mo_x', 100)], 'mo_x settled'],
  ])('%s', async (_name, lines, expected) => {
    await put('1.jsonl', ...kept, ...lines);
    const report = await prune();
    const dropped = expected === undefined ? 1 : 0;
    expect(report).toEqual({ dropped, filesRewritten: dropped, filesRemoved: 0, problems: [] });
    expect((await left()).sort()).toEqual(['mo_new settled', ...(expected === undefined ? [] : [expected])].sort());
  });
});

it('removes a file that nothing is left of, and rewrites the others whole and private', async () => {
  await put('1.jsonl', head('dead'), intent('mo_a', 100), end('mo_a', 100));
  const path = await put('2.jsonl', head('dead'), intent('mo_b', 100), intent('mo_c', 100), end('mo_b', 100));
  expect(await prune()).toEqual({ dropped: 2, filesRewritten: 1, filesRemoved: 1, problems: [] });
  expect(await readdir(dir)).toEqual(['2.jsonl']);
  expect(await readFile(path, 'utf8')).toBe(head('dead') + intent('mo_c', 100));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

describe('never rewrites a file that somebody may still write', () => {
  it.each<[keyof typeof WRITERS, number, number]>([
    ['alive', 200, 0],
    ['elsewhere', 80, 0],
    ['elsewhere', 100, 1],
    ['dead', 0, 1],
  ])('%s, untouched for %i days: %i', async (writer, age, dropped) => {
    const path = await put('1.jsonl', head(writer), intent('mo_a', 100), end('mo_a', 100));
    await utimes(path, (NOW - age * DAY_MS) / 1000, (NOW - age * DAY_MS) / 1000);
    expect((await prune()).dropped).toBe(dropped);
  });
});

describe('a verdict in another file', () => {
  it('never goes before its intent', async () => {
    await put('1.jsonl', head('alive'), intent('mo_a', 100), lost('mo_a', 100));
    await put('2.jsonl', head('dead'), verdict('mo_a', 95, 'committed'));
    expect((await prune()).dropped).toBe(0);
    expect(await left()).toEqual(['mo_a committed']);
  });

  it('goes in the run after', async () => {
    await put('1.jsonl', head('dead'), intent('mo_a', 100), lost('mo_a', 100));
    await put('2.jsonl', head('dead'), verdict('mo_a', 95, 'committed'));
    expect(await prune()).toEqual({ dropped: 1, filesRewritten: 0, filesRemoved: 1, problems: [] });
    expect(await readdir(dir)).toEqual(['2.jsonl']);
    expect(await prune()).toEqual({ dropped: 0, filesRewritten: 0, filesRemoved: 1, problems: [] });
    expect(await readdir(dir)).toEqual([]);
  });

  it('stays while some file can not be read: its intent may stand there', async () => {
    await put('2.jsonl', head('dead'), verdict('mo_a', 95, 'committed'));
    await mkdir(folder.at('mcp-outcomes', '1.jsonl'));
    expect(await prune()).toMatchObject({ dropped: 0, filesRemoved: 0, problems: [{ kind: 'unreadable' }] });
  });
});

it('keeps every line that it does not understand', async () => {
  const strange = ['{"v":2,"type":"intent","id":"mo_z"}\n', 'not json\n', '{"v":1,"type":"remark"}\n'];
  const path = await put('1.jsonl', head('dead'), ...strange, intent('mo_a', 100), end('mo_a', 100), '{"torn":');
  expect((await prune()).dropped).toBe(1);
  expect(await readFile(path, 'utf8')).toBe(head('dead') + strange.join(''));
});

it('clears away what an earlier run left half done', async () => {
  const old = await put('1.jsonl.abcdef.tmp', 'x');
  const fresh = await put('2.jsonl.abcdef.tmp', 'x');
  await utimes(old, (NOW - 2 * DAY_MS) / 1000, (NOW - 2 * DAY_MS) / 1000);
  await prune();
  expect(await readdir(dir)).toEqual([fresh.split('/').at(-1)]);
});

it.each([
  ['20260801T000000000Z-1-00000000.jsonl', false],
  ['20260510T000000000Z-1-00000000.jsonl', false],
  ['20260501T000000000Z-1-00000000.jsonl', true],
])('is due by the names alone: %s %s', async (name, due) => {
  await put(name, 'x');
  expect(await isPruneDue({ dir, nowMs: NOW, retentionDays: 90 })).toBe(due);
});

it('is not due in a folder that is not there', async () => {
  expect(await isPruneDue({ dir: folder.at('none'), nowMs: NOW, retentionDays: 90 })).toBe(false);
});
