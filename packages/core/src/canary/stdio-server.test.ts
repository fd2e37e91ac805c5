import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostCanary, type CanaryHost, type CanaryOptions } from '../testing/canary-host.js';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import type { Action } from './faults.js';
import { lookupTool, setStatusTool, writeTool } from './tools.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

interface Ended {
  readonly stdout: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One process of the canary: everything it writes, until it ends or its input does. */
interface Session {
  readonly child: ChildProcess;
  send(method: string, params?: object): void;
  readonly ended: Promise<Ended>;
}

function start({ entry }: CanaryHost): Session {
  const { command, args } = entry as { command: string; args: string[] };
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let stdout = '';
  let id = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stdin?.on('error', () => {});
  return {
    child,
    send: (method, params) => {
      id += 1;
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    },
    ended: once(child, 'close').then(([code, signal]) => ({ stdout, code, signal }) as Ended),
  };
}

const host = (options: Partial<CanaryOptions>): Promise<CanaryHost> =>
  hostCanary(temp.root, 'canary', { transport: 'stdio', tools: [writeTool('charge')], ...options });

const frames = (stdout: string): unknown[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

const CALL = { name: 'charge', arguments: { key: 'k' } };
const text = (value: string): object => ({ content: [{ type: 'text', text: value }] });

it('answers initialize, a paged list, ping, a call, an unknown tool and an unknown method', async () => {
  const canary = await host({ tools: [writeTool('a'), writeTool('b', { readOnlyHint: true })], pageSize: 1 });
  const session = start(canary);
  session.send('initialize', { protocolVersion: '2025-06-18' });
  session.send('tools/list');
  session.send('tools/list', { cursor: '1' });
  session.send('ping');
  session.send('tools/call', { name: 'a', arguments: { key: 'k' } });
  session.send('tools/call', { name: 'c' });
  session.send('prompts/list');
  session.child.stdin?.end();
  const { stdout, code } = await session.ended;
  const inputSchema = writeTool('a').inputSchema;
  expect(
    frames(stdout).map(
      (frame) => (frame as { result?: unknown; error?: unknown }).result ?? (frame as { error: unknown }).error,
    ),
  ).toEqual([
    {
      protocolVersion: '2025-06-18',
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'canary', version: '0.0.1' },
    },
    { tools: [{ name: 'a', description: 'Does a once a call.', inputSchema }], nextCursor: '1' },
    { tools: [{ name: 'b', description: 'Does b once a call.', inputSchema, annotations: { readOnlyHint: true } }] },
    {},
    text('a done, 1 in all'),
    { code: -32602, message: 'Unknown tool: c' },
    { code: -32601, message: 'Method not found' },
  ]);
  expect(code).toBe(0);
});

describe('the ways a call ends', () => {
  const whole = `${JSON.stringify({ jsonrpc: '2.0', id: 1, result: text('charge done, 1 in all') })}\n`;

  it.each<[string, Action, Partial<Ended>]>([
    ['exit', { kind: 'exit', code: 7 }, { stdout: '', code: 7, signal: null }],
    ['SIGKILL', { kind: 'kill' }, { stdout: '', code: null, signal: 'SIGKILL' }],
    ['half a frame', { kind: 'half-reply' }, { stdout: whole.slice(0, whole.length / 2), code: 1 }],
    ['the whole reply, then exit', { kind: 'reply-then-exit' }, { stdout: whole, code: 0 }],
  ])('%s', async (_name, then, expected) => {
    const canary = await host({ faults: [{ then }] });
    const session = start(canary);
    session.send('tools/call', CALL);
    expect(await session.ended).toMatchObject(expected);
    expect(canary.counts('charge')).toEqual({ invocations: 1, commits: 1, starts: 1, listings: 0 });
  });

  it('dies before the effect when asked to', async () => {
    const canary = await host({ faults: [{ when: 'before-commit', then: { kind: 'exit' } }] });
    const session = start(canary);
    session.send('tools/call', CALL);
    await session.ended;
    expect(canary.counts('charge')).toMatchObject({ invocations: 1, commits: 0 });
  });

  it('closes standard output and goes on reading', async () => {
    const canary = await host({ faults: [{ nth: 1, then: { kind: 'close-stdout' } }] });
    const session = start(canary);
    session.send('tools/call', CALL);
    await once(session.child.stdout!, 'end');
    session.send('tools/call', CALL);
    await canary.waitFor((event) => event.event === 'commit' && event.nth === 2);
    expect(session.child.exitCode).toBeNull();
    session.child.stdin?.end();
    expect(await session.ended).toMatchObject({ stdout: '', code: 0 });
  });

  it('closes standard input after the reply and stays', async () => {
    const canary = await host({ outlivesInput: true, faults: [{ then: { kind: 'close-stdin' } }] });
    const session = start(canary);
    session.send('tools/call', CALL);
    await canary.waitFor((event) => event.event === 'closed' && event.stream === 'stdin');
    const broken = new Promise((resolve) => session.child.stdin!.once('close', resolve));
    session.send('ping');
    await broken;
    expect(session.child.exitCode).toBeNull();
    session.child.kill('SIGKILL');
    expect((await session.ended).stdout).toBe(whole);
  });

  it.each<[string, Action, object]>([
    ['another result', { kind: 'result', result: { tools: [] } }, { id: 1, result: { tools: [] } }],
    [
      'a JSON-RPC error',
      { kind: 'error', code: -32000, message: 'no' },
      { id: 1, error: { code: -32000, message: 'no' } },
    ],
    ['isError', { kind: 'is-error', text: 'no' }, { id: 1, result: { ...text('no'), isError: true } }],
    ['another id', { kind: 'wrong-id' }, { id: 987_654_321, result: text('charge done, 1 in all') }],
  ])('%s', async (_name, then, expected) => {
    const session = start(await host({ faults: [{ then }] }));
    session.send('tools/call', CALL);
    session.child.stdin?.end();
    expect(frames((await session.ended).stdout)).toEqual([{ jsonrpc: '2.0', ...expected }]);
  });

  it('hangs on one call and answers the next', async () => {
    const session = start(await host({ faults: [{ nth: 1, then: { kind: 'hang' } }] }));
    session.send('tools/call', CALL);
    session.send('tools/call', CALL);
    session.child.stdin?.end();
    expect(frames((await session.ended).stdout)).toEqual([
      { jsonrpc: '2.0', id: 2, result: text('charge done, 2 in all') },
    ]);
  });

  it('never answers again once wedged', async () => {
    const session = start(await host({ faults: [{ then: { kind: 'wedge' } }] }));
    session.send('tools/call', CALL);
    session.send('ping');
    session.child.stdin?.end();
    expect((await session.ended).stdout).toBe('');
  });
});

it('sends junk, progress and list changes before the reply, and a banner before everything', async () => {
  const session = start(
    await host({
      banner: ['booting'],
      faults: [{ junk: ['\u001b[31mred', '', '42'], progress: 2, listChanged: 1, then: { kind: 'reply' } }],
    }),
  );
  session.send('tools/call', { ...CALL, _meta: { progressToken: 5 } });
  session.child.stdin?.end();
  const progress = (step: number): object => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: 5, progress: step, total: 2, message: `step ${step}` },
  });
  expect((await session.ended).stdout.split('\n')).toEqual([
    'booting',
    JSON.stringify(progress(1)),
    JSON.stringify(progress(2)),
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }),
    '\u001b[31mred',
    '',
    '42',
    JSON.stringify({ jsonrpc: '2.0', id: 1, result: text('charge done, 1 in all') }),
    '',
  ]);
});

