/**
 * A legacy HTTP+SSE MCP server (MCP specification 2024-11-05): requests go out by POST, every answer comes on one event
 * stream. When that stream ends, every open request is lost and the connection is over; the SDK's event source is kept
 * from reconnecting behind our back, and nothing is posted again to a new endpoint.
 */
import type { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { createAuthorisedFetch } from '../auth/authorised-fetch.js';
import { reachByNodeCode } from '../loss/node-codes.js';
import { HttpStatusError } from './http-exchange.js';
import type { HttpOptions } from './http.js';
import { createInOrder } from './in-order.js';
import { patientFetch, type Fetch } from './patient-fetch.js';
import { statusRefusesSession } from './session-refusal.js';
import type { WatchedTransport } from './types.js';
import { createReachWatch, isRequest, sdkShaped } from './watch-reach.js';

export async function createSseTransport({ plan, debug, auth }: HttpOptions): Promise<WatchedTransport> {
  const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
  const watch = createReachWatch();
  const authorised = createAuthorisedFetch(patientFetch, auth);
  let over = false;
  let closed = false;
  let streams = 0;

  const end = (cause: unknown): void => {
    if (over) return;
    over = true;
    watch.allLost(cause);
    void inner.close();
    transport.onclose?.();
    if (!closed) transport.onlost?.(cause);
  };

  /** The one event stream. A second one would be the event source reconnecting: refused. */
  const openStream: Fetch = async (url, init) => {
    streams += 1;
    if (over || streams > 1) throw new Error('the event stream is over');
    const response = await authorised.mayResend(url, init);
    if (!response.ok || response.body === null) {
      end(new HttpStatusError(response.status));
      return response;
    }
    return new Response(endingBody(response.body, end), { status: response.status, headers: response.headers });
  };

  const post: Fetch = async (url, init) => {
    const response = await authorised.once(url, { ...init, redirect: 'manual' });
    if (response.ok) return response;
    const body = await response.text().catch(() => '');
    throw new HttpStatusError(response.status, statusRefusesSession(response.status, body));
  };

  const inner: SSEClientTransport = new SSEClientTransport(plan.url, {
    fetch: post,
    eventSourceInit: { fetch: openStream as never },
    requestInit: { headers: plan.headers },
  });
  const deliver = createInOrder((message) => transport.onmessage?.(message));
  inner.onmessage = (message) => {
    if (watch.arrived(message)) deliver(sdkShaped(message));
  };
  inner.onerror = (error) => {
    debug('mcp', 'sse transport', error);
    transport.onerror?.(error);
  };

  const postRequest = async (message: JSONRPCMessage, id: RequestId): Promise<void> => {
    watch.left(id);
    try {
      await inner.send(message);
    } catch (cause) {
      const status = cause instanceof HttpStatusError ? cause : undefined;
      const turnedAway = status !== undefined && status.status < 500;
      const reach = turnedAway ? 'refused' : (reachByNodeCode(cause) ?? 'unanswered');
      watch.lost(id, cause, reach);
      if (reach === 'unsent' || status?.sessionRefused) end(cause);
      else if (!over) transport.onexchangelost?.(cause);
      throw cause;
    }
  };

  const transport: WatchedTransport = {
    kind: 'sse',
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
    watchAttempt: watch.watchAttempt,
    start: () => inner.start(),
    send: async (message) => {
      watch.leaving(message);
      if (!isRequest(message)) return inner.send(message);
      if (over) {
        watch.lost(message.id, undefined, 'unsent');
        throw new Error('the event stream is over');
      }
      return postRequest(message, message.id);
    },
    close: async () => {
      closed = true;
      end(new Error('closed'));
    },
  };
  return transport;
}

/** The same bytes; `onEnd` is called when the consumer has taken the last of them and asks for more. */
function endingBody(body: ReadableStream<Uint8Array>, onEnd: (cause: unknown) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          onEnd(new Error('the event stream ended'));
          controller.close();
        } catch (cause) {
          onEnd(cause);
          controller.error(cause);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
