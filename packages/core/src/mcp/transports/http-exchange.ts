/**
 * The fetch under the SDK's Streamable HTTP transport: one exchange carries one request, and an exchange that ends
 * without a JSON-RPC reply for that id is lost, at once, whatever it said instead.
 *
 * The SDK never sees a broken exchange that it could mend by itself: redirects and resumed streams are handled here, so
 * that no layer puts a `tools/call` on the wire twice (docs/design/mcp-safe-replay.md, what the layers below re-send).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Clock } from '../../shared/clock.js';
import type { Reach } from '../loss/classify.js';
import { reachByNodeCode } from '../loss/node-codes.js';
import { resumableMessages, type ResumePolicy } from './event-stream.js';
import type { Fetch } from './patient-fetch.js';
import { refusesSession, statusRefusesSession } from './session-refusal.js';
import { isJsonRpcMessage, isResponse, replyOf, sdkShaped, type ReachWatch } from './watch-reach.js';

export interface Exchange {
  readonly id: RequestId;
  readonly method: string;
}

export interface ExchangePorts {
  /** For everything but a tools/call: may send again after a 401 with a renewed token. */
  readonly base: Fetch;
  /** For a tools/call: one request is one request. */
  readonly once: Fetch;
  readonly clock: Clock;
  readonly watch: ReachWatch;
  readonly hasSession: () => boolean;
  /** The exchange ended without its reply. Called at most once for each. */
  readonly onLost: (loss: ExchangeLoss) => void;
}

export interface ExchangeLoss {
  readonly exchange: Exchange;
  readonly cause: unknown;
  readonly reach: Reach;
  /** The session itself was turned away, not only this request. */
  readonly sessionRefused: boolean;
}

/** A server that answered with a status outside 2xx, for the sentence that says why it could not be used. */
export class HttpStatusError extends Error {
  constructor(
    readonly status: number,
    readonly sessionRefused = false,
  ) {
    super(`answered HTTP ${status}`);
  }
}

const RESUME: ResumePolicy = {
  withoutId: false,
  tries: 4,
  delayMs: (attempt, serverRetryMs) => Math.min(serverRetryMs ?? 100 * 2 ** attempt, 5_000),
};
const JSON_HEADERS = { 'content-type': 'application/json' };

export interface ExchangeFetch {
  readonly fetch: Fetch;
  /** Runs the SDK's send of one request; the POST it makes inside is this exchange. */
  run<T>(exchange: Exchange, send: () => Promise<T>): Promise<T>;
}

/** Of every transport together; see the contexts of watch-reach. */
const contexts = new AsyncLocalStorage<{ readonly owner: object; readonly exchange: Exchange }>();

