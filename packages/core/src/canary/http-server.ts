/**
 * A canary over Streamable HTTP at any path: POST for messages, GET for the side stream and for resuming by
 * Last-Event-ID, DELETE for the end of a session. Sessions live in memory: a restart forgets them, as real servers do.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../shared/clock.js';
import type { Canary } from './canary.js';
import { waitOut } from './gates.js';
import { postExchange, SSE_HEADERS } from './http-exchange.js';
import { endWith, eventText, readBody, sendPage } from './http-listen.js';
import { staleAnswer, type HttpState } from './http-state.js';

export function serveHttp(canary: Canary, clock: Clock): RequestListener {
  const state: HttpState = { canary, clock, sessions: new Set(), kept: new Map() };
  return (request, response) => {
    void route(state, request, response);
  };
}

async function route(state: HttpState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { http = {} } = state.canary.plan;
  if (http.authorization !== undefined && request.headers.authorization !== http.authorization) {
    request.resume();
    return sendPage(response, { status: 401, body: 'Unauthorized' });
  }
  if (request.method === 'GET') return side(state, request, response);
  if (request.method === 'DELETE') return remove(state, request, response);
  return post(state, request, response);
}

const sessionOf = (request: IncomingMessage): string | undefined => {
  const header = request.headers['mcp-session-id'];
  return typeof header === 'string' ? header : undefined;
};

async function post(state: HttpState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { canary, sessions } = state;
  const message = await readBody(request);
  const isFirst = message.method === 'initialize';
  const http = canary.plan.http ?? {};
  if (isFirst && http.singleSession === true && sessions.size > 0) {
    return sendPage(response, { status: 409, body: 'One session at a time' });
  }
  const session = isFirst && http.sessions !== false ? randomUUID() : sessionOf(request);
  if (isFirst && session !== undefined) sessions.add(session);
  if (!isFirst && refuses(state, session)) {
    canary.ledger.append({ event: 'stale', generation: canary.generation, session: session ?? '' });
    return sendPage(response, staleAnswer(state), message.id);
  }
  if (message.id === undefined || message.method === undefined) {
    await canary.receive(message, postExchange(state, { request, response, session }));
    response.writeHead(202);
    return endWith(response, '');
  }
  if (isFirst && session !== undefined) response.setHeader('mcp-session-id', session);
  return canary.receive(message, postExchange(state, { request, response, session }));
}

/** Whether a request under this session id, or under none, is turned away. */
const refuses = ({ canary, sessions }: HttpState, session: string | undefined): boolean =>
  canary.plan.http?.sessions !== false && (session === undefined || !sessions.has(session));

async function side(state: HttpState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { canary, clock, kept } = state;
  const lastEventId = request.headers['last-event-id'];
  const resumed = typeof lastEventId === 'string' ? lastEventId : undefined;
  const fault = await canary.arriveVerb('GET', sessionOf(request), resumed);
  if (fault?.then.kind === 'page') return sendPage(response, fault.then);
  if (refuses(state, sessionOf(request))) return sendPage(response, staleAnswer(state));
  const reply = resumed === undefined ? undefined : kept.get(resumed);
  if (reply === undefined && canary.plan.http?.sideStream === 'refuse') {
    return sendPage(response, { status: 405, body: 'Method Not Allowed' });
  }
  response.writeHead(200, SSE_HEADERS);
  response.flushHeaders();
  if (fault?.pause !== undefined) await waitOut(fault.pause, canary.plan.stateDir, clock);
  if (reply !== undefined) return endWith(response, eventText(reply, { id: randomUUID() }));
  if (fault?.then.kind === 'destroy') response.destroy();
  if (fault?.then.kind === 'stream-end') return endWith(response, '');
}

async function remove(state: HttpState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const session = sessionOf(request);
  const fault = await state.canary.arriveVerb('DELETE', session);
  if (fault?.then.kind === 'hang') return;
  if (fault?.then.kind === 'page') return sendPage(response, fault.then);
  const known = session !== undefined && state.sessions.delete(session);
  return sendPage(response, { status: known ? 200 : 404, body: '' });
}
