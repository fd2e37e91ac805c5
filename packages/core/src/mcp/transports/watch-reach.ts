/**
 * Watches requests on one transport: which left, which was answered, and which was lost with what carried it.
 *
 * An attempt's watch is bound to the first `tools/call` (or other method asked for) sent inside its `run`, through the
 * asynchronous context, so it holds whatever client (ours, or one that a host wraps) puts the request on the wire and
 * whatever id that client gives it. `runNow` binds what is sent before it returns.
 * Never decides anything: the facts go to loss/classify.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Reach, Reply } from '../loss/classify.js';
import type { AttemptWatch } from './types.js';

interface Sent {
  reach: Reach;
  reply: Reply | undefined;
  gone: boolean;
  cause: unknown;
}

type Bound = Sent & { readonly method: string; bound: boolean };

export interface ReachWatch {
  watchAttempt(method?: string): AttemptWatch;
  /** A message is about to be handed over. Call before the first byte. */
  leaving(message: JSONRPCMessage): void;
  /** The bytes of this request were handed over, in whole or in part. */
  left(id: RequestId): void;
  /** A message came in. Returns false when it answers a request that is already over: a late reply, to be dropped. */
  arrived(message: JSONRPCMessage): boolean;
  /** What carried this one request ended without its reply. Returns false when it was answered or lost before. */
  lost(id: RequestId, cause: unknown, reach?: Reach): boolean;
  /** The whole connection ended: every open request is lost with it. */
  allLost(cause: unknown): void;
  isOpen(id: RequestId): boolean;
  /** A local fault kept this request from leaving: it is neither answered nor lost. */
  forgetUnsent(id: RequestId): void;
}

/**
 * Of every transport together: Node keeps each storage that was ever used on the list that every new promise walks, so
 * that one a connection would make a process slower with each reconnect.
 */
const contexts = new AsyncLocalStorage<{ readonly owner: object; readonly watched: Bound }>();

export function createReachWatch(): ReachWatch {
  const owner = {};
  const open = new Map<RequestId, Sent>();
  let sending: Bound | undefined;
  let ended: { readonly cause: unknown } | undefined;

  const ports: WatchPorts = {
    follow: (watched, send) => contexts.run({ owner, watched }, send),
    bindNow: (watched, send) => {
      const outer = sending;
      sending = watched;
      try {
        return send();
      } finally {
        sending = outer;
      }
    },
    ended: () => ended,
  };

  const leaving = (message: JSONRPCMessage): void => {
    if (!isRequest(message)) return;
    const followed = contexts.getStore();
    const watched = sending ?? (followed?.owner === owner ? followed.watched : undefined);
    if (watched === undefined || watched.bound || watched.method !== message.method) {
      open.set(message.id, newRequest());
      return;
    }
    watched.bound = true;
    open.set(message.id, watched);
  };

  const lost = (id: RequestId, cause: unknown, reach?: Reach): boolean => {
    const request = open.get(id);
    if (request === undefined) return false;
    open.delete(id);
    request.gone = true;
    request.cause = cause;
    if (reach !== undefined) request.reach = reach;
    return true;
  };

  return {
    watchAttempt: (method = 'tools/call') => new Watch({ ...newRequest(), method, bound: false }, ports),
    leaving,
    lost,
    left: (id) => {
      const request = open.get(id);
      if (request !== undefined) request.reach = 'unanswered';
    },
    arrived: (message) => {
      if (!isResponse(message)) return true;
      const request = open.get(message.id);
      if (request === undefined) return false;
      open.delete(message.id);
      request.reply = replyOf(message);
      return true;
    },
    allLost: (cause) => {
      ended ??= { cause };
      for (const id of [...open.keys()]) lost(id, cause);
    },
    isOpen: (id) => open.has(id),
    forgetUnsent: (id) => {
      if (open.get(id)?.reach === 'unsent') open.delete(id);
    },
  };
}

interface WatchPorts {
  follow<T>(watched: Bound, send: () => Promise<T>): Promise<T>;
  bindNow<T>(watched: Bound, send: () => Promise<T>): Promise<T>;
  ended(): { readonly cause: unknown } | undefined;
}

/** A class for its getters: an object literal with getters of its own is a new shape each time, which costs more than the call. */
class Watch implements AttemptWatch {
  constructor(
    private readonly watched: Bound,
    private readonly ports: WatchPorts,
  ) {}
  run<T>(send: () => Promise<T>): Promise<T> {
    return this.ports.follow(this.watched, send);
  }
  runNow<T>(send: () => Promise<T>): Promise<T> {
    return this.ports.bindNow(this.watched, send);
  }
  get reply(): Reply | undefined {
    return this.watched.reply;
  }
  get reach(): Reach {
    return this.watched.reach;
  }
  get gone(): boolean {
    return this.watched.gone || (!this.watched.bound && this.ports.ended() !== undefined);
  }
  get cause(): unknown {
    return this.watched.cause ?? (this.watched.bound ? undefined : this.ports.ended()?.cause);
  }
}

const newRequest = (): Sent => ({ reach: 'unsent', reply: undefined, gone: false, cause: undefined });

type JsonRpcRequest = Extract<JSONRPCMessage, { method: string; id: RequestId }>;
type JsonRpcResponse = Exclude<JSONRPCMessage, { method: string }> & { readonly id: RequestId };

export function isRequest(message: JSONRPCMessage): message is JsonRpcRequest {
  return 'method' in message && 'id' in message && message.id !== undefined;
}

export function isResponse(message: JSONRPCMessage): message is JsonRpcResponse {
  return !('method' in message) && 'id' in message && message.id !== undefined && message.id !== null;
}

export function replyOf(message: JsonRpcResponse): Reply {
  if (!('error' in message)) return { kind: 'result', result: message.result };
  const { code, message: text, data } = message.error;
  return { kind: 'error', code, message: text, ...(data === undefined ? {} : { data }) };
}

/** A JSON value that is one JSON-RPC 2.0 message, checked only as far as routing needs (JSON-RPC 2.0, sections 4 and 5). */
export function isJsonRpcMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { jsonrpc, method, id, error } = value as Record<string, unknown>;
  if (jsonrpc !== '2.0') return false;
  if (method !== undefined) return typeof method === 'string';
  if (typeof id !== 'string' && typeof id !== 'number') return false;
  return 'result' in value || (typeof error === 'object' && error !== null);
}

/**
 * The message as the SDK can settle it: a reply with a key too many, a result that is no object, an odd `_meta` or an
 * error that lacks its fields would be dropped by the SDK's strict parser and leave the request open for ever. The watch
 * has the peer's own words by then.
 */
export function sdkShaped(message: JSONRPCMessage): JSONRPCMessage {
  if (!isResponse(message)) return message;
  const { id, error, result } = message as { id: RequestId; error?: unknown; result?: unknown };
  if (isObject(error)) {
    const { code, message: text, data } = error;
    if (!Number.isSafeInteger(code) || typeof text !== 'string') return localError(id);
    return { jsonrpc: '2.0', id, error: { code: code as number, message: text, data } };
  }
  if (!isObject(result)) return localError(id);
  const { _meta, ...rest } = result;
  return { jsonrpc: '2.0', id, result: _meta === undefined ? result : rest };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A reply made here, not by the peer, that settles the SDK's pending request. The watch knows better than its code. */
export function localError(id: RequestId): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: -32000, message: 'settled by the transport' } };
}
