import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostCanary, watchedLedger, type CanaryHost, type CanaryOptions } from '../testing/canary-host.js';
import { buildProgram } from '../testing/canary-program.js';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import type { Action } from './faults.js';
import { writeTool } from './tools.js';

let temp: TempHome;
let canary: CanaryHost | undefined;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(async () => {
  await canary?.stop();
  canary = undefined;
  await temp.remove();
});

async function host(options: Partial<CanaryOptions> = {}): Promise<CanaryHost> {
  canary = await hostCanary(temp.root, 'canary', { transport: 'http', tools: [writeTool('charge')], ...options });
  return canary;
}

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly session: string | null;
  readonly body: string;
}

const RESULT = { content: [{ type: 'text', text: 'charge done, 1 in all' }] };
const event = (data: unknown): string => `event: message\ndata: ${JSON.stringify(data)}\n\n`;

function exchange({ entry }: CanaryHost, init: RequestInit): Promise<Response> {
  return fetch(entry['httpUrl'] as string, init);
}

const read = async (response: Response): Promise<Answer> => ({
  status: response.status,
  type: response.headers.get('content-type'),
  session: response.headers.get('mcp-session-id'),
  body: await response.text(),
});

const post = async (
  server: CanaryHost,
  method: string,
  options: { session?: string; params?: object; id?: number } = {},
): Promise<Answer> =>
  read(
    await exchange(server, {
      method: 'POST',
      headers: options.session === undefined ? {} : { 'mcp-session-id': options.session },
      body: JSON.stringify({ jsonrpc: '2.0', id: options.id ?? 1, method, params: options.params }),
    }),
  );

async function open(server: CanaryHost): Promise<string> {
  const { session } = await post(server, 'initialize', { params: { protocolVersion: '2025-06-18' } });
  if (session === null) throw new Error('no session id');
  return session;
}

const callIn = (server: CanaryHost, session: string): Promise<Answer> =>
  post(server, 'tools/call', { session, params: { name: 'charge', arguments: { key: 'k' } } });

it('answers on an event stream, or in JSON', async () => {
  const streaming = await host();
  const reply = { jsonrpc: '2.0', id: 1, result: RESULT };
  expect(await callIn(streaming, await open(streaming))).toEqual({
    status: 200,
    type: 'text/event-stream',
    session: null,
    body: event(reply),
  });
  await streaming.stop();
  const plain = await hostCanary(temp.root, 'json', {
    transport: 'http',
    tools: [writeTool('charge')],
    http: { replies: 'json' },
  });
  const answer = await callIn(plain, await open(plain));
  await plain.stop();
  expect(answer).toEqual({ status: 200, type: 'application/json', session: null, body: JSON.stringify(reply) });
});

it('accepts a notification, and puts it in the ledger', async () => {
  const server = await host();
  const session = await open(server);
  const answer = await read(
    await exchange(server, {
      method: 'POST',
      headers: { 'mcp-session-id': session },
      body: '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}',
    }),
  );
  expect(answer.status).toBe(202);
  expect(server.events().at(-1)).toEqual({
    event: 'notification',
    generation: 1,
    method: 'notifications/cancelled',
    requestId: 4,
  });
});