export function createExchangeFetch(ports: ExchangePorts): ExchangeFetch {
  const { watch, base, clock } = ports;
  const owner = {};
  /** Where the server said that the endpoint really is (a framework's added slash, say). */
  let endpoint: string | undefined;

  const lose = (exchange: Exchange, cause: unknown, reach: Reach, sessionRefused = false): Error => {
    if (watch.lost(exchange.id, cause, reach)) ports.onLost({ exchange, cause, reach, sessionRefused });
    return cause instanceof Error ? cause : new Error('the exchange ended without a reply');
  };

  /** Follows redirects that stay on the origin, and remembers where they lead. A `tools/call` is never sent along. */
  const follow = async (url: string | URL, init: RequestInit | undefined, hops = 3): Promise<Response> => {
    const response = await base(endpoint ?? url, { ...init, redirect: 'manual' });
    const target = redirectTarget(response, endpoint ?? url);
    if (target === undefined || hops === 0) return response;
    await response.body?.cancel();
    endpoint = target;
    return follow(url, init, hops - 1);
  };

  const takeText = async (exchange: Exchange, response: Response): Promise<Response> => {
    const inSession = ports.hasSession();
    const body = await response.text().catch((cause: unknown) => {
      throw lose(exchange, cause, 'unanswered');
    });
    if (inSession && !response.ok && statusRefusesSession(response.status, body)) {
      throw lose(exchange, new HttpStatusError(response.status), 'refused', true);
    }
    const message = findReply(body, exchange.id);
    if (message === undefined) {
      const reach = response.status === 401 || isRedirect(response) ? 'refused' : 'unanswered';
      throw lose(
        exchange,
        response.ok ? new Error('no JSON-RPC reply in the body') : new HttpStatusError(response.status),
        reach,
      );
    }
    if (inSession && refusesSession(replyOf(message))) {
      throw lose(exchange, new Error('the session was refused'), 'refused', true);
    }
    watch.arrived(message);
    const headers = new Headers(response.headers);
    headers.set('content-type', 'application/json');
    headers.delete('content-encoding');
    headers.delete('content-length');
    return new Response(JSON.stringify(sdkShaped(message)), {
      status: 200,
      headers: { ...JSON_HEADERS, ...sessionHeader(headers) },
    });
  };

  async function* messagesOf(exchange: Exchange, first: Response, url: string | URL, init: RequestInit | undefined) {
    const stream = resumableMessages({
      first,
      clock,
      policy: RESUME,
      signal: init?.signal ?? undefined,
      isDone: () => !watch.isOpen(exchange.id),
      reopen: (lastEventId) => base(endpoint ?? url, resumeInit(init, lastEventId)),
    });
    let step = await stream.next();
    for (; step.done !== true; step = await stream.next()) {
      const message = parseMessage(step.value);
      if (message === undefined) continue;
      if (isResponse(message)) {
        if (message.id === exchange.id && ports.hasSession() && refusesSession(replyOf(message))) {
          lose(exchange, new Error('the session was refused'), 'refused', true);
          return;
        }
        if (!watch.arrived(message)) continue;
      }
      yield `data: ${JSON.stringify(sdkShaped(message))}\n\n`;
    }
    lose(exchange, step.value, 'unanswered');
  }

  const carry = async (exchange: Exchange, url: string | URL, init: RequestInit | undefined): Promise<Response> => {
    watch.left(exchange.id);
    const isCall = exchange.method === 'tools/call';
    const response = await (
      isCall ? ports.once(endpoint ?? url, { ...init, redirect: 'manual' }) : follow(url, init)
    ).catch((cause: unknown) => {
      throw lose(exchange, cause, reachByNodeCode(cause) ?? 'unanswered');
    });
    if (!response.ok || !mediaType(response).includes('text/event-stream')) return takeText(exchange, response);
    const body = ReadableStream.from(messagesOf(exchange, response, url, init)).pipeThrough(new TextEncoderStream());
    return new Response(body, {
      status: 200,
      headers: { 'content-type': 'text/event-stream', ...sessionHeader(response.headers) },
    });
  };

  return {
    run: (exchange, send) => contexts.run({ owner, exchange }, send),
    fetch: (url, init) => {
      const current = contexts.getStore();
      const exchange = init?.method === 'POST' && current?.owner === owner ? current.exchange : undefined;
      return exchange === undefined ? follow(url, init) : carry(exchange, url, init);
    },
  };
}

function findReply(body: string, id: RequestId) {
  const parsed = parseJson(body);
  return (Array.isArray(parsed) ? parsed : [parsed])
    .filter(isJsonRpcMessage)
    .filter(isResponse)
    .find((message) => message.id === id);
}

function parseMessage(text: string) {
  const value = parseJson(text);
  return isJsonRpcMessage(value) ? value : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const mediaType = (response: Response): string => (response.headers.get('content-type') ?? '').toLowerCase();

const isRedirect = ({ status }: Response): boolean => [301, 302, 303, 307, 308].includes(status);

function redirectTarget(response: Response, from: string | URL): string | undefined {
  const location = response.headers.get('location');
  if (!isRedirect(response) || location === null || !URL.canParse(location, String(from))) return undefined;
  const target = new URL(location, String(from));
  return target.origin === new URL(String(from)).origin ? target.href : undefined;
}

function sessionHeader(headers: Headers): Record<string, string> {
  const session = headers.get('mcp-session-id');
  return session === null ? {} : { 'mcp-session-id': session };
}

/** The POST's own headers (session, protocol version, the operator's) on a GET for what came after this event. */
export function resumeInit(init: RequestInit | undefined, lastEventId: string | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  headers.delete('content-type');
  headers.set('accept', 'text/event-stream');
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
  return { method: 'GET', headers, signal: init?.signal ?? null, redirect: 'manual' };
}
