import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { identifyProcess } from './process-identity.js';
import { readJournal, type JournalContents, type OwnCalls } from './read.js';
import { recordLine, type IntentRecord, type ProcessRecord, type SettledRecord, type Verdict } from './records.js';
import { unreadableIntent } from './parse-record.js';

let folder: TempFolder;
let dir: string;

beforeEach(async () => {
  folder = await createTempFolder();
  dir = folder.at('mcp-outcomes');
  await mkdir(dir);
});
afterEach(() => folder.remove());

const time = (second: number): string => new Date(Date.UTC(2026, 7, 1, 0, 0, second)).toISOString();
const head = (change: Partial<ProcessRecord> = {}): string => {
  const { pid, started } = identifyProcess();
  return recordLine({ v: 1, type: 'process', at: time(0), pid, started, qwen_version: '1', session: null, ...change });
};
const DEAD = { started: `${identifyProcess().started}0` };
const intent = (id: string, second: number, change: Partial<IntentRecord> = {}): string =>
  recordLine({ ...unreadableIntent(id, time(second)), server: 'bank', tool: 'pay', ...change });
const settled = (id: string, second: number, change: Partial<SettledRecord> = {}): string =>
  recordLine({
    v: 1,
    type: 'settled',
    id,
    at: time(second),
    result: 'answered',
    reach: null,
    attempts: 1,
    ...change,
  });
const verdict = (id: string, second: number, as: Verdict): string =>
  recordLine({ v: 1, type: 'reconciled', id, at: time(second), as, note: '', by: null });

const put = (name: string, ...parts: (string | Buffer)[]): Promise<void> =>
  writeFile(folder.at('mcp-outcomes', name), Buffer.concat(parts.map((part) => Buffer.from(part))));
const summary = ({ outcomes, ...rest }: JournalContents) => ({
  ...rest,
  outcomes: outcomes.map(({ id, state, intent: { tool } }) => `${id} ${tool} ${state}`),
});
const EMPTY = { outcomes: [], problems: [], files: 0, lines: 0, foreign: 0, torn: 0 };

describe('empty', () => {
  it('no folder', async () => {
    expect(await readJournal({ dir: folder.at('none') })).toEqual(EMPTY);
  });

  it('a folder with other things in it', async () => {
    await put('notes.txt', 'hello');
    await put('.x.jsonl.1.tmp', intent('mo_1', 1));
    expect(await readJournal({ dir })).toEqual(EMPTY);
  });

  it('a file that a crash left without a byte', async () => {
    await put('1.jsonl', '');
    expect(await readJournal({ dir })).toEqual({ ...EMPTY, files: 1 });
  });
});

it('merges what several processes say of a call, oldest call first', async () => {
  await put('1.jsonl', head(DEAD), intent('mo_b', 2), intent('mo_a', 1), settled('mo_a', 3));
  await put('2.jsonl', head(DEAD), verdict('mo_b', 9, 'committed'), intent('mo_c', 4));
  await put('3.jsonl', head(DEAD), verdict('mo_c', 7, 'not_committed'), verdict('mo_b', 8, 'still_unknown'));
  await put('4.jsonl', head(DEAD), settled('mo_c', 5, { result: 'lost', reach: 'unanswered' }));
  const contents = await readJournal({ dir });
  expect(summary(contents)).toEqual({
    problems: [],
    files: 4,
    lines: 12,
    foreign: 0,
    torn: 0,
    outcomes: ['mo_a pay settled', 'mo_b pay committed', 'mo_c pay not_committed'],
  });
  expect(contents.outcomes[1]?.reconciled.map(({ as }) => as)).toEqual(['still_unknown', 'committed']);
});

describe('an intent without an end', () => {
  const stateFor = async (change: Partial<ProcessRecord>, own?: OwnCalls) => {
    await put('1.jsonl', head(change), intent('mo_1', 1));
    return (await readJournal({ dir, own })).outcomes[0]?.state;
  };

  it.each<[string, Partial<ProcessRecord>, OwnCalls | undefined, string]>([
    ['of a living process', {}, undefined, 'in_flight'],
    ['of this process, still out', {}, (id) => (id === 'mo_1' ? 'out' : undefined), 'in_flight'],
    ['of this process, over', {}, () => 'over', 'unknown'],
    ['of a dead process', DEAD, () => undefined, 'unknown'],
    ['of this process where no start time can be told, still out', { started: '' }, () => 'out', 'in_flight'],
    [
      'of a later process with the same number',
      { started: identifyProcess(process.ppid).started },
      undefined,
      'unknown',
    ],
    ['of a machine that cannot be seen', { started: 'elsewhere/1/2/3' }, undefined, 'unknown'],
    ['of a process that tells nothing', { started: '' }, undefined, 'unknown'],
  ])('%s', async (_name, change, own, expected) => {
    expect(await stateFor(change, own)).toBe(expected);
  });

  it('of nobody: the first line is missing', async () => {
    await put('1.jsonl', intent('mo_1', 1));
    expect(summary(await readJournal({ dir })).outcomes).toEqual(['mo_1 pay unknown']);
  });
});