it('waits for its gate, answering nothing else when busy', async () => {
  const canary = await host({ faults: [{ pause: { gate: 'go' }, busy: true, then: { kind: 'reply' } }] });
  const session = start(canary);
  session.send('tools/call', CALL);
  session.send('ping');
  await canary.waitFor((event) => event.event === 'commit');
  expect(canary.events().some((event) => event.event === 'request')).toBe(false);
  await canary.openGate('go');
  await canary.waitFor((event) => event.event === 'request');
  session.child.stdin?.end();
  expect(frames((await session.ended).stdout).map((frame) => (frame as { id: number }).id)).toEqual([1, 2]);
});

it('lists other tools in a later generation, and repeats the last list it knows', async () => {
  const canary = await host({ generations: { '2': [writeTool('charge', { idempotentHint: true })], '4': [] } });
  const listed: unknown[] = [];
  for (let generation = 1; generation <= 4; generation += 1) {
    const session = start(canary);
    session.send('tools/list');
    session.child.stdin?.end();
    const [frame] = frames((await session.ended).stdout) as { result: { tools: { annotations?: unknown }[] } }[];
    listed.push(frame?.result.tools.map(({ annotations }) => annotations ?? 'none'));
  }
  expect(listed).toEqual([['none'], [{ idempotentHint: true }], [{ idempotentHint: true }], []]);
});

it('keeps the store in the ledger: the next process knows the last status', async () => {
  const canary = await host({
    tools: [setStatusTool(), lookupTool()],
    faults: [{ tool: 'set_status_then_drop', then: { kind: 'kill' } }],
  });
  const first = start(canary);
  first.send('tools/call', { name: 'set_status_then_drop', arguments: { key: 'k', status: 'closed' } });
  await first.ended;
  const second = start(canary);
  second.send('tools/call', { name: 'lookup', arguments: {} });
  second.child.stdin?.end();
  expect(frames((await second.ended).stdout)).toEqual([
    { jsonrpc: '2.0', id: 1, result: text('{"counter":0,"statuses":{"k":"closed"}}') },
  ]);
  expect(canary.counts('lookup')).toMatchObject({ invocations: 1, commits: 0, starts: 2 });
});
