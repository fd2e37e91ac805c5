/** Deleting and cleaning up: what may go, and what never does. */
import { existsSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutcomeJournal } from '../mcp/journal/create-journal.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { intendedCall } from '../testing/intended-call.js';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { cleanUpSessions } from './clean-up-sessions.js';
import { deleteSession } from './delete-session.js';
import { holdSession, type HeldSession } from './hold-session.js';

const DAY = 86_400;
const NOW = 1000 * DAY;
const [A, B, C] = ['a', 'b', 'c'].map((end) => `00000000-0000-4000-8000-00000000000${end}`) as [string, string, string];

let folder: TempFolder;
let held: HeldSession[];
beforeEach(async () => {
  folder = await createTempFolder();
  held = [];
});
afterEach(() => {
  for (const lock of held) lock.release();
  return folder.remove();
});

const journalDir = (): string => folder.at('outcomes');
const record = (text: string): object => ({
  uuid: 'u1',
  type: 'user',
  cwd: '/p',
  message: { role: 'user', parts: [{ text }] },
});

/** A session that was last written to this many days before now. */
async function session(id: string, daysAgo: number, project = '-p'): Promise<string> {
  const file = await folder.write(`projects/${project}/chats/${id}.jsonl`, `${JSON.stringify(record('hi'))}\n`);
  utimesSync(file, NOW - daysAgo * DAY, NOW - daysAgo * DAY);
  return file;
}

const hold = (id: string, file: string): void => void held.push(holdSession({ id, file }));

/** A call of this session that was sent and never answered; its record's id. */
async function unknownCall(id: string): Promise<string> {
  const journal = createOutcomeJournal({
    dir: journalDir(),
    keyFile: folder.at('key'),
    workspace: '/p',
    session: id,
    version: '1',
    clock: createFakeClock(0),
  });
  const recordId = await journal.intend(intendedCall());
  await journal.settle(recordId, { result: 'lost', reach: 'unanswered', attempts: 1 });
  await journal.close();
  return recordId;
}

describe('clean-up by age', () => {
  const cleanUp = (periodDays = 30) =>
    cleanUpSessions({ runtimeDir: folder.path, journalDir: journalDir(), nowMs: NOW * 1000, periodDays });

  it('deletes what nobody wrote to for that long, in every project', async () => {
    const files = [await session(A, 31), await session(B, 29), await session(C, 400, '-q')];
    const other = await folder.write('projects/-p/chats/notes.jsonl', 'x');
    utimesSync(other, 0, 0);
    expect(await cleanUp()).toBe(2);
    expect([...files, other].map((file) => existsSync(file))).toEqual([false, true, false, true]);
  });

  it('takes the copies of changed files along', async () => {
    await Promise.all([session(A, 31), session(B, 29)]);
    const copies = await Promise.all([A, B].map((id) => folder.write(`file-history/${id}/copy`, 'x')));
    await cleanUp();
    expect(copies.map((file) => existsSync(file))).toEqual([false, true]);
  });

  it('keeps a session in use, and one with a call whose outcome is open', async () => {
    const [inUse, open, closed] = [await session(A, 99), await session(B, 99), await session(C, 99)];
    hold(A, inUse);
    await unknownCall(B);
    expect(await cleanUp()).toBe(1);
    expect([inUse, open, closed].map((file) => existsSync(file))).toEqual([true, true, false]);
  });

  it('deletes nothing while the outcome journal can not be read whole', async () => {
    const file = await session(A, 99);
    await folder.write('outcomes/20260101T000000000Z-1.jsonl', 'no record\n');
    expect(await cleanUp()).toBe(0);
    expect(existsSync(file)).toBe(true);
  });

  it.each([[0], [-1], [Number.NaN]])('is off for %s days', async (periodDays) => {
    const file = await session(A, 99);
    expect(await cleanUp(periodDays)).toBe(0);
    expect(existsSync(file)).toBe(true);
  });

  it('finds nothing to do where there are no sessions', async () => expect(await cleanUp()).toBe(0));
});

describe('deleting', () => {
  const remove = (id: string) => deleteSession({ runtimeDir: folder.path, cwd: '/p', id, journalDir: journalDir() });

  it('deletes that session alone', async () => {
    const files = [await session(A, 0), await session(B, 0)];
    await remove(A);
    expect(files.map((file) => existsSync(file))).toEqual([false, true]);
  });

  it('refuses one that is not there, in use, or has a call whose outcome is open', async () => {
    await expect(remove(A)).rejects.toMatchObject({ shown: `There is no session "${A}" of this directory.` });
    await expect(remove('../../x')).rejects.toMatchObject({ code: 'usage' });
    const [inUse, open] = [await session(A, 0), await session(B, 0)];
    hold(A, inUse);
    await expect(remove(A)).rejects.toMatchObject({
      shown: expect.stringContaining(`Session ${A} is in use`) as string,
    });
    const recordId = await unknownCall(B);
    await expect(remove(B)).rejects.toMatchObject({
      code: 'usage',
      shown: `The session is kept: the outcome of one of its calls is unknown (record ${recordId}). Settle it first: qwen mcp outcomes.`,
    });
    expect([inUse, open].map((file) => existsSync(file))).toEqual([true, true]);
  });
});
