/**
 * A canary over the legacy HTTP+SSE transport: GET opens the event stream and names the endpoint, POST is accepted with
 * 202 and answered on the stream.
 */
import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../shared/clock.js';
import type { Canary, Exchange, WireAction } from './canary.js';
import { SSE_HEADERS } from './http-exchange.js';
import { endWith, eventText, readBody, sendPage, writeOut } from './http-listen.js';
import type { RpcMessage } from './rpc.js';

type Streams = Map<string, ServerResponse>;

export function serveSse(canary: Canary, clock: Clock): RequestListener {
  const streams: Streams = new Map();
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.method === 'GET') void open(canary, streams, response);
    else
      void readBody(request).then((message) =>
        post(canary, { streams, clock, response, message, session: url.searchParams.get('session') ?? '' }),
      );
  };
}

async function open(canary: Canary, streams: Streams, response: ServerResponse): Promise<void> {
  const session = randomUUID();
  const fault = await canary.arriveVerb('GET', session);
  if (fault?.then.kind === 'page') return sendPage(response, fault.then);
  streams.set(session, response);
  response.once('close', () => streams.delete(session));
  response.writeHead(200, SSE_HEADERS);
  response.write(eventText(`/messages?session=${session}`, { type: 'endpoint' }));
}

interface Post {
  readonly streams: Streams;
  readonly clock: Clock;
  readonly response: ServerResponse;
  readonly session: string;
  readonly message: RpcMessage;
}

async function post(canary: Canary, request: Post): Promise<void> {
  const stream = request.streams.get(request.session);
  if (stream === undefined) {
    canary.ledger.append({ event: 'stale', generation: canary.generation, session: request.session });
    return sendPage(request.response, { status: 404, body: 'Session not found' });
  }
  const exchange = sseExchange(request, stream);
  await canary.receive(request.message, exchange);
  if (request.message.id === undefined) exchange.begin({ kind: 'reply' });
}

function sseExchange({ streams, clock, response, session }: Post, stream: ServerResponse): Exchange {
  const accept = (): void => {
    if (response.headersSent) return;
    response.writeHead(202);
    response.end('Accepted');
  };
  return {
    session,
    begin: ({ kind }) => {
      if (kind !== 'page') accept();
    },
    forget: () => streams.clear(),
    notify: (message) => {
      accept();
      stream.write(eventText(JSON.stringify(message)));
    },
    junk: () => {},
    finish: async (action, reply) => {
      if (action.kind === 'page') return sendPage(response, action, reply.id);
      accept();
      return finishSse(stream, action, JSON.stringify(reply), clock);
    },
  };
}

async function finishSse(stream: ServerResponse, action: WireAction, reply: string, clock: Clock): Promise<void> {
  switch (action.kind) {
    case 'reply':
      return writeOut(stream, eventText(reply));
    case 'reply-then-exit':
      await writeOut(stream, eventText(reply));
      if (action.afterMs !== undefined) await clock.sleep(action.afterMs);
      process.exit(0);
      return;
    case 'half-reply':
      await writeOut(stream, `event: message\ndata: ${reply.slice(0, Math.floor(reply.length / 2))}`);
      stream.destroy();
      return;
    case 'destroy':
      stream.destroy();
      return;
    case 'stream-end':
      return endWith(stream, '');
    case 'hang':
      return;
    default:
      throw new Error(`A legacy SSE canary can't do "${action.kind}".`);
  }
}
