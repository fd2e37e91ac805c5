/**
 * A Streamable HTTP MCP server (MCP specification, Streamable HTTP): the SDK's transport over a watched fetch.
 * One lost exchange leaves the session alone; a refused session or a refused connect ends the connection.
 */
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Clock } from '../../shared/clock.js';
import type { DebugLog } from '../../shared/debug-log.js';
import { createAuthorisedFetch } from '../auth/authorised-fetch.js';
import type { ServerAuth } from '../auth/stored-auth.js';
import type { RemotePlan } from '../server-config.js';
import { createExchangeFetch, type ExchangeLoss } from './http-exchange.js';
import { patientFetch } from './patient-fetch.js';
import { createSideStream } from './side-stream.js';
import type { WatchedTransport } from './types.js';
import { createReachWatch, isRequest, localError } from './watch-reach.js';

/** How long the server may take to acknowledge the end of its session. */
const DELETE_MS = 2_000;

export interface HttpOptions {
  readonly plan: RemotePlan;
  readonly clock: Clock;
  readonly debug: DebugLog;
  /** Stored authorisation for this server, if any. */
  readonly auth?: ServerAuth | undefined;
}

export async function createHttpTransport({ plan, clock, debug, auth }: HttpOptions): Promise<WatchedTransport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const watch = createReachWatch();
  const authorised = createAuthorisedFetch(patientFetch, auth);
  let over = false;
  let closing: Promise<void> | undefined;

  const end = (cause: unknown): void => {
    if (over) return;
    over = true;
    watch.allLost(cause);
    transport.onclose?.();
    if (closing === undefined) transport.onlost?.(cause);
  };

  const exchanges = createExchangeFetch({
    base: authorised.mayResend,
    once: authorised.once,
    clock,
    watch,
    hasSession: () => inner.sessionId !== undefined,
    onLost: ({ exchange, cause, reach, sessionRefused }: ExchangeLoss) => {
      transport.onmessage?.(localError(exchange.id));
      if (sessionRefused || reach === 'unsent') end(cause);
      else if (!over) transport.onexchangelost?.(cause);
    },
  });
  const sideStream = createSideStream({
    base: exchanges.fetch,
    clock,
    onTrouble: (cause) => transport.onexchangelost?.(cause),
    onReply: (message) => watch.arrived(message),
  });
  const inner: StreamableHTTPClientTransport = new StreamableHTTPClientTransport(plan.url, {
    fetch: (url, init) => (init?.method === 'GET' ? sideStream(url, init) : exchanges.fetch(url, init)),
    requestInit: { headers: plan.headers },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
    },
  });
  inner.onmessage = (message) => transport.onmessage?.(message);
  inner.onerror = (error) => {
    debug('mcp', 'http transport', error);
    transport.onerror?.(error);
  };

  const send = async (message: JSONRPCMessage): Promise<void> => {
    watch.leaving(message);
    if (!isRequest(message)) return inner.send(message);
    if (over) {
      watch.lost(message.id, undefined, 'unsent');
      throw new Error('the session is over');
    }
    try {
      await exchanges.run({ id: message.id, method: message.method }, () => inner.send(message));
    } finally {
      watch.forgetUnsent(message.id);
    }
  };

  const transport: WatchedTransport = {
    kind: 'http',
    get sessionId() {
      return inner.sessionId;
    },
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
    watchAttempt: watch.watchAttempt,
    start: () => inner.start(),
    send,
    close: () => {
      closing ??= closeSession();
      return closing;
    },
  };

  const closeSession = async (): Promise<void> => {
    const stop = new AbortController();
    const patience = clock.sleep(DELETE_MS, stop.signal).catch(() => {});
    await Promise.race([
      over ? undefined : inner.terminateSession().catch((error: unknown) => debug('mcp', 'session not deleted', error)),
      patience,
    ]);
    stop.abort();
    await inner.close();
    end(new Error('closed'));
  };

  return transport;
}
