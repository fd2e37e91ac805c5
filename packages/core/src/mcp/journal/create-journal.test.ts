import { open, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.js';
import { intendedCall } from '../../testing/intended-call.js';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { createOutcomeJournal, type OutcomeJournal } from './create-journal.js';
import { openNewFile, type OpenFile } from './journal-file.js';
import { identifyProcess } from './process-identity.js';
import { readJournal } from './read.js';

const ANSWERED = { result: 'answered', reach: null, attempts: 1 } as const;
const LOST = { result: 'lost', reach: 'unanswered', attempts: 1 } as const;

let folder: TempFolder;
let dir: string;
const open_ = new Set<OutcomeJournal>();

beforeEach(async () => {
  folder = await createTempFolder();
  dir = folder.at('run', 'mcp-outcomes');
});
afterEach(async () => {
  for (const journal of open_) await journal.close();
  open_.clear();
  await folder.remove();
});

function journalIn(openFile?: OpenFile): OutcomeJournal {
  const journal = createOutcomeJournal({
    dir,
    keyFile: folder.at('mcp-outcomes.key'),
    workspace: '/shop',
    session: 'session-1',
    version: '0.21.5',
    clock: createFakeClock(Date.parse('2026-08-01T10:15:00.123Z')),
    ...(openFile && { openFile }),
  });
  open_.add(journal);
  return journal;
}

const lines = async (): Promise<string[]> => {
  const names = (await readdir(dir)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  return texts.join('').split('\n').slice(0, -1);
};

const states = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await readJournal({ dir })).outcomes.map(({ id, state }) => [id, state]));

/** Counts what reaches the disk, and lets a test break it. */
function watchedDisk(breaks: { write?: (bytes: number) => number | Error; sync?: () => Error | undefined } = {}) {
  const seen: string[] = [];
  const openFile: OpenFile = async (path) => {
    const handle = await openNewFile(path);
    seen.push('open');
    return {
      stat: handle.stat.bind(handle) as typeof handle.stat,
      truncate: (size) => handle.truncate(size),
      close: () => handle.close(),
      sync: async () => {
        seen.push('sync');
        const fault = breaks.sync?.();
        if (fault !== undefined) throw fault;
        await handle.sync();
      },
      write: (async (bytes: Buffer, start: number, length: number) => {
        seen.push('write');
        const takes = breaks.write?.(length) ?? length;
        if (takes instanceof Error) throw takes;
        return handle.write(bytes, start, takes, null);
      }) as typeof handle.write,
    };
  };
  return { seen, openFile };
}

const fault = (code: string): Error => Object.assign(new Error(`${code} with /secret/path`), { code });

