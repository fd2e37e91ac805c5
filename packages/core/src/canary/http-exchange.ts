/** One POST of Streamable HTTP and every way its answer can go wrong. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange, WireAction } from './canary.js';
import { endWith, eventText, sendPage, writeOut } from './http-listen.js';
import { staleAnswer, type HttpState } from './http-state.js';
import type { RpcMessage } from './rpc.js';

export const SSE_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' } as const;

/** How soon a client is asked to come back for a kept reply. */
const RETRY_MS = 20;

interface Post {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly session: string | undefined;
}

export function postExchange(state: HttpState, post: Post): Exchange {
  return {
    session: post.session,
    begin: () => {},
    forget: () => state.sessions.clear(),
    notify: (message) => {
      openStream(post.response);
      post.response.write(eventText(JSON.stringify(message)));
    },
    junk: () => {},
    finish: (action, reply) => finishPost(state, post, action, reply),
  };
}

function openStream(response: ServerResponse): void {
  if (response.headersSent) return;
  response.writeHead(200, SSE_HEADERS);
  response.flushHeaders();
}

async function finishPost(state: HttpState, post: Post, action: WireAction, reply: RpcMessage): Promise<void> {
  const { response } = post;
  switch (action.kind) {
    case 'reply':
      return sendReply(state, response, JSON.stringify(reply));
    case 'reply-then-exit':
      await sendReply(state, response, JSON.stringify(reply));
      if (action.afterMs !== undefined) await state.clock.sleep(action.afterMs);
      process.exit(0);
      return;
    case 'page':
      return sendPage(response, action, reply.id);
    case 'stale':
      return sendPage(response, staleAnswer(state), reply.id);
    case 'destroy':
      if (action.reset === true) post.request.socket.resetAndDestroy();
      else post.request.socket.destroy();
      return;
    case 'half-reply':
      return cutBody(response, JSON.stringify(reply));
    case 'hang':
      return;
    case 'close-stdout':
    case 'close-stdin':
      throw new Error(`An HTTP canary can't do "${action.kind}".`);
    default:
      return breakStream(state, response, action, JSON.stringify(reply));
  }
}

async function sendReply({ canary }: HttpState, response: ServerResponse, reply: string): Promise<void> {
  if (canary.plan.http?.replies === 'json' && !response.headersSent) {
    response.writeHead(200, { 'content-type': 'application/json' });
    return endWith(response, reply);
  }
  openStream(response);
  return endWith(response, eventText(reply));
}

async function cutBody(response: ServerResponse, reply: string): Promise<void> {
  if (!response.headersSent) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(reply) });
  }
  await writeOut(response, reply.slice(0, Math.floor(reply.length / 2)));
  response.destroy();
}

type StreamAction = Extract<WireAction, { kind: 'stream-end' | 'stream-break' | 'resume-later' | 'endless' }>;

async function breakStream(
  state: HttpState,
  response: ServerResponse,
  action: StreamAction,
  reply: string,
): Promise<void> {
  openStream(response);
  switch (action.kind) {
    case 'stream-end':
      return endWith(response, action.ids === true ? priming(randomUUID()) : '');
    case 'stream-break':
      await writeOut(response, `event: message\ndata: ${reply.slice(0, Math.floor(reply.length / 2))}`);
      response.destroy();
      return;
    case 'resume-later': {
      const id = randomUUID();
      state.kept.set(id, reply);
      return endWith(response, priming(id));
    }
    case 'endless':
      while (!response.destroyed) {
        response.write(': still here\n\n');
        await state.clock.sleep(50);
      }
  }
}

/** An event that carries an id and nothing else: the mark from which a client may resume. */
const priming = (id: string): string => `id: ${id}\nretry: ${RETRY_MS}\ndata: \n\n`;
