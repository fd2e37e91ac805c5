import { chmod, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noDebugLog } from '../../shared/debug-log.js';
import { systemClock } from '../../shared/clock.js';
import { intendedCall } from '../../testing/intended-call.js';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { createOutcomeJournal, type OutcomeJournal } from '../journal/create-journal.js';
import type { OpenFile } from '../journal/journal-file.js';
import { openNewFile } from '../journal/journal-file.js';
import type { Outcome } from '../journal/outcome.js';
import { recordLine } from '../journal/records.js';
import { unreadableIntent } from '../journal/parse-record.js';
import type { FreezeSetting } from '../../settings/freeze-setting.js';
import { createFreezeGuard, type AskFrozen, type FreezableCall, type FreezeGuard } from './freeze-guard.js';
import { reconcile } from './reconcile.js';
import { watchUnknown } from './unknown-watch.js';

const LOST = { result: 'lost', reach: 'unanswered', attempts: 1 } as const;
const signal = new AbortController().signal;

let folder: TempFolder;
let dir: string;
const journals: OutcomeJournal[] = [];

beforeEach(async () => {
  folder = await createTempFolder();
  dir = folder.at('mcp-outcomes');
});
afterEach(async () => {
  for (const journal of journals.splice(0)) await journal.close();
  await folder.remove();
});

/** One process's side: its journal and its guard. All share one folder and key. */
function side({
  workspace = '/shop',
  setting = 'ask' as FreezeSetting,
  askFrozen,
  openFile,
}: {
  workspace?: string;
  setting?: FreezeSetting;
  askFrozen?: AskFrozen;
  openFile?: OpenFile;
} = {}): { journal: OutcomeJournal; guard: FreezeGuard } {
  const journal = createOutcomeJournal({
    dir,
    keyFile: folder.at('key'),
    workspace,
    session: null,
    version: '0.21.5',
    clock: systemClock,
    ...(openFile && { openFile }),
  });
  journals.push(journal);
  const watch = watchUnknown({ dir, workspace, clock: systemClock, own: journal.own });
  return {
    journal,
    guard: createFreezeGuard({ journal, watch, setting: () => setting, askFrozen, debug: noDebugLog }),
  };
}

const { server, tool, args } = intendedCall();
const call: FreezableCall = { server, tool, args, readOnly: false };

describe('holds back', () => {
  it('nothing where nothing ever happened', async () => {
    expect(await side().guard.check(call, signal)).toEqual({ kind: 'free' });
  });

  it('the same call of this process, and of every other one of the workspace', async () => {
    const [one, other] = [side(), side()];
    expect([await one.guard.check(call, signal), await other.guard.check(call, signal)]).toEqual([
      { kind: 'free' },
      { kind: 'free' },
    ]);
    const recordId = await one.journal.intend(intendedCall());
    expect(await other.guard.check(call, signal)).toEqual({ kind: 'free' });
    await one.journal.settle(recordId, LOST);
    expect(await one.guard.check(call, signal)).toEqual({ kind: 'frozen', recordId });
    expect(await other.guard.check(call, signal)).toEqual({ kind: 'frozen', recordId });
    expect(await side().guard.check(call, signal)).toEqual({ kind: 'frozen', recordId });
  });

  it('the same arguments, however they are spelt', async () => {
    const { journal, guard } = side();
    const recordId = await journal.record(intendedCall({ args: { a: 1, b: { c: 2, d: [3] } } }), LOST);
    const spelt = JSON.parse('{"b":{"d":[3.0],"c":2e0},"a":1.0}') as Record<string, unknown>;
    expect(await guard.check({ ...call, args: spelt }, signal)).toEqual({ kind: 'frozen', recordId });
  });

  it('the newest of several', async () => {
    const { journal, guard } = side();
    await journal.record(intendedCall(), LOST);
    const recordId = await journal.record(intendedCall(), LOST);
    const answer = await guard.check(call, signal);
    expect(answer.kind === 'frozen' && [answer.recordId, recordId].includes(answer.recordId)).toBe(true);
  });

  it('a call whose end could not be written', async () => {
    let broken = false;
    const openFile: OpenFile = async (path) => {
      const handle = await openNewFile(path);
      const write = handle.write.bind(handle) as (...parts: unknown[]) => Promise<{ bytesWritten: number }>;
      return Object.assign(handle, {
        write: (...parts: unknown[]) =>
          broken ? Promise.reject(Object.assign(new Error(), { code: 'ENOSPC' })) : write(...parts),
      }) as typeof handle;
    };
    const { journal, guard } = side({ openFile });
    const recordId = await journal.intend(intendedCall());
    broken = true;
    await journal.settle(recordId, LOST).catch(() => {});
    expect(await guard.check(call, signal)).toEqual({ kind: 'frozen', recordId });
  });

  it.each<[string, Partial<FreezableCall>, string]>([
    ['not other arguments', { args: { ...args, amount: 4 } }, '/shop'],
    ['not another tool', { tool: 'refund' }, '/shop'],
    ['not another server', { server: 'bank2' }, '/shop'],
    ['not another workspace', {}, '/other'],
  ])('%s', async (_name, change, workspace) => {
    await side().journal.record(intendedCall(), LOST);
    expect(await side({ workspace }).guard.check({ ...call, ...change }, signal)).toEqual({ kind: 'free' });
  });

  it('not a read, but says that it would', async () => {
    const { journal, guard } = side();
    const recordId = await journal.record(intendedCall(), LOST);
    expect(await guard.check({ ...call, readOnly: true }, signal)).toEqual({ kind: 'exempt', recordId });
  });

  it('nothing when it is off', async () => {
    const { journal, guard } = side({ setting: 'off' });
    await journal.record(intendedCall(), LOST);
    expect(await guard.check(call, signal)).toEqual({ kind: 'free' });
  });
});

