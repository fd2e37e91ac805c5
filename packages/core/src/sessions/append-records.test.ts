import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.js';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { createAppender, type AppendOptions } from './append-records.js';
import type { RecordBody } from './records.js';

let folder: TempFolder;
let failures: unknown[];
beforeEach(async () => {
  folder = await createTempFolder();
  failures = [];
});
afterEach(() => folder.remove());

const appender = (options: Partial<AppendOptions> = {}): ReturnType<typeof createAppender> =>
  createAppender({
    file: folder.at('s.jsonl'),
    isNew: true,
    parentUuid: null,
    endsWhole: true,
    sessionId: 'S',
    cwd: '/p',
    version: '1',
    gitBranch: () => undefined,
    clock: createFakeClock(0),
    onFailure: (error) => failures.push(error),
    ...options,
  });

const says = (text: string): RecordBody => ({
  type: 'user',
  provenance: 'real_user',
  message: { role: 'user', parts: [{ text }] },
});

const lines = (): Record<string, unknown>[] =>
  readFileSync(folder.at('s.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('appends each record at once, linked to the one before, for the owner alone', () => {
  const records = appender();
  records.append(says('one'));
  expect(lines()).toHaveLength(1);
  records.append(says('two'));
  const [first, second] = lines();
  expect(first).toMatchObject({ parentUuid: null, sessionId: 'S', timestamp: '1970-01-01T00:00:00.000Z' });
  expect(second?.['parentUuid']).toBe(first?.['uuid']);
  expect(statSync(folder.at('s.jsonl')).mode & 0o777).toBe(0o600);
  expect(failures).toEqual([]);
});

it('makes no file before there is something to record, and writes nothing once closed', () => {
  const records = appender();
  records.close();
  records.close();
  records.append(says('late'));
  expect(statSync(folder.at('s.jsonl'), { throwIfNoEntry: false })).toBeUndefined();
});

it('goes on after the last record of a file that was cut off', () => {
  writeFileSync(folder.at('s.jsonl'), '{"uuid":"a"}\n{"uuid":"b","te', { mode: 0o644 });
  appender({ isNew: false, parentUuid: 'a', endsWhole: false }).append(says('on'));
  const [first, torn, last] = readFileSync(folder.at('s.jsonl'), 'utf8').split('\n');
  expect([first, torn]).toEqual(['{"uuid":"a"}', '{"uuid":"b","te']);
  expect(JSON.parse(last!)).toMatchObject({ parentUuid: 'a', message: { parts: [{ text: 'on' }] } });
  expect(statSync(folder.at('s.jsonl')).mode & 0o777).toBe(0o600);
});

it('never writes into a file that should not be there', () => {
  writeFileSync(folder.at('s.jsonl'), '');
  const records = appender();
  records.append(says('one'));
  records.append(says('two'));
  expect(failures).toEqual([expect.objectContaining({ code: 'EEXIST' })]);
  expect(lines()).toEqual([]);
});

it('says once that it can’t write, and never again', () => {
  const records = appender({ file: folder.at('nowhere', 's.jsonl') });
  records.append(says('one'));
  records.append(says('two'));
  expect(failures).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
});