describe('faults that leave an answer', () => {
  it.each<[string, Action, Partial<Answer>]>([
    [
      'a gateway page',
      { kind: 'page', status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' },
      { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' },
    ],
    [
      'a page with the id in it',
      { kind: 'page', status: 400, body: '{"id":{{id}}}' },
      { status: 400, body: '{"id":1}' },
    ],
    ['401', { kind: 'page', status: 401, body: 'no' }, { status: 401, body: 'no' }],
    ['an event stream that ends', { kind: 'stream-end' }, { status: 200, type: 'text/event-stream', body: '' }],
    [
      'an event stream that ends after an event id',
      { kind: 'stream-end', ids: true },
      { body: expect.stringMatching(/^id: \S+\nretry: 20\ndata: \n\n$/) as string },
    ],
    [
      'a reply to another id',
      { kind: 'wrong-id' },
      { body: event({ jsonrpc: '2.0', id: 987_654_321, result: RESULT }) },
    ],
    [
      'a stale session in the usual dialect',
      { kind: 'stale' },
      {
        status: 404,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Session not found"}}',
      },
    ],
    [
      'the whole reply, then exit',
      { kind: 'reply-then-exit' },
      { body: event({ jsonrpc: '2.0', id: 1, result: RESULT }) },
    ],
  ])('%s', async (_name, then, expected) => {
    const server = await host({ faults: [{ then }] });
    expect(await callIn(server, await open(server))).toMatchObject(expected);
    expect(server.counts('charge')).toMatchObject({ invocations: 1, commits: 1 });
  });
});

describe('faults that leave none', () => {
  it.each<[string, Action]>([
    ['socket destroyed', { kind: 'destroy' }],
    ['socket reset', { kind: 'destroy', reset: true }],
    ['exit', { kind: 'exit' }],
    ['SIGKILL', { kind: 'kill' }],
    ['half a JSON body', { kind: 'half-reply' }],
    ['event stream cut in the middle', { kind: 'stream-break' }],
  ])('%s', async (_name, then) => {
    const server = await host({ faults: [{ then }] });
    const session = await open(server);
    await expect(callIn(server, session)).rejects.toThrow(/fetch failed|terminated/);
    expect(server.counts('charge')).toMatchObject({ invocations: 1, commits: 1 });
  });
});

it('comes back at the same address with new sessions after it died', async () => {
  const server = await host({ faults: [{ nth: 1, then: { kind: 'kill' } }] });
  const session = await open(server);
  await expect(callIn(server, session)).rejects.toThrow('fetch failed');
  await server.waitFor((seen) => seen.event === 'listening' && seen.generation === 2);
  expect(await callIn(server, session)).toMatchObject({ status: 404 });
  expect(server.events().at(-1)).toEqual({ event: 'stale', generation: 2, session });
  expect((await callIn(server, await open(server))).status).toBe(200);
  expect(server.counts('charge')).toEqual({ invocations: 2, commits: 2, starts: 2, listings: 0 });
});

it('stays away until its gate is opened', async () => {
  const server = await host({ respawn: { gate: 'again' }, faults: [{ nth: 1, then: { kind: 'exit' } }] });
  await expect(callIn(server, await open(server))).rejects.toThrow('fetch failed');
  await expect(open(server)).rejects.toThrow('fetch failed');
  await server.openGate('again');
  await server.waitFor((seen) => seen.event === 'listening' && seen.generation === 2);
  expect(await open(server)).toMatch(/^[\w-]{36}$/);
});

it('keeps a reply for the GET that names the last event', async () => {
  const server = await host({ faults: [{ then: { kind: 'resume-later' } }] });
  const session = await open(server);
  const { body } = await callIn(server, session);
  const id = /^id: (\S+)\n/.exec(body)?.[1] ?? '';
  const resumed = await read(await exchange(server, { headers: { 'mcp-session-id': session, 'last-event-id': id } }));
  expect(resumed.body).toContain(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: RESULT })}`);
  expect(server.counts('charge')).toMatchObject({ invocations: 1 });
});

it('forgets its sessions between two calls and lists other tools from then on', async () => {
  const server = await host({
    generations: { '2': [writeTool('charge', { idempotentHint: true })] },
    faults: [{ nth: 1, forget: true, bump: true, then: { kind: 'reply' } }],
  });
  const session = await open(server);
  expect((await callIn(server, session)).status).toBe(200);
  expect((await callIn(server, session)).status).toBe(404);
  expect((await post(server, 'tools/list', { session: await open(server) })).body).toContain('"idempotentHint":true');
  expect(server.counts('charge')).toMatchObject({ invocations: 1, starts: 1 });
});

it('opens a side stream, cuts it, refuses it, as the plan says', async () => {
  const server = await host({
    faults: [
      { on: 'GET', nth: 1, pause: { gate: 'cut' }, then: { kind: 'stream-end' } },
      { on: 'GET', nth: 2, then: { kind: 'page', status: 405, body: '' } },
    ],
  });
  const headers = { 'mcp-session-id': await open(server) };
  const stream = await exchange(server, { headers });
  expect(stream.status).toBe(200);
  await server.openGate('cut');
  expect(await stream.text()).toBe('');
  expect((await exchange(server, { headers })).status).toBe(405);
});

it('ends a session by DELETE, and lets only one live when it is that kind', async () => {
  const server = await host({ http: { singleSession: true } });
  const session = await open(server);
  expect((await post(server, 'initialize')).status).toBe(409);
  const gone = await exchange(server, { method: 'DELETE', headers: { 'mcp-session-id': session } });
  expect(gone.status).toBe(200);
  expect(await open(server)).not.toBe(session);
});

it('turns away a request without the right authorization', async () => {
  const server = await host({ http: { authorization: 'Bearer right' } });
  const answer = await exchange(server, { method: 'POST', body: '{}', headers: { authorization: 'Bearer wrong' } });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

it('ends with whoever started it when the plan says so', async () => {
  const stateDir = join(temp.root, 'kept-alive');
  const plan = { transport: 'http', stateDir, tools: [], endsWithInput: true };
  const path = await temp.write('kept-alive/plan.json', JSON.stringify(plan));
  const child = spawn(process.execPath, [await buildProgram('canary'), path], { stdio: ['pipe', 'ignore', 'ignore'] });
  const exited = once(child, 'exit');
  await watchedLedger(stateDir).waitFor((event) => event.event === 'listening');
  child.stdin.end();
  expect(await exited).toEqual([0, null]);
});

it('stops waiting for a line that nobody will write', async () => {
  const stop = new AbortController();
  const waiting = (await host()).waitFor((event) => event.event === 'commit', stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
