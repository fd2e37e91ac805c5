/**
 * What became of one attempt, from facts that the layer which carried the bytes observed. Pure.
 * Not decided here: whether the call may be sent again (tools/mcp-tool/replay-gates).
 */

/** How far a request with no reply got: never left, turned away before the handler, or left and may have run. */
export type Reach = 'unsent' | 'refused' | 'unanswered';

/** A JSON-RPC reply for this request id, as the peer sent it. */
export type Reply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown };

export type AttemptOutcome =
  /** A reply arrived on this connection: a definite outcome, whatever it says. */
  | { readonly kind: 'answered'; readonly reply: Reply }
  /** The connection or exchange that carried it ended without a reply: the only kind a replay may follow. */
  | { readonly kind: 'lost'; readonly reach: Reach; readonly cause: unknown }
  | { readonly kind: 'cancelled'; readonly reach: Reach; readonly cause: unknown }
  | { readonly kind: 'timed-out'; readonly reach: Reach; readonly cause: unknown; readonly idle: boolean }
  /** A local fault that says nothing of the connection: serialisation, size, schema. */
  | { readonly kind: 'failed'; readonly reach: Reach; readonly cause: unknown };

/** What was seen of an attempt that got no reply. */
export interface Seen {
  readonly reach: Reach;
  /** The connection, or over HTTP the exchange, ended. */
  readonly gone: boolean;
  /** The caller's own signal fired. */
  readonly aborted: boolean;
  /** One of our clocks ran out. */
  readonly expired: 'deadline' | 'idle' | undefined;
  readonly cause: unknown;
}

/** First cause wins: a user's abort, then a clock, then the connection; anything else is a local fault. */
export function classifyFailure({ reach, gone, aborted, expired, cause }: Seen): AttemptOutcome {
  if (aborted) return { kind: 'cancelled', reach, cause };
  if (expired !== undefined) return { kind: 'timed-out', reach, cause, idle: expired === 'idle' };
  if (gone || reach === 'refused') return { kind: 'lost', reach, cause };
  return { kind: 'failed', reach, cause };
}
