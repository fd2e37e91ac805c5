import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../shared/clock.js';
import { noDebugLog } from '../../shared/debug-log.js';
import type { ServerAuth } from '../auth/stored-auth.js';
import { createHttpTransport } from './http.js';
import type { AttemptWatch, WatchedTransport } from './types.js';

interface Call {
  readonly id: number;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The n-th POST of a tools/call, from 1. */
  readonly nth: number;
}
interface Behaviour {
  readonly onCall: (call: Call) => void;
  readonly onGet?: (req: IncomingMessage, res: ServerResponse) => void;
  readonly redirectTo?: string;
  readonly session?: string;
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const result = (id: number, text = 'done') => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
const json = (res: ServerResponse, body: unknown, status = 200, headers = {}): void => {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

class Counters {
  calls = 0;
  gets = 0;
  deletes = 0;
  readonly paths: string[] = [];
  readonly methods: string[] = [];
}

async function serve(behaviour: Behaviour): Promise<{ url: URL; counters: Counters; server: Server }> {
  const counters = new Counters();
  const server = createServer((req, res) => {
    if (req.method === 'GET') {
      counters.gets += 1;
      if (behaviour.onGet) return behaviour.onGet(req, res);
      res.writeHead(405).end();
      return;
    }
    if (req.method === 'DELETE') {
      counters.deletes += 1;
      res.writeHead(200).end();
      return;
    }
    let body = '';
    req.on('data', (chunk) => (body += chunk));
    req.on('end', () => {
      const { id, method, params } = JSON.parse(body);
      counters.methods.push(method);
      counters.paths.push(req.url!);
      if (behaviour.redirectTo !== undefined && req.url !== behaviour.redirectTo && method !== 'tools/call') {
        res.writeHead(307, { location: behaviour.redirectTo }).end();
      } else if (method === 'initialize') {
        const headers = behaviour.session === undefined ? {} : { 'mcp-session-id': behaviour.session };
        const serverInfo = { name: 's', version: '1' };
        json(
          res,
          { jsonrpc: '2.0', id, result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo } },
          200,
          headers,
        );
      } else if (method === 'tools/call') {
        behaviour.onCall({ id, req, res, nth: (counters.calls += 1) });
      } else if (id === undefined) res.writeHead(202).end();
      else json(res, { jsonrpc: '2.0', id, result: {} });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`), counters, server };
}

interface Opened {
  readonly client: Client;
  readonly transport: WatchedTransport;
  readonly events: string[];
}

async function open(url: URL, auth?: ServerAuth): Promise<Opened> {
  const transport = await createHttpTransport({
    plan: { kind: 'http', server: 's', url, headers: { 'x-operator': 'yes' }, clientSecret: undefined },
    clock: systemClock,
    debug: noDebugLog,
    auth,
  });
  const events: string[] = [];
  transport.onlost = () => events.push('lost');
  transport.onexchangelost = () => events.push('exchange lost');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  cleanups.push(() => transport.close());
  return { client, transport, events };
}

async function call({ client, transport }: Opened): Promise<AttemptWatch> {
  const watch = transport.watchAttempt();
  await watch
    .run(() => client.request({ method: 'tools/call', params: { name: 't', arguments: {} } }, ResultSchema))
    .catch(() => {});
  return watch;
}

const facts = ({ reply, reach, gone }: AttemptWatch): object => ({ reply, reach, gone });
const ANSWER = { kind: 'result', result: { content: [{ type: 'text', text: 'done' }] } };
const sse = { 'content-type': 'text/event-stream' };

it.each<[string, (call: Call) => void]>([
  ['socket destroyed before headers', ({ req }) => req.socket.destroy()],
  ['502 page', ({ res }) => res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')],
  ['504 page', ({ res }) => res.writeHead(504, { 'content-type': 'text/html' }).end('<h1>Timeout</h1>')],
  ['200 page', ({ res }) => res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>')],
  ['empty 200', ({ res }) => res.writeHead(200, { 'content-type': 'application/json' }).end()],
  ['accepted, no body', ({ res }) => res.writeHead(202).end()],
  [
    'JSON cut in half',
    ({ req, res, id }) => {
      const text = JSON.stringify(result(id));
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
      res.write(text.slice(0, 30), () => req.socket.destroy());
    },
  ],
  [
    'JSON ends early',
    ({ res, id }) =>
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result(id)).slice(0, 30)),
  ],
  ['reply with another id', ({ res }) => json(res, result(99_999))],
  ['event stream ends without an answer', ({ res }) => res.writeHead(200, sse).end(': hello\n\n')],
  [
    'event stream breaks',
    ({ req, res }) => {
      res.writeHead(200, sse);
      res.write('data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n', () => req.socket.destroy());
    },
  ],
  [
    'event stream answers another id',
    ({ res }) => res.writeHead(200, sse).end(`data: ${JSON.stringify(result(99_999))}\n\n`),
  ],
])('loses the exchange, not the session: %s', async (_name, onCall) => {
  const { url, counters } = await serve({
    onCall: (c) => (c.nth === 1 ? onCall(c) : json(c.res, result(c.id))),
    session: 'S',
  });
  const opened = await open(url);
  expect(facts(await call(opened))).toEqual({ reply: undefined, reach: 'unanswered', gone: true });
  expect(facts(await call(opened))).toEqual({ reply: ANSWER, reach: 'unanswered', gone: false });
  expect(opened.events).toEqual(['exchange lost']);
  expect(counters.calls).toBe(2);
});

it.each<[string, (call: Call) => void]>([
  ['404 text', ({ res }) => res.writeHead(404).end('Session not found')],
  [
    '404 with -32001',
    ({ res }) => json(res, { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }, 404),
  ],
  ['410', ({ res }) => res.writeHead(410).end()],
  [
    '400 with -32000',
    ({ res }) =>
      json(
        res,
        { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Bad Request: No valid session ID provided' } },
        400,
      ),
  ],
  [
    '200 with -32600',
    ({ res, id }) => json(res, { jsonrpc: '2.0', id, error: { code: -32600, message: 'Session has expired' } }),
  ],
  [
    '200 with -32001 in a stream',
    ({ res, id }) =>
      res
        .writeHead(200, sse)
        .end(
          `data: ${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32001, message: 'session terminated' } })}\n\n`,
        ),
  ],
])('takes a refused session as the end of the connection: %s', async (_name, onCall) => {
  const { url, counters } = await serve({ onCall, session: 'S' });
  const opened = await open(url);
  expect(facts(await call(opened))).toEqual({ reply: undefined, reach: 'refused', gone: true });
  expect(opened.events).toEqual(['lost']);
  await opened.transport.close();
  expect({ calls: counters.calls, deletes: counters.deletes }).toEqual({ calls: 1, deletes: 0 });
});

it('takes the same words without a session for the answer they are', async () => {
  const { url } = await serve({
    onCall: ({ res, id }) => json(res, { jsonrpc: '2.0', id, error: { code: -32001, message: 'session not found' } }),
  });
  expect((await call(await open(url))).reply).toEqual({ kind: 'error', code: -32001, message: 'session not found' });
});

it.each<[string, number]>([
  ['JSON-RPC error under HTTP 400', 400],
  ['under HTTP 500', 500],
])('hands a reply on whatever the status: %s', async (_name, status) => {
  const { url } = await serve({
    session: 'S',
    onCall: ({ res, id }) => json(res, { jsonrpc: '2.0', id, error: { code: -32602, message: 'bad amount' } }, status),
  });
  const opened = await open(url);
  expect((await call(opened)).reply).toEqual({ kind: 'error', code: -32602, message: 'bad amount' });
  expect(opened.events).toEqual([]);
});

it('B17: resumes a broken stream by its last event id and posts once', async () => {
  const asked: unknown[] = [];
  const { url, counters } = await serve({
    session: 'S',
    onCall: ({ req, res }) => {
      res.writeHead(200, sse);
      res.write('id: e1\nretry: 5\ndata:\n\n', () => req.socket.destroy());
    },
    onGet: (req, res) => {
      const lastId = req.headers['last-event-id'];
      if (lastId === undefined) return void res.writeHead(405).end();
      asked.push([lastId, req.headers['mcp-session-id'], req.headers['x-operator']]);
      res.writeHead(200, sse);
      if (asked.length === 1) res.write('id: e2\ndata:\n\n', () => req.socket.destroy());
      else res.end(`id: e3\ndata: ${JSON.stringify(result(1))}\n\n`);
    },
  });
  const opened = await open(url);
  expect(facts(await call(opened))).toEqual({ reply: ANSWER, reach: 'unanswered', gone: false });
  expect(asked).toEqual([
    ['e1', 'S', 'yes'],
    ['e2', 'S', 'yes'],
  ]);
  expect(counters.calls).toBe(1);
});

it('gives a stream up that can not be resumed, and posts nothing again', async () => {
  const { url, counters } = await serve({
    onCall: ({ res }) => res.writeHead(200, sse).end('id: e1\nretry: 5\ndata:\n\n'),
    onGet: (_req, res) => void res.writeHead(405).end(),
  });
  const opened = await open(url);
  expect(facts(await call(opened))).toEqual({ reply: undefined, reach: 'unanswered', gone: true });
  expect(counters.calls).toBe(1);
});

it('a refused connect is unsent and ends the connection', async () => {
  const { url, server } = await serve({ onCall: () => {} });
  const opened = await open(url);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(facts(await call(opened))).toEqual({ reply: undefined, reach: 'unsent', gone: true });
  expect(opened.events).toEqual(['lost']);
});

it('learns a redirected endpoint from initialize, and never sends a call along a redirect', async () => {
  const { url, counters } = await serve({
    redirectTo: '/mcp/',
    onCall: ({ res, id, nth }) =>
      nth === 1 ? json(res, result(id)) : void res.writeHead(307, { location: '/elsewhere' }).end(),
  });
  const opened = await open(url);
  expect((await call(opened)).reply).toEqual(ANSWER);
  expect(facts(await call(opened))).toEqual({ reply: undefined, reach: 'refused', gone: true });
  expect(counters.paths.slice(-2)).toEqual(['/mcp/', '/mcp/']);
  expect(counters.calls).toBe(2);
});

it('a 401 turns the call away and nothing is sent again', async () => {
  const { url, counters } = await serve({
    onCall: ({ res }) => void res.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
  });
  expect(facts(await call(await open(url)))).toEqual({ reply: undefined, reach: 'refused', gone: true });
  expect(counters.calls).toBe(1);
});

it('B51: a 401 renews a stored token for the next call, and this one is not sent again', async () => {
  let token = 'old';
  const auth: ServerAuth = {
    header: () => Promise.resolve(`Bearer ${token}`),
    renew: () => {
      token = 'fresh';
      return Promise.resolve(true);
    },
  };
  const { url, counters } = await serve({
    onCall: ({ req, res, id }) =>
      req.headers.authorization === 'Bearer fresh' ? json(res, result(id)) : void res.writeHead(401).end(),
  });
  const opened = await open(url, auth);
  expect(facts(await call(opened))).toEqual({ reply: undefined, reach: 'refused', gone: true });
  expect(counters.calls).toBe(1);
  expect((await call(opened)).reply).toEqual(ANSWER);
  expect(counters.calls).toBe(2);
});

it('settles a reply that the SDK can not parse, and keeps what the peer said', async () => {
  const { url } = await serve({ onCall: ({ res, id }) => json(res, { jsonrpc: '2.0', id, result: 'text' }) });
  expect((await call(await open(url))).reply).toEqual({ kind: 'result', result: 'text' });
});

it('a serialisation fault never leaves and says nothing of the connection', async () => {
  const { url, counters } = await serve({ onCall: ({ res, id }) => json(res, result(id)) });
  const opened = await open(url);
  const watch = opened.transport.watchAttempt();
  await expect(
    watch.run(() =>
      opened.client.request({ method: 'tools/call', params: { name: 't', arguments: { n: 1n } } }, ResultSchema),
    ),
  ).rejects.toThrow(TypeError);
  expect(facts(watch)).toEqual({ reply: undefined, reach: 'unsent', gone: false });
  expect(counters.calls).toBe(0);
});

it('the end of the side stream leaves the session alone, and it is not reopened in a hurry', async () => {
  const { url, counters } = await serve({
    session: 'S',
    onCall: ({ res, id }) => json(res, result(id)),
    onGet: (_req, res) => res.writeHead(200, sse).end(': bye\n\n'),
  });
  const opened = await open(url);
  for (let n = 0; n < 20; n += 1) expect((await call(opened)).reply).toEqual(ANSWER);
  expect(counters.gets).toBeLessThanOrEqual(2);
  expect(opened.events).toEqual([]);
});

it('ends its session with DELETE, once', async () => {
  const { url, counters } = await serve({ session: 'S', onCall: ({ res, id }) => json(res, result(id)) });
  const opened = await open(url);
  await Promise.all([opened.transport.close(), opened.transport.close()]);
  expect(counters.deletes).toBe(1);
});
