import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../shared/clock.js';
import { noDebugLog } from '../../shared/debug-log.js';
import type { ServerAuth } from '../auth/stored-auth.js';
import { createSseTransport } from './sse.js';
import type { AttemptWatch, WatchedTransport } from './types.js';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type OnCall = (ports: { id: number; stream: ServerResponse; post: ServerResponse; token: string | undefined }) => void;

async function open(onCall: OnCall, auth?: ServerAuth) {
  const counters = { streams: 0, calls: 0 };
  let stream: ServerResponse;
  const server = createServer((req, res) => {
    if (req.method === 'GET') {
      counters.streams += 1;
      stream = res;
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write(`event: endpoint\ndata: /message?session=${counters.streams}\n\n`);
      return;
    }
    let body = '';
    req.on('data', (chunk) => (body += chunk));
    req.on('end', () => {
      const { id, method, params } = JSON.parse(body);
      if (method === 'tools/call') {
        counters.calls += 1;
        onCall({ id, stream, post: res, token: req.headers.authorization });
        return;
      }
      res.writeHead(202).end();
      if (method === 'initialize') {
        const serverInfo = { name: 's', version: '1' };
        const reply = {
          jsonrpc: '2.0',
          id,
          result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo },
        };
        stream.write(`event: message\ndata: ${JSON.stringify(reply)}\n\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const transport = await createSseTransport({
    plan: {
      kind: 'sse',
      server: 's',
      clientSecret: undefined,
      url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`),
      headers: {},
    },
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
  return { client, transport, events, counters };
}

async function call({ client, transport }: { client: Client; transport: WatchedTransport }): Promise<AttemptWatch> {
  const watch = transport.watchAttempt();
  await watch
    .run(() => client.request({ method: 'tools/call', params: { name: 't', arguments: {} } }, ResultSchema))
    .catch(() => {});
  return watch;
}

const facts = ({ reply, reach, gone }: AttemptWatch): object => ({ reply, reach, gone });
const accept = (post: ServerResponse): void => void post.writeHead(202).end();

it('takes the answer from the event stream', async () => {
  const opened = await open(({ id, stream, post }) => {
    accept(post);
    stream.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`);
  });
  expect((await call(opened)).reply).toEqual({ kind: 'result', result: { content: [] } });
});

it.each<[string, OnCall]>([
  [
    'ends',
    ({ stream, post }) => {
      accept(post);
      stream.end();
    },
  ],
  [
    'breaks',
    ({ stream, post }) => {
      accept(post);
      stream.destroy();
    },
  ],
])('B68: accepted, then the stream %s: lost, nothing posted again, no second stream', async (_name, onCall) => {
  const opened = await open(onCall);
  expect(facts(await call(opened))).toEqual({ reply: undefined, reach: 'unanswered', gone: true });
  expect(opened.events).toEqual(['lost']);
  expect(opened.counters).toEqual({ streams: 1, calls: 1 });
});

it('an answer in the last bytes of a stream still counts', async () => {
  const opened = await open(({ id, stream, post }) => {
    accept(post);
    stream.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`);
  });
  expect((await call(opened)).reply).toEqual({ kind: 'result', result: { content: [] } });
});

it.each([
  [503, 'unanswered', ['exchange lost']],
  [401, 'refused', ['exchange lost']],
  [404, 'refused', ['lost']],
] as const)('a POST answered %d loses that call as %s', async (status, reach, events) => {
  const opened = await open(({ post }) => void post.writeHead(status).end('no'));
  const watch = await call(opened);
  expect({ reach: watch.reach, gone: watch.gone }).toEqual({ reach, gone: true });
  expect(opened.events).toEqual(events);
  expect(opened.counters.calls).toBe(1);
});

it('B51: a 401 renews a stored token for the next call, and this one is not posted again', async () => {
  let token = 'old';
  const auth: ServerAuth = {
    header: () => Promise.resolve(`Bearer ${token}`),
    renew: () => {
      token = 'fresh';
      return Promise.resolve(true);
    },
  };
  const opened = await open(({ id, stream, post, token: sent }) => {
    if (sent !== 'Bearer fresh') return void post.writeHead(401).end();
    accept(post);
    stream.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`);
  }, auth);
  expect(facts(await call(opened))).toEqual({ reply: undefined, reach: 'refused', gone: true });
  expect(opened.counters.calls).toBe(1);
  expect((await call(opened)).reply).toEqual({ kind: 'result', result: { content: [] } });
  expect(opened.counters.calls).toBe(2);
});
