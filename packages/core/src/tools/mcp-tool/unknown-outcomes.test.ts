/** The tool, the journal and the freeze together: a real folder, a scripted server. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutcomeJournal, type OutcomeJournal } from '../../mcp/journal/create-journal.js';
import { readJournal } from '../../mcp/journal/read.js';
import { createFreezeGuard, type AskFrozen } from '../../mcp/reconcile/freeze-guard.js';
import { reconcile } from '../../mcp/reconcile/reconcile.js';
import { watchUnknown } from '../../mcp/reconcile/unknown-watch.js';
import { systemClock } from '../../shared/clock.js';
import { noDebugLog } from '../../shared/debug-log.js';
import { createScriptedServer, type ScriptedServerOptions, type ScriptedTool } from '../../testing/scripted-server.js';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import type { Tool, ToolResult } from '../types.js';
import { createMcpTool } from './create-mcp-tool.js';
import { createMcpToolsFromCallable } from './create-tools-from-callable.js';
import { TEXTS, UNKNOWN_OUTCOME_TEXT } from './texts.js';

const bare: ScriptedTool = { name: 'pay' };
const readOnly: ScriptedTool = { name: 'pay', annotations: { readOnlyHint: true } };
const ARGS = { amount: 3, card: 'a-secret-number' };

let folder: TempFolder;
let dir: string;
let journal: OutcomeJournal;

beforeEach(async () => {
  folder = await createTempFolder();
  dir = folder.at('mcp-outcomes');
  journal = createOutcomeJournal({
    dir,
    keyFile: folder.at('key'),
    workspace: '/shop',
    session: 's-1',
    version: '0.21.5',
    clock: systemClock,
  });
});
afterEach(async () => {
  await journal.close();
  await folder.remove();
});

interface Setup {
  readonly server: Partial<ScriptedServerOptions> & Pick<ScriptedServerOptions, 'epochs'>;
  readonly askFrozen?: AskFrozen;
  readonly retry?: { readonly recordId: string; readonly idempotencyKey: string };
  readonly useCallable?: boolean;
}

const effects = ({ askFrozen, retry }: Omit<Setup, 'server'>) => {
  const watch = watchUnknown({ dir, workspace: '/shop', clock: systemClock, own: journal.own });
  return {
    journal,
    freeze: createFreezeGuard({ journal, watch, setting: () => 'ask', askFrozen, debug: noDebugLog }),
    retry,
    clock: systemClock,
    saveOutput: async () => 'unused',
    debug: noDebugLog,
  };
};

async function toolOf({ server: options, useCallable = false, ...rest }: Setup) {
  const server = createScriptedServer({
    play: (call) => (call.nth === 0 ? call.loseConnection() : call.answer()),
    ...options,
    link: { useCallable, ...options.link },
  });
  const live = await server.link.ready(new AbortController().signal);
  return {
    server,
    tool: createMcpTool({ link: server.link, tool: live!.tools[0]!, name: 'mcp__srv__pay', ...effects(rest) }),
  };
}

const call = (
  tool: Tool,
  args: Record<string, unknown> = ARGS,
  signal = new AbortController().signal,
): Promise<ToolResult> => tool.execute(args, { callId: 'call_1', signal, onProgress: () => {} });
const outcomes = async () => (await readJournal(journal)).outcomes;
const onlyId = async (): Promise<string> => (await outcomes())[0]!.id;

describe.each([
  ['direct client', false],
  ['callable fallback', true],
])('over the %s', (_path, useCallable) => {
  it('a lost call is on record, and the same one is held back; others are not', async () => {
    const { tool, server } = await toolOf({ server: { epochs: [[bare], [bare]] }, useCallable });
    const lost = await call(tool);
    const recordId = await onlyId();
    expect(lost).toEqual({ status: 'error', code: 'mcp_outcome_unknown', text: UNKNOWN_OUTCOME_TEXT, recordId });
    expect(await call(tool)).toEqual({
      status: 'error',
      code: 'mcp_call_frozen',
      text: TEXTS.frozen(recordId),
      recordId,
    });
    expect(server.arrived).toHaveLength(1);
    expect(await call(tool, { amount: 4 })).toEqual({ status: 'ok', text: 'done' });
    expect(server.arrived).toHaveLength(2);
  });

  it('goes out again once a person has said that it did not happen', async () => {
    const { tool, server } = await toolOf({ server: { epochs: [[bare], [bare]] }, useCallable });
    await call(tool);
    await reconcile({ journal, id: await onlyId(), as: 'not_committed', note: 'looked', by: null });
    expect(await call(tool)).toEqual({ status: 'ok', text: 'done' });
    expect(server.arrived).toHaveLength(2);
    expect((await outcomes()).map(({ state }) => state)).toEqual(['not_committed', 'settled']);
  });

  it('without its record nothing is sent', async () => {
    await writeFile(dir, 'no folder');
    const { tool, server } = await toolOf({ server: { epochs: [[bare]] }, useCallable });
    const result = await call(tool);
    expect([result.status, result.code, server.arrived.length]).toEqual(['error', 'io', 0]);
    await rm(dir);
    expect((await call(tool)).code).toBe('mcp_outcome_unknown');
  });
});

it('writes down what there is to know, and no argument', async () => {
  const { tool } = await toolOf({ server: { epochs: [[bare], [bare]] } });
  await call(tool);
  const [outcome] = await outcomes();
  expect(outcome?.intent).toMatchObject({
    session: 's-1',
    workspace: '/shop',
    server: 'srv',
    tool: 'pay',
    epoch: 1,
    transport: 'sdk',
    annotations: null,
    server_trusted: true,
    workspace_trusted: true,
    call_id: 'call_1',
    attempt: 1,
    retry_of: null,
  });
  expect(outcome?.settled).toMatchObject({ result: 'lost', reach: 'unanswered', attempts: 1 });
  const texts = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')));
  expect(texts.join('')).not.toMatch(/a-secret-number|card/);
});

it('a read is never held back, and leaves no record', async () => {
  const { tool, server } = await toolOf({
    server: { epochs: [[readOnly], [readOnly]], play: (arrived) => arrived.answer() },
  });
  await call(tool);
  await journal.record(
    {
      callId: 'c',
      server: 'srv',
      tool: 'pay',
      epoch: 1,
      transport: 'sdk',
      target: '',
      attempt: 1,
      hints: undefined,
      trust: { server: true, workspace: true },
      args: ARGS,
      idempotencyKey: 'k',
      retryOf: undefined,
    },
    { result: 'lost', reach: 'unanswered', attempts: 1 },
  );
  expect(await call(tool)).toEqual({ status: 'ok', text: 'done' });
  expect([server.arrived.length, (await outcomes()).length]).toEqual([2, 1]);
});

describe('asking', () => {
  it('a yes is a repetition: its own record, linked to the first, with the same key', async () => {
    const { tool, server } = await toolOf({
      server: { epochs: [[bare], [bare]] },
      askFrozen: () => Promise.resolve('send'),
    });
    await call(tool);
    expect(await call(tool)).toEqual({ status: 'ok', text: 'done' });
    expect(server.arrived).toHaveLength(2);
    const [first, second] = await outcomes();
    expect([second?.intent.retry_of, second?.intent.idempotency_key]).toEqual([
      first?.id,
      first?.intent.idempotency_key,
    ]);
  });

  it('what a person finds to be done is not sent, and the model is told so', async () => {
    const { tool, server } = await toolOf({
      server: { epochs: [[bare], [bare]] },
      askFrozen: () => Promise.resolve('done'),
    });
    await call(tool);
    const [first] = await outcomes();
    expect(await call(tool)).toEqual({
      status: 'error',
      code: 'mcp_call_frozen',
      recordId: first?.id,
      text:
        'The call was not sent: a person has found that an identical earlier call was carried out ' +
        `(record ${first?.id}). Take it as done and go on from there. Make it a second time only if the user asks for a second one.`,
    });
    expect(server.arrived).toHaveLength(1);
  });

  it('two questions about one call that are open at once have it sent once', async () => {
    const open: ((answer: 'send') => void)[] = [];
    const { tool, server } = await toolOf({
      server: { epochs: [[bare], [bare]] },
      askFrozen: () =>
        new Promise((resolve) => {
          if (open.push(resolve) === 2) open.forEach((answer) => answer('send'));
        }),
    });
    await call(tool);
    const [first] = await outcomes();
    expect(await Promise.all([call(tool), call(tool)])).toContainEqual({
      status: 'error',
      code: 'mcp_call_frozen',
      recordId: first?.id,
      text:
        'The call was not sent: while a person was asked about it, the same call was sent again (a repetition of ' +
        `record ${first?.id}). Go by what came of that one. Make this one as well only if the user asks for it.`,
    });
    expect(server.arrived).toHaveLength(2);
  });

  it('a cancel while it is asked ends the call as cancelled', async () => {
    const user = new AbortController();
    const { tool, server } = await toolOf({
      server: { epochs: [[bare], [bare]] },
      askFrozen: () => {
        user.abort();
        return new Promise(() => {});
      },
    });
    await call(tool);
    expect(await call(tool, ARGS, user.signal)).toEqual({
      status: 'cancelled',
      code: 'cancelled',
      text: TEXTS.cancelled,
    });
    expect(server.arrived).toHaveLength(1);
  });
});

it('a retry that a person asked for has its own record, linked to the first, with the same key', async () => {
  const { tool } = await toolOf({ server: { epochs: [[bare], [bare]] } });
  await call(tool);
  const [first] = await outcomes();
  await reconcile({ journal, id: first!.id, as: 'not_committed', note: '', by: null });
  const retry = { recordId: first!.id, idempotencyKey: first!.intent.idempotency_key };
  const { tool: again } = await toolOf({ server: { epochs: [[bare]], play: (arrived) => arrived.answer() }, retry });
  expect(await call(again)).toEqual({ status: 'ok', text: 'done' });
  const second = (await outcomes())[1];
  expect([second?.state, second?.intent.retry_of, second?.intent.idempotency_key]).toEqual([
    'settled',
    retry.recordId,
    retry.idempotencyKey,
  ]);
});

it('holds for a callable of a host as well', async () => {
  let calls = 0;
  const [tool] = await createMcpToolsFromCallable({
    server: 'bank',
    connection: {
      callable: {
        tool: async () => ({ functionDeclarations: [{ name: 'pay' }] }),
        callTool: () => {
          calls += 1;
          return Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
        },
      },
    },
    callTimeoutMs: 1_000,
    trust: () => ({ server: true, workspace: true }),
    target: 'bank-library',
    ...effects({}),
  });
  const lost = await call(tool!);
  const [outcome] = await outcomes();
  expect([lost.code, lost.recordId]).toEqual(['mcp_outcome_unknown', outcome?.id]);
  expect([outcome?.intent.transport, outcome?.intent.target]).toEqual(['callable', 'bank-library']);
  expect((await call(tool!)).code).toBe('mcp_call_frozen');
  expect(calls).toBe(1);
});
