import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.js';
import { intendedCall } from '../../testing/intended-call.js';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { createOutcomeJournal, type OutcomeJournal } from '../journal/create-journal.js';
import { readJournal } from '../journal/read.js';
import { reconcile } from './reconcile.js';

let folder: TempFolder;
let dir: string;
let run: OutcomeJournal;
let terminal: OutcomeJournal;

beforeEach(async () => {
  folder = await createTempFolder();
  dir = folder.at('mcp-outcomes');
  const clock = createFakeClock(Date.UTC(2026, 7, 1));
  const common = { dir, keyFile: folder.at('key'), workspace: '/shop', version: '0.21.5', clock };
  run = createOutcomeJournal({ ...common, session: 's' });
  terminal = createOutcomeJournal({ ...common, session: null });
});
afterEach(async () => {
  await run.close();
  await terminal.close();
  await folder.remove();
});

const LOST = { result: 'lost', reach: 'unanswered', attempts: 1 } as const;
const verdict = (id: string, as: 'committed' | 'not_committed' | 'still_unknown') =>
  reconcile({ journal: terminal, id, as, note: 'looked it up', by: 'me' });
const states = async () => (await readJournal({ dir })).outcomes.map(({ state }) => state);

it('closes an unknown call from another file than its own', async () => {
  const id = await run.intend(intendedCall());
  await run.settle(id, LOST);
  const before = await readdir(dir);
  const [name = ''] = before;
  const text = await readFile(folder.at('mcp-outcomes', name), 'utf8');

  const done = await verdict(id, 'committed');
  const record = {
    v: 1,
    type: 'reconciled',
    id,
    at: '2026-08-01T00:00:00.000Z',
    as: 'committed',
    note: 'looked it up',
    by: 'me',
  };
  expect(done).toMatchObject({ kind: 'done', record, outcome: { id, state: 'committed', reconciled: [record] } });
  expect(await states()).toEqual(['committed']);
  expect(await readFile(folder.at('mcp-outcomes', name), 'utf8')).toBe(text);
  expect(await readdir(dir)).toHaveLength(before.length + 1);
});

it('corrects a mistaken verdict, and keeps both', async () => {
  const id = await run.record(intendedCall(), LOST);
  await verdict(id, 'committed');
  expect(await verdict(id, 'not_committed')).toMatchObject({ kind: 'done', outcome: { state: 'not_committed' } });
  const [outcome] = (await readJournal({ dir })).outcomes;
  expect(outcome?.reconciled.map(({ as }) => as)).toEqual(['committed', 'not_committed']);
});

it('leaves a call open that nobody could find out about', async () => {
  const id = await run.record(intendedCall(), LOST);
  expect(await verdict(id, 'still_unknown')).toMatchObject({ kind: 'done', outcome: { state: 'unknown' } });
});

describe('refuses, and writes nothing', () => {
  it('a call that is still out', async () => {
    const id = await run.intend(intendedCall());
    expect(await verdict(id, 'committed')).toMatchObject({ kind: 'refused', why: 'in-flight', outcome: { id } });
    expect(await states()).toEqual(['in_flight']);
  });

  it('a call that was answered', async () => {
    const id = await run.intend(intendedCall());
    await run.settle(id, { result: 'tool_error', reach: null, attempts: 1 });
    expect(await verdict(id, 'not_committed')).toMatchObject({ kind: 'refused', why: 'answered' });
    expect(await readdir(dir)).toHaveLength(1);
  });

  it('a record that is not there', async () => {
    expect(await verdict('mo_1', 'committed')).toEqual({
      kind: 'no-such-record',
      shown: 'There is no record mo_1. Run `qwen mcp outcomes` to see them.',
    });
  });

  it('says when the verdict could not be written', async () => {
    const id = await run.record(intendedCall(), LOST);
    const journal = { dir, own: () => undefined, reconcile: terminal.reconcile };
    await rm(folder.at('mcp-outcomes'), { recursive: true });
    await writeFile(dir, '');
    await expect(terminal.reconcile({ id, as: 'committed', note: '', by: null })).rejects.toMatchObject({
      code: 'io',
      shown: expect.stringMatching(/^Nothing was reconciled: the record .* could not be written to /) as string,
    });
    await expect(reconcile({ journal, id, as: 'committed', note: '', by: null })).rejects.toMatchObject({ code: 'io' });
  });
});
