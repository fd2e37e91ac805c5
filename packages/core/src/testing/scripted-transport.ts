/**
 * One connection to an MCP server in memory, for tests of what happens above the wire: the SDK's own client speaks over
 * it, it is watched like the real transports, and each `tools/call` does what the test's script says.
 */
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Reach } from '../mcp/loss/classify.js';
import type { WatchedTransport } from '../mcp/transports/types.js';
import { createReachWatch, isRequest, localError, sdkShaped } from '../mcp/transports/watch-reach.js';

/** One `tools/call` that arrived, and what may become of it: one of the four ends, now or later or never. */
export interface WireCall {
  readonly id: RequestId;
  readonly name: string;
  readonly args: unknown;
  readonly progressToken: RequestId | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  answer(result?: unknown): void;
  fail(code: number, message: string): void;
  /** The connection ends. A reach other than `unanswered` says that the server never ran the call. */
  loseConnection(cause?: unknown, reach?: Reach): void;
  /** Only what carried this call ends, as one HTTP exchange does; the connection lives on. */
  loseExchange(cause?: unknown, reach?: Reach): void;
  progress(progress: number, total?: number): void;
}

export interface TransportScript {
  onCall(call: WireCall): void;
  /** `notifications/cancelled` for this request came in. */
  onCancelled?(id: unknown): void;
}

export interface ScriptedTransport extends WatchedTransport {
  /** Ends the connection, as a server does that dies. */
  die(cause: unknown): void;
}

export const TEXT_RESULT = { content: [{ type: 'text', text: 'done' }] };

const INITIALIZED = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'scripted', version: '1' },
};

export function createScriptedTransport({ onCall, onCancelled }: TransportScript): ScriptedTransport {
  const watch = createReachWatch();
  let over = false;

  const deliver = (message: JSONRPCMessage): void => {
    if (!over && watch.arrived(message)) transport.onmessage?.(sdkShaped(message));
  };
  const reply = (id: RequestId, body: object): void => deliver({ jsonrpc: '2.0', id, ...body } as JSONRPCMessage);

  const die = (cause: unknown): void => {
    if (over) return;
    over = true;
    watch.allLost(cause);
    transport.onclose?.();
    transport.onlost?.(cause);
  };

  const call = (id: RequestId, params: CallParams): WireCall => {
    const progressToken = params._meta?.progressToken;
    return {
      id,
      name: params.name,
      args: params.arguments,
      progressToken,
      meta: params._meta as WireCall['meta'],
      answer: (result = TEXT_RESULT) => reply(id, { result }),
      fail: (code, message) => reply(id, { error: { code, message } }),
      loseConnection: (cause = new Error('scripted death'), reach = 'unanswered') => {
        watch.lost(id, cause, reach);
        die(cause);
      },
      loseExchange: (cause = new Error('scripted cut'), reach = 'unanswered') => {
        if (watch.lost(id, cause, reach)) transport.onmessage?.(localError(id));
      },
      progress: (progress, total) => {
        const params = { progressToken, progress, ...(total === undefined ? {} : { total }) };
        deliver({ jsonrpc: '2.0', method: 'notifications/progress', params } as JSONRPCMessage);
      },
    };
  };

  const receive = (message: JSONRPCMessage): void => {
    if (!('method' in message)) return;
    if (message.method === 'notifications/cancelled') onCancelled?.(message.params?.['requestId']);
    if (!isRequest(message)) return;
    if (message.method === 'tools/call') onCall(call(message.id, message.params as unknown as CallParams));
    else reply(message.id, { result: message.method === 'initialize' ? INITIALIZED : {} });
  };

  const transport: ScriptedTransport = {
    kind: 'sdk',
    watchAttempt: watch.watchAttempt,
    start: async () => {},
    send: async (message) => {
      const wire = JSON.stringify(message);
      watch.leaving(message);
      if (over) {
        if (isRequest(message)) watch.lost(message.id, new Error('already dead'), 'unsent');
        throw new Error('already dead');
      }
      if (isRequest(message)) watch.left(message.id);
      queueMicrotask(() => receive(JSON.parse(wire)));
    },
    close: async () => die(new Error('closed')),
    die,
  };
  return transport;
}

interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
  readonly _meta?: { readonly progressToken?: RequestId };
}