describe('damage costs no other record', () => {
  const around = (...damage: (string | Buffer)[]) =>
    put('1.jsonl', head(DEAD), intent('mo_a', 1), ...damage, intent('mo_b', 2), settled('mo_b', 3));

  it.each<[string, string | Buffer]>([
    ['a torn line in the middle', '{"v":1,"type":"settl\n'],
    ['a line of zeros', Buffer.from('\0\0\0\0\n')],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x80, 0x0a])],
  ])('%s', async (_name, damage) => {
    await around(damage);
    expect(summary(await readJournal({ dir }))).toMatchObject({
      problems: [{ kind: 'corrupt', file: folder.at('mcp-outcomes', '1.jsonl'), line: 3 }],
      outcomes: ['mo_a pay unknown', 'mo_b pay settled'],
    });
  });

  it('an intent that is broken behind its id is still a call', async () => {
    await around('{"v":1,"type":"intent","id":"mo_x","at":"2026-08-01T00:00:01.500Z","server":"ba\n');
    expect(summary(await readJournal({ dir }))).toMatchObject({
      problems: [{ kind: 'corrupt', line: 3 }],
      outcomes: ['mo_a pay unknown', 'mo_x  unknown', 'mo_b pay settled'],
    });
  });

  it('empty lines, other versions and other types are passed over', async () => {
    await around('\n', '{"v":2,"type":"intent","id":"mo_z"}\n', '{"v":1,"type":"remark","text":"hi"}\n');
    expect(summary(await readJournal({ dir }))).toMatchObject({
      problems: [],
      foreign: 2,
      outcomes: ['mo_a pay unknown', 'mo_b pay settled'],
    });
  });

  it.each([
    ['torn', intent('mo_c', 3).slice(0, 60), 1, []],
    ['torn behind its id', intent('mo_c', 3).slice(0, 120), 1, []],
    ['whole but for its line feed', intent('mo_c', 3).slice(0, -1), 0, ['mo_c pay unknown']],
  ])('a last line that is %s', async (_name, tail, torn, more) => {
    await around();
    await appendFile(folder.at('mcp-outcomes', '1.jsonl'), tail);
    expect(summary(await readJournal({ dir }))).toMatchObject({
      torn,
      problems: [],
      outcomes: ['mo_a pay unknown', 'mo_b pay settled', ...more],
    });
  });

  it('keys in another order, and fields that are not ours', async () => {
    await around('{"extra":1,"tool":"pay","id":"mo_x","type":"intent","at":"2026-08-01T00:00:01.500Z","v":1}\n');
    expect(summary(await readJournal({ dir })).outcomes).toEqual([
      'mo_a pay unknown',
      'mo_x pay unknown',
      'mo_b pay settled',
    ]);
  });

  it('a folder under the name of a file', async () => {
    await around();
    await mkdir(folder.at('mcp-outcomes', '2.jsonl'));
    expect((await readJournal({ dir })).problems).toEqual([
      { kind: 'unreadable', file: folder.at('mcp-outcomes', '2.jsonl'), code: 'EISDIR' },
    ]);
  });

  it('an end or a verdict without its intent', async () => {
    await put('1.jsonl', head(), settled('mo_q', 1), verdict('mo_r', 2, 'committed'));
    expect(summary(await readJournal({ dir })).outcomes).toEqual([]);
  });
});

it('says when the folder can not be read', async () => {
  await put('file', '');
  const path = folder.at('mcp-outcomes', 'file');
  await expect(readJournal({ dir: path })).rejects.toMatchObject({
    code: 'io',
    shown: `The records of earlier calls in ${path} can't be read (ENOTDIR). Make them readable or move them away.`,
  });
});