describe('a verdict in another terminal', () => {
  it.each(['committed', 'not_committed'] as const)('lifts it at once: %s', async (as) => {
    const [run, terminal] = [side(), side()];
    const recordId = await run.journal.record(intendedCall(), LOST);
    expect(await run.guard.check(call, signal)).toEqual({ kind: 'frozen', recordId });
    await reconcile({ journal: terminal.journal, id: recordId, as, note: '', by: null });
    expect(await run.guard.check(call, signal)).toEqual({ kind: 'free' });
    await reconcile({ journal: terminal.journal, id: recordId, as: 'still_unknown', note: '', by: null });
    expect(await run.guard.check(call, signal)).toEqual({ kind: 'frozen', recordId });
  });

  it('still_unknown does not lift it', async () => {
    const [run, terminal] = [side(), side()];
    const recordId = await run.journal.record(intendedCall(), LOST);
    await reconcile({ journal: terminal.journal, id: recordId, as: 'still_unknown', note: '', by: null });
    expect(await run.guard.check(call, signal)).toEqual({ kind: 'frozen', recordId });
  });
});

describe('asking', () => {
  it('shows the record, and sends again with its key', async () => {
    const seen: Outcome[] = [];
    const { journal, guard } = side({
      askFrozen: (record) => {
        seen.push(record);
        return Promise.resolve('send');
      },
    });
    const recordId = await journal.record(intendedCall(), LOST);
    expect(await guard.check(call, signal)).toEqual({ kind: 'retry', recordId, idempotencyKey: 'key-1' });
    expect(seen.map(({ id, state, intent }) => [id, state, intent.tool])).toEqual([[recordId, 'unknown', 'pay']]);
  });

  it.each<[string, FreezeSetting, AskFrozen | undefined]>([
    ['a no', 'ask', () => Promise.resolve('refuse')],
    ['nobody to ask', 'ask', undefined],
    ['block, whoever could be asked', 'block', () => Promise.resolve('send')],
    ['a question that fails', 'ask', () => Promise.reject(new Error('no terminal'))],
    ['an answer that is none', 'ask', () => Promise.resolve('yes' as 'send')],
  ])('%s: refused', async (_name, setting, askFrozen) => {
    const { journal, guard } = side({ setting, ...(askFrozen && { askFrozen }) });
    const recordId = await journal.record(intendedCall(), LOST);
    expect(await guard.check(call, signal)).toEqual({ kind: 'frozen', recordId });
  });

  it('who finds that the first call was carried out has this one held back as done', async () => {
    const { journal, guard } = side({ askFrozen: () => Promise.resolve('done') });
    const recordId = await journal.record(intendedCall(), LOST);
    expect(await guard.check(call, signal)).toEqual({ kind: 'done', recordId });
  });

  it('a cancel while the question is open is a no', async () => {
    const user = new AbortController();
    const { journal, guard } = side({
      askFrozen: () => {
        user.abort();
        return new Promise(() => {});
      },
    });
    const recordId = await journal.record(intendedCall(), LOST);
    expect(await guard.check(call, user.signal)).toEqual({ kind: 'frozen', recordId });
  });
});

