import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOutcomeJournal, type OutcomeJournal } from '../mcp/journal/create-journal.js';
import { readJournal } from '../mcp/journal/read.js';
import type { IntendedCall } from '../mcp/journal/port.js';
import type { Settlement } from '../mcp/journal/settlement.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { settleOpenCalls, type SettleOptions } from './settle-open-calls.js';
import type { OpenCall } from './types.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
  clock = createFakeClock(5_000);
});
afterEach(() => folder.remove());

let clock = createFakeClock();
const options = (): SettleOptions => ({
  session: 'S',
  dir: folder.at('outcomes'),
  keyFile: folder.at('key'),
  workspace: '/p',
  version: '1',
  clock,
});
const journalOf = (session = 'S'): OutcomeJournal => createOutcomeJournal({ ...options(), session });

const intended = (callId: string): IntendedCall => ({
  callId,
  server: 'shop',
  tool: 'order',
  epoch: 1,
  transport: 'stdio',
  target: 'shop',
  attempt: 1,
  hints: undefined,
  trust: { server: true, workspace: true },
  args: { item: 1 },
  idempotencyKey: 'K',
  retryOf: undefined,
});
const open = (callId: string, more: Partial<OpenCall> = {}): OpenCall => ({
  callId,
  tool: 'mcp__shop__order',
  args: { item: 1 },
  askedAt: new Date(4_000).toISOString(),
  ...more,
});

/** The call as a process that has died left it: the journal tells a dead one by its start time. */
async function left(callId: string, settlement?: Settlement, session?: string): Promise<string> {
  const journal = journalOf(session);
  const id = await journal.intend(intended(callId));
  if (settlement !== undefined) await journal.settle(id, settlement);
  await journal.close();
  for (const name of readdirSync(folder.at('outcomes'))) {
    const path = folder.at('outcomes', name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"started":"[^"]*"/, '"started":""'));
  }
  return id;
}

const states = async (): Promise<Record<string, string>> => {
  const { outcomes } = await readJournal({ dir: folder.at('outcomes') });
  return Object.fromEntries(outcomes.map(({ id, state }) => [id, state]));
};

const ANSWERED: Settlement = { result: 'answered', reach: null, attempts: 1 };

it('names the record of a call that was out', async () => {
  const id = await left('a');
  expect(await settleOpenCalls([open('a')], options())).toEqual(new Map([['a', id]]));
  expect(await states()).toEqual({ [id]: 'unknown' });
});

it('names the record of a call that was out inside a sub-agent, when the open call is the one that started it', async () => {
  await left('ab/c');
  await left('a/b', ANSWERED);
  const id = await left('a/b/c');
  expect(await settleOpenCalls([open('a')], options())).toEqual(new Map([['a', id]]));
});

it.each<[what: string, settlement: Settlement]>([
  ['was lost', { result: 'lost', reach: 'unanswered', attempts: 1 }],
  ['timed out', { result: 'timed_out', reach: 'unanswered', attempts: 1 }],
])('names the record of a call that %s', async (_what, settlement) => {
  const id = await left('a', settlement);
  expect(await settleOpenCalls([open('a')], options())).toEqual(new Map([['a', id]]));
});

it.each<Settlement['result']>(['answered', 'tool_error'])(
  'puts a call as lost on record whose answer (%s) died with its process, once',
  async (result) => {
    const id = await left('a', { ...ANSWERED, result });
    await clock.advance(500);
    const first = await settleOpenCalls([open('a')], options());
    const lost = first.get('a')!;
    expect(lost).not.toBe(id);
    expect(await states()).toEqual({ [id]: 'settled', [lost]: 'unknown' });
    expect(await settleOpenCalls([open('a')], options())).toEqual(first);

    const { outcomes } = await readJournal({ dir: folder.at('outcomes') });
    const [before, after] = outcomes.map(({ intent }) => intent);
    expect(after).toEqual({ ...before, id: lost, at: after?.at });
  },
);

it('leaves out a call that never left, one of another session, of another answer, and one that is not on record', async () => {
  await left('unsent', { result: 'timed_out', reach: 'unsent', attempts: 1 });
  await left('foreign', undefined, 'T');
  await left('earlier');
  const calls = [
    open('unsent'),
    open('foreign'),
    open('earlier', { askedAt: new Date(6_000).toISOString() }),
    open('earlier', { askedAt: '' }),
    open('nowhere'),
  ];
  expect(await settleOpenCalls(calls, options())).toEqual(new Map());
});

it('comes back with nothing when the journal can’t be read', async () => {
  await folder.write('outcomes', 'a file');
  expect(await settleOpenCalls([open('a')], options())).toEqual(new Map());
});
