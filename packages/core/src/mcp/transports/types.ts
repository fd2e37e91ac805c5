/**
 * What a transport tells the layers above it beyond the SDK's `Transport`: which request left, which was answered, and
 * when the connection or exchange that carried it ended.
 */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Reach, Reply } from '../loss/classify.js';

/** The watch over one request: bound to the first request sent inside `run`, whatever id the SDK gives it. */
export interface AttemptWatch {
  /** Runs `send`; the first JSON-RPC request put on the transport inside it is the one watched. */
  run<T>(send: () => Promise<T>): Promise<T>;
  /**
   * As `run`, for a client that puts its request on the transport before `send` returns, as the SDK's own `request` does.
   * It follows no asynchronous context, which in Node makes every promise of the process slower from the first use on.
   */
  runNow<T>(send: () => Promise<T>): Promise<T>;
  /** The reply that arrived for it on this connection, as the peer sent it. */
  readonly reply: Reply | undefined;
  readonly reach: Reach;
  /** The connection, or over HTTP the exchange, that carried it ended without the reply. */
  readonly gone: boolean;
  /** Why it is gone, for the debug log only. */
  readonly cause: unknown;
}

export interface WatchedTransport extends Transport {
  readonly kind: 'stdio' | 'http' | 'sse' | 'sdk';
  /** Watches one request of this method, `tools/call` unless another is named. */
  watchAttempt(method?: string): AttemptWatch;
  /**
   * Called once, when the connection is over for every later request: process exit, stdout end, EPIPE, SSE stream end,
   * HTTP session refused. A lone failed HTTP exchange does not call it (see `onexchangelost`).
   */
  onlost?: (cause: unknown) => void;
  /** HTTP only: one exchange ended without its reply while the session may live on. Worth an early health check. */
  onexchangelost?: (cause: unknown) => void;
  /** stdio only: starts the process ahead of `start`, so that it comes up while the SDK is loaded. Any number of calls. */
  launch?(): void;
  /** stdio only: how the server's process ended, once it has. */
  readonly exit?: { readonly exitCode: number | null; readonly signal: NodeJS.Signals | null } | undefined;
  /** stdio only: what the server wrote to its standard error, as it comes. May repeat what a call said: not for a file. */
  onstderr?: (text: string) => void;
  /** Lines or frames that were not JSON-RPC: ignored, for the debug log. */
  onjunk?: (text: string) => void;
  /**
   * Ends the connection for good: a stdio server's whole process tree is gone when this resolves (SIGTERM, then SIGKILL),
   * an HTTP session has been deleted (bounded, best effort). Any number of calls; never rejects.
   */
  close(): Promise<void>;
}