describe('what it knows', () => {
  it('includes what it can not see from here', async () => {
    await mkdir(dir);
    const { journal, guard } = side();
    const digest = await journal.digest(args);
    const intent = { ...unreadableIntent('mo_1', '2026-08-01T00:00:00.000Z'), workspace: '/shop', server, tool };
    const head = recordLine({
      v: 1,
      type: 'process',
      at: '',
      pid: 1,
      started: 'm/b/n/s',
      qwen_version: '1',
      session: null,
    });
    const path = folder.at('mcp-outcomes', '1.jsonl');
    await writeFile(path, head);
    await utimes(path, 1, 1);
    expect(await guard.check(call, signal)).toEqual({ kind: 'free' });
    expect(await guard.check(call, signal)).toEqual({ kind: 'free' });
    await writeFile(folder.at('mcp-outcomes', '2.jsonl'), head + recordLine({ ...intent, arguments_digest: digest }));
    expect(await guard.check(call, signal)).toEqual({ kind: 'frozen', recordId: 'mo_1' });
  });

  it('follows a folder that is deleted and made again', async () => {
    const { journal, guard } = side();
    await journal.record(intendedCall(), LOST);
    expect(await guard.check(call, signal)).toMatchObject({ kind: 'frozen' });
    await rm(dir, { recursive: true });
    expect(await guard.check(call, signal)).toEqual({ kind: 'free' });
    const recordId = await journal.record(intendedCall(), LOST);
    expect(await guard.check(call, signal)).toEqual({ kind: 'frozen', recordId });
  });

  it('is never guessed: what can not be read keeps every call back but a read', async () => {
    const { journal, guard } = side();
    await journal.record(intendedCall(), LOST);
    const path = folder.at('mcp-outcomes', '1.jsonl');
    await mkdir(path);
    await chmod(path, 0o700);
    expect(await guard.check({ ...call, readOnly: true }, signal)).toEqual({ kind: 'free' });
    await expect(guard.check(call, signal)).rejects.toMatchObject({
      code: 'io',
      shown:
        'The call was not sent, because its outcome may be unknown already. ' +
        `The records of earlier calls in ${path} can't be read (EISDIR). Make them readable or move them away.`,
    });
  });
});

describe('what happens while the question is open', () => {
  it('lets one of two questions about one call have it sent, whatever both answer', async () => {
    const answers: ((answer: 'send') => void)[] = [];
    const askFrozen: AskFrozen = () =>
      new Promise((resolve) => {
        if (answers.push(resolve) === 2) answers.forEach((answer) => answer('send'));
      });
    const { journal, guard } = side({ askFrozen });
    const recordId = await journal.record(intendedCall(), LOST);
    const both = await Promise.all([guard.check(call, signal), guard.check(call, signal)]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['repeated', 'retry']);
    expect(both.map((answer) => 'recordId' in answer && answer.recordId)).toEqual([recordId, recordId]);
  });

  it('counts when another process sent it again', async () => {
    const other = side();
    const askFrozen: AskFrozen = async ({ id }) => {
      await other.journal.intend(intendedCall({ retryOf: id }));
      return 'send';
    };
    const { journal, guard } = side({ askFrozen });
    const recordId = await journal.record(intendedCall(), LOST);
    expect(await guard.check(call, signal)).toEqual({ kind: 'repeated', recordId });
  });

  it('counts when somebody found elsewhere that it was carried out', async () => {
    const terminal = side();
    const askFrozen: AskFrozen = async ({ id }) => {
      await reconcile({ journal: terminal.journal, id, as: 'committed', note: '', by: null });
      return 'send';
    };
    const { journal, guard } = side({ askFrozen });
    const recordId = await journal.record(intendedCall(), LOST);
    expect(await guard.check(call, signal)).toEqual({ kind: 'done', recordId });
  });

  it('does not stand in the way of a later question', async () => {
    const { journal, guard } = side({ askFrozen: () => Promise.resolve('send') });
    const recordId = await journal.record(intendedCall(), LOST);
    await guard.check(call, signal);
    expect(await guard.check(call, signal)).toMatchObject({ kind: 'retry', recordId });
  });
});