describe('what is written, and when', () => {
  it('touches nothing before the first intent', async () => {
    const journal = journalIn();
    await journal.close();
    await expect(stat(dir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('writes the process and the first intent as one private file', async () => {
    const id = await journalIn().intend(intendedCall());
    const [name = ''] = await readdir(dir);
    expect(name).toMatch(new RegExp(`^20260801T101500123Z-${process.pid}-[0-9a-f]{8}\\.jsonl$`));
    expect(((await stat(join(dir, name))).mode & 0o777).toString(8)).toBe('600');
    expect(((await stat(dir)).mode & 0o777).toString(8)).toBe('700');
    const [head, intent] = (await lines()).map((line) => JSON.parse(line) as unknown);
    const { pid, started } = identifyProcess();
    expect(head).toEqual({
      v: 1,
      type: 'process',
      at: '2026-08-01T10:15:00.123Z',
      pid,
      started,
      qwen_version: '0.21.5',
      session: 'session-1',
    });
    expect(intent).toEqual({
      v: 1,
      type: 'intent',
      id,
      at: '2026-08-01T10:15:00.123Z',
      session: 'session-1',
      workspace: '/shop',
      server: 'bank',
      tool: 'pay',
      epoch: 1,
      transport: 'stdio',
      annotations: null,
      server_trusted: true,
      workspace_trusted: true,
      arguments_digest: expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/) as string,
      target: 'bank-server',
      call_id: 'call_1',
      idempotency_key: 'key-1',
      attempt: 1,
      retry_of: null,
    });
    expect(id).toMatch(/^mo_[0-9a-f]{16}$/);
  });

  it('syncs an intent once, and an end never', async () => {
    const { seen, openFile } = watchedDisk();
    const journal = journalIn(openFile);
    const first = await journal.intend(intendedCall());
    await journal.settle(first, ANSWERED);
    const second = await journal.intend(intendedCall());
    await journal.settle(second, LOST);
    expect(seen).toEqual(['open', 'write', 'sync', 'write', 'write', 'sync', 'write']);
    expect(await states()).toEqual({ [first]: 'settled', [second]: 'unknown' });
  });

  it('lets calls that wait share a write and a sync', async () => {
    const { seen, openFile } = watchedDisk();
    const journal = journalIn(openFile);
    await journal.digest({});
    const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => journal.intend(intendedCall({ args: { n } }))));
    expect(new Set(ids).size).toBe(50);
    expect(seen.filter((what) => what === 'sync').length).toBeLessThanOrEqual(3);
    expect(Object.keys(await states()).sort()).toEqual([...ids].sort());
  });

  it('puts a call on record after its end', async () => {
    const id = await journalIn().record(intendedCall(), { ...LOST, attempts: 3 });
    const { outcomes } = await readJournal({ dir });
    expect(outcomes.map(({ state, settled }) => ({ id, state, attempts: settled?.attempts }))).toEqual([
      { id, state: 'unknown', attempts: 3 },
    ]);
  });

  it('knows which calls it is busy with', async () => {
    const journal = journalIn();
    const id = await journal.intend(intendedCall());
    expect([journal.own(id), await states()]).toEqual(['out', { [id]: 'in_flight' }]);
    await journal.settle(id, ANSWERED);
    expect([journal.own(id), await states()]).toEqual([undefined, { [id]: 'settled' }]);
  });

  it('keeps no value of an argument', async () => {
    const journal = journalIn();
    const args = { name: 'a-secret-name', nested: [{ pin: 86753091 }], secretKey: true };
    await journal.settle(await journal.intend(intendedCall({ args })), LOST);
    expect((await lines()).join('\n')).not.toMatch(/a-secret-name|86753091|secretKey/);
  });
});

describe('no record, no call', () => {
  const refusal = (is: string, remedy: string) => ({
    code: 'io',
    shown: `The call was not sent: the record that must be kept of it could not be written to ${dir} (${is}). ${remedy}`,
  });
  const GONE = ['it is not there or not a folder', 'Put a folder there, or set QWEN_RUNTIME_DIR to one.'] as const;
  const READ_ONLY = ['it is not writable', 'Make it writable, or set QWEN_RUNTIME_DIR to a folder that is.'] as const;

  it.each([
    ['ENOSPC', 'the disk is full', 'Free some space there and try again.'],
    ['EDQUOT', 'the disk is full', 'Free some space there and try again.'],
    ['EROFS', ...READ_ONLY],
    ['EACCES', ...READ_ONLY],
    ['EIO', 'EIO', 'Correct that, or set QWEN_RUNTIME_DIR to another folder.'],
  ])('%s on writing, at the start and later', async (code, is, remedy) => {
    let broken = true;
    const journal = journalIn(watchedDisk({ write: (bytes) => (broken ? fault(code) : bytes) }).openFile);
    await expect(journal.intend(intendedCall())).rejects.toMatchObject(refusal(is, remedy));
    expect(await readdir(dir)).toEqual([]);
    broken = false;
    const id = await journal.intend(intendedCall());
    broken = true;
    await expect(journal.intend(intendedCall())).rejects.toMatchObject(refusal(is, remedy));
    broken = false;
    const later = await journal.intend(intendedCall());
    expect(await states()).toEqual({ [id]: 'in_flight', [later]: 'in_flight' });
  });

  it('EROFS on opening', async () => {
    const journal = journalIn(() => Promise.reject(fault('EROFS')));
    await expect(journal.intend(intendedCall())).rejects.toMatchObject(refusal(...READ_ONLY));
  });

  it('a sync that fails leaves no intent behind', async () => {
    let broken = false;
    const journal = journalIn(watchedDisk({ sync: () => (broken ? fault('EIO') : undefined) }).openFile);
    const id = await journal.intend(intendedCall());
    broken = true;
    await expect(journal.intend(intendedCall())).rejects.toMatchObject({ code: 'io' });
    expect(await states()).toEqual({ [id]: 'in_flight' });
  });

  it('half a line that a full disk took is cut off again', async () => {
    let room = Number.POSITIVE_INFINITY;
    const write = (bytes: number): number | Error => {
      if (room === 0) return fault('ENOSPC');
      const takes = Math.min(bytes, room);
      room -= takes;
      return takes;
    };
    const journal = journalIn(watchedDisk({ write }).openFile);
    const first = await journal.intend(intendedCall());
    room = 100;
    await expect(journal.intend(intendedCall())).rejects.toMatchObject({ code: 'io' });
    room = Number.POSITIVE_INFINITY;
    const second = await journal.intend(intendedCall());
    const { problems, torn } = await readJournal({ dir });
    expect({ problems, torn, states: await states() }).toEqual({
      problems: [],
      torn: 0,
      states: { [first]: 'in_flight', [second]: 'in_flight' },
    });
  });

  it('short writes make whole lines', async () => {
    const journal = journalIn(watchedDisk({ write: (bytes) => Math.min(bytes, 7) }).openFile);
    const id = await journal.intend(intendedCall());
    expect([await states(), (await readJournal({ dir })).problems]).toEqual([{ [id]: 'in_flight' }, []]);
  });

  it('a file where the folder should be', async () => {
    await mkdir(folder.at('run'));
    await writeFile(dir, '');
    const journal = journalIn();
    await expect(journal.intend(intendedCall())).rejects.toMatchObject({ code: 'io' });
    await rm(dir);
    await journal.intend(intendedCall());
    expect(await readdir(dir)).toHaveLength(1);
  });

  it('a file where a folder above it should be', async () => {
    await writeFile(folder.at('run'), '');
    await expect(journalIn().intend(intendedCall())).rejects.toMatchObject(refusal(...GONE));
  });

  it('arguments that are not JSON', async () => {
    await expect(journalIn().intend(intendedCall({ args: { big: 1n } }))).rejects.toMatchObject({
      code: 'io',
      shown: 'The call was not sent: its arguments are not JSON.',
    });
  });
});

describe('a folder or file that vanishes', () => {
  it('is made again, with the calls that are still out', async () => {
    const journal = journalIn();
    const ended = await journal.intend(intendedCall());
    await journal.settle(ended, ANSWERED);
    const out = await journal.intend(intendedCall());
    await rm(dir, { recursive: true });
    const next = await journal.intend(intendedCall());
    expect(await states()).toEqual({ [out]: 'in_flight', [next]: 'in_flight' });
    await journal.settle(out, LOST);
    expect(await states()).toEqual({ [out]: 'unknown', [next]: 'in_flight' });
  });

  it('does not take the end of a call with it', async () => {
    const journal = journalIn();
    const id = await journal.intend(intendedCall());
    await rm(dir, { recursive: true });
    await journal.settle(id, LOST);
    expect(await states()).toEqual({ [id]: 'unknown' });
  });

  it('another folder in its place gets the next record', async () => {
    const journal = journalIn();
    const before = await journal.intend(intendedCall());
    await rename(dir, `${dir}-moved`);
    await mkdir(dir);
    const after = await journal.intend(intendedCall());
    expect(await states()).toEqual({ [before]: 'in_flight', [after]: 'in_flight' });
  });

  it('another file under its name is not taken for it', async () => {
    const journal = journalIn();
    await journal.intend(intendedCall());
    const [name = ''] = await readdir(dir);
    await rm(join(dir, name));
    await (await open(join(dir, name), 'w')).close();
    const after = await journal.intend(intendedCall());
    expect(Object.keys(await states())).toContain(after);
  });

  it('an end that could not be written goes out with the next record', async () => {
    let broken = false;
    const journal = journalIn(watchedDisk({ write: (bytes) => (broken ? fault('ENOSPC') : bytes) }).openFile);
    const id = await journal.intend(intendedCall());
    broken = true;
    await expect(journal.settle(id, LOST)).rejects.toMatchObject({ code: 'io' });
    expect((await readJournal(journal)).outcomes[0]?.state).toBe('unknown');
    broken = false;
    const next = await journal.intend(intendedCall());
    expect(await states()).toEqual({ [id]: 'unknown', [next]: 'in_flight' });
  });
});
