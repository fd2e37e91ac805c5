import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ResultSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, expect, it } from 'vitest';
import { noDebugLog } from '../../shared/debug-log.js';
import { createSdkTransport, type SdkHost } from './sdk.js';
import type { AttemptWatch, WatchedTransport } from './types.js';

type Request = Extract<JSONRPCMessage, { id: string | number; method: string }>;
type OnCall = (request: Request) => unknown;

const plan = { kind: 'sdk', server: 'calc' } as const;
const open: WatchedTransport[] = [];
afterEach(() => Promise.all(open.splice(0).map((transport) => transport.close())));

interface Scene {
  readonly client: Client;
  readonly transport: WatchedTransport;
  readonly gone: AbortController;
  /** What reached the host, as `server method`. */
  readonly seen: string[];
  readonly told: string[];
}

async function scene(onCall: OnCall): Promise<Scene> {
  const gone = new AbortController();
  const seen: string[] = [];
  const told: string[] = [];
  const host: SdkHost = {
    gone: gone.signal,
    send: async (server, message) => {
      seen.push(`${server} ${'method' in message ? message.method : 'reply'}`);
      if (!('id' in message) || !('method' in message)) return { jsonrpc: '2.0', id: 0, result: {} };
      const { id, params } = message;
      if (message.method !== 'initialize') return onCall(message);
      const serverInfo = { name: 'calc', version: '1' };
      return {
        jsonrpc: '2.0',
        id,
        result: { protocolVersion: params?.['protocolVersion'], capabilities: { tools: {} }, serverInfo },
      };
    },
  };
  const transport = createSdkTransport({ plan, host, debug: noDebugLog });
  open.push(transport);
  transport.onlost = () => told.push('lost');
  transport.onexchangelost = () => told.push('exchange lost');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return { client, transport, gone, seen, told };
}

interface Called {
  readonly watch: AttemptWatch;
  readonly ended: string;
}

async function call({ client, transport }: Scene): Promise<Called> {
  const watch = transport.watchAttempt();
  const ended = await watch
    .run(() => client.request({ method: 'tools/call', params: { name: 'sum' } }, ResultSchema))
    .then(
      (result) => JSON.stringify(result),
      () => 'rejected',
    );
  return { watch, ended };
}

const reach = ({ watch: { reply, reach, gone } }: Called): unknown => ({ reply, reach, gone });
const LOST = { reply: undefined, reach: 'unanswered', gone: true };

it.each<[string, (id: Request['id']) => unknown, unknown, string]>([
  [
    'a result',
    (id) => ({ jsonrpc: '2.0', id, result: { sum: 59 } }),
    { kind: 'result', result: { sum: 59 } },
    '{"sum":59}',
  ],
  [
    'an error of the server, although it looks like a lost connection',
    (id) => ({ jsonrpc: '2.0', id, error: { code: -32000, message: 'Connection closed' } }),
    { kind: 'error', code: -32000, message: 'Connection closed' },
    'rejected',
  ],
])('%s is an answer', async (_name, answer, reply, ended) => {
  const at = await scene(({ id }) => answer(id));
  const called = await call(at);
  expect([reach(called), called.ended, at.told]).toEqual([{ reply, reach: 'unanswered', gone: false }, ended, []]);
});

it.each<[string, OnCall]>([
  ['a failed control request', () => Promise.reject(new Error('no'))],
  ['nothing', () => undefined],
  ['a reply to another request', () => ({ jsonrpc: '2.0', id: 999, result: {} })],
  ['no JSON-RPC', () => ({ content: [] })],
])('%s loses the exchange, and the next call still works', async (_name, answer) => {
  let calls = 0;
  const at = await scene((request) => {
    calls += 1;
    return calls === 1 ? answer(request) : { jsonrpc: '2.0', id: request.id, result: {} };
  });
  const first = await call(at);
  expect([reach(first), first.ended, at.told]).toEqual([LOST, 'rejected', ['exchange lost']]);
  expect((await call(at)).watch.reply).toEqual({ kind: 'result', result: {} });
  expect(at.seen).toEqual(['calc initialize', 'calc notifications/initialized', 'calc tools/call', 'calc tools/call']);
});

it('a host that goes away loses what is in flight, and takes nothing more', async () => {
  const at = await scene(() => new Promise(() => {}));
  const calling = call(at);
  await expect.poll(() => at.seen.at(-1)).toBe('calc tools/call');
  at.gone.abort();
  expect([reach(await calling), at.told]).toEqual([LOST, ['lost']]);
  const later = at.transport.watchAttempt();
  await expect(later.run(() => at.transport.send({ jsonrpc: '2.0', id: 7, method: 'tools/call' }))).rejects.toThrow();
  expect([later.reach, later.gone, at.seen.length]).toEqual(['unsent', true, 3]);
});

it('a late reply is dropped', async () => {
  let answer = (): void => {};
  const at = await scene(
    ({ id }) => new Promise((resolve) => (answer = () => resolve({ jsonrpc: '2.0', id, result: {} }))),
  );
  const calling = call(at);
  await expect.poll(() => at.seen.at(-1)).toBe('calc tools/call');
  await at.transport.close();
  const called = await calling;
  answer();
  await Promise.resolve();
  expect([reach(called), at.told]).toEqual([LOST, []]);
});

it('does not start without a host', async () => {
  const host: SdkHost = { send: () => Promise.reject(new Error('never')), gone: AbortSignal.abort() };
  const transport = createSdkTransport({ plan, host, debug: noDebugLog });
  await expect(transport.start()).rejects.toThrow('the host is gone');
});
