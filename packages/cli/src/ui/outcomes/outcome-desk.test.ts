import { createOutcomeJournal, type OutcomeJournal } from '@qwen-code/qwen-code-core/mcp/journal/create-journal.js';
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { reconcile } from '@qwen-code/qwen-code-core/mcp/reconcile/reconcile.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing';
import { intendedCall } from '@qwen-code/qwen-code-core/testing/intended-call.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WiredRun } from '../../wire/wire-run.js';
import { createOutcomeDesk, type OutcomeDesk } from './outcome-desk.js';

const session = '00000000-0000-4000-8000-000000000001';
const { signal } = new AbortController();
const { args } = intendedCall();

let temp: TempHome;
let journal: OutcomeJournal;
let desk: OutcomeDesk;
let sent: unknown[];

beforeEach(async () => {
  temp = await createTempHome();
  const { qwenHome, project } = temp;
  journal = createOutcomeJournal({
    ...journalPlaces({ runtimeDir: qwenHome, userDir: qwenHome }),
    ...{ workspace: project, session, version: '0.21.5', clock: systemClock },
  });
  sent = [];
  desk = createOutcomeDesk({
    loaded: { runtimeDir: qwenHome, paths: { userDir: qwenHome } } as Parameters<typeof createOutcomeDesk>[0]['loaded'],
    cwd: project,
    clock: systemClock,
    wired: () => running(),
  });
});
afterEach(async () => {
  await desk.close();
  await journal.close();
  await temp.remove();
});

/** A run whose server takes the call, and puts it on record as a retry first. */
function running(): Pick<WiredRun, 'servers' | 'policy' | 'session'> {
  const retryTool = (_server: string, _tool: string, { recordId }: { recordId: string }): Tool => ({
    ...{ name: 'mcp__bank__pay', displayName: 'pay', description: '', parameters: {}, kind: 'mcp', parallel: false },
    execute: async (called) => {
      const id = await journal.intend(intendedCall({ retryOf: recordId }));
      sent.push(called);
      await journal.settle(id, { result: 'answered', reach: null, attempts: 1 });
      return { status: 'ok', text: 'done' };
    },
  });
  const dirs = { project: temp.project, home: temp.home };
  const rules = { allow: [], ask: [], deny: [] };
  return {
    servers: { retryTool, ownCalls: journal.own },
    policy: () => ({ mode: 'default', rules, workspaceTrusted: true, dirs }),
    session: () => ({ sessionId: session }),
  } as unknown as Pick<WiredRun, 'servers' | 'policy' | 'session'>;
}

/** A call that a person found not to have happened, with its session's recording. */
async function notCommitted() {
  const chat = join(temp.qwenHome, 'projects', temp.project.replace(/[^A-Za-z0-9]/g, '-'), 'chats', `${session}.jsonl`);
  mkdirSync(dirname(chat), { recursive: true });
  const functionCall = { id: 'call_1', name: 'mcp__bank__pay', args };
  const asked = { type: 'assistant', timestamp: new Date(systemClock.now()).toISOString() };
  appendFileSync(chat, `${JSON.stringify({ ...asked, message: { role: 'model', parts: [{ functionCall }] } })}\n`);
  const id = await journal.record(intendedCall(), { result: 'lost', reach: 'unanswered', attempts: 1 });
  await judge(id, 'not_committed');
  const outcome = (await desk.read()).find((one) => one.id === id);
  if (outcome === undefined) throw new Error('not on record');
  expect(await desk.retriable(outcome)).toEqual({ tool: 'mcp__bank__pay', args });
  return outcome;
}

const judge = (id: string, as: 'committed' | 'not_committed') =>
  reconcile({ journal, id, as, note: 'looked', by: null });

it('sends a call once, also when two dialogs about it are answered with yes', async () => {
  const outcome = await notCommitted();
  const both = await Promise.all([desk.send(outcome, args, signal), desk.send(outcome, args, signal)]);
  expect(both).toEqual([{ status: 'ok', text: 'done' }, `${outcome.id} is being sent again already.`]);
  expect(await desk.send(outcome, args, signal)).toMatch(/was sent again already, as mo_/);
  expect(sent).toEqual([args]);
});

it('sends nothing that was found to have happened while the dialog was open', async () => {
  const outcome = await notCommitted();
  await judge(outcome.id, 'committed');
  expect(await desk.send(outcome, args, signal)).toMatch(/can't be sent again/);
  expect(sent).toEqual([]);
});
