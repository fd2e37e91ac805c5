/**
 * An MCP server that lives in the program that drives qwen: each message goes there as a control request, and the reply to
 * it comes back as that request's answer (docs/guide/sdk.md).
 *
 * A JSON-RPC reply for the request is an answer, whatever it says. A control request that fails, that is answered with
 * anything else, or whose host goes away has lost its exchange: the call may have run there. Nothing is sent twice.
 */
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { DebugLog } from '../../shared/debug-log.js';
import type { SdkPlan } from '../server-config.js';
import type { WatchedTransport } from './types.js';
import { createReachWatch, isJsonRpcMessage, isRequest, isResponse, localError, sdkShaped } from './watch-reach.js';

/** The program that drives qwen, as far as its own MCP servers go. */
export interface SdkHost {
  /**
   * Puts one message on its way to a server of the host, before it returns; resolves with what the host gives as that
   * server's reply. Rejects when no reply can come any more.
   */
  send(server: string, message: JSONRPCMessage): Promise<unknown>;
  /** Aborts when the host can no longer be reached. */
  readonly gone: AbortSignal;
}

export interface SdkTransportOptions {
  readonly plan: SdkPlan;
  readonly host: SdkHost;
  readonly debug: DebugLog;
}

export function createSdkTransport({ plan, host, debug }: SdkTransportOptions): WatchedTransport {
  const watch = createReachWatch();
  let over: { readonly cause: unknown } | undefined;
  let closed = false;

  const end = (cause: unknown): void => {
    if (over !== undefined) return;
    over = { cause };
    host.gone.removeEventListener('abort', onGone);
    watch.allLost(cause);
    transport.onclose?.();
    if (!closed) transport.onlost?.(cause);
  };
  const onGone = (): void => end(new Error('the host is gone'));

  const lose = (id: RequestId, cause: unknown): void => {
    if (!watch.lost(id, cause)) return;
    transport.onmessage?.(localError(id));
    transport.onexchangelost?.(cause);
  };

  const exchange = async (message: JSONRPCMessage, id: RequestId): Promise<void> => {
    let reply: unknown;
    try {
      reply = await host.send(plan.server, message);
    } catch (cause) {
      return lose(id, cause);
    }
    if (!isJsonRpcMessage(reply) || !isResponse(reply) || reply.id !== id) {
      return lose(id, new Error('the host gave no reply to this request'));
    }
    if (watch.arrived(reply)) transport.onmessage?.(sdkShaped(reply));
    else debug('mcp', 'late reply ignored');
  };

  const transport: WatchedTransport = {
    kind: 'sdk',
    watchAttempt: watch.watchAttempt,
    start: async () => {
      if (host.gone.aborted) onGone();
      else host.gone.addEventListener('abort', onGone, { once: true });
      if (over !== undefined) throw new Error('the host is gone');
    },
    send: async (message) => {
      watch.leaving(message);
      if (over !== undefined) {
        if (isRequest(message)) watch.lost(message.id, over.cause, 'unsent');
        throw new Error('the host is gone', { cause: over.cause });
      }
      if (isRequest(message)) {
        watch.left(message.id);
        void exchange(message, message.id);
      } else {
        host.send(plan.server, message).catch((error: unknown) => debug('mcp', 'a notification was not taken', error));
      }
    },
    close: async () => {
      closed = true;
      end(new Error('closed'));
    },
  };
  return transport;
}
