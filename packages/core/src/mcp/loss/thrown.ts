/**
 * What an error says of a request that no transport of ours watched: only for a `CallableTool` that a host brings along,
 * running over a client we never saw. Pure, and the weakest witness of the three.
 *
 * In order: a Node error code on the cause chain; what the peer answered; the status of a failed HTTP exchange; and only
 * then, for an error that did not come from the peer, its text. What fits none of these is no loss, so it is never replayed.
 */
import type { Reach, Reply } from './classify.js';
import { chainOf, reachByNodeCode } from './node-codes.js';

export type Evidence =
  | { readonly kind: 'answered'; readonly reply: Reply }
  | { readonly kind: 'lost'; readonly reach: Reach }
  | { readonly kind: 'timed-out' }
  /** Nothing can be told: it may have run. */
  | { readonly kind: 'none' };

/** JSON-RPC codes that the MCP SDK also raises by itself, with its own words for them. */
const CLOSED = { code: -32000, text: 'Connection closed' };
const TIMEOUT_CODE = -32001;

/** The SDK puts this before a peer's own text. */
const SDK_PREFIX = /^MCP error -?\d+: /;

const TEXTS: readonly (readonly [RegExp, Reach])[] = [
  [/^not connected$/i, 'unsent'],
  [/\b(socket hang up|other side closed|fetch failed|terminated)\b/i, 'unanswered'],
  [/\b(connection|transport|socket|stream)( was| is| has been)? (closed|lost|reset|disconnected)\b/i, 'unanswered'],
];

/** The range that JSON-RPC 2.0 reserves for errors that a peer reports. */
const isJsonRpcCode = (code: number): boolean => code >= -32768 && code <= -32000;

export function evidenceIn(error: unknown): Evidence {
  const reach = reachByNodeCode(error);
  if (reach !== undefined) return { kind: 'lost', reach };
  const numbered = chainOf(error).filter(isNumbered);
  return firstOf(numbered, fromPeer) ?? firstOf(numbered, fromHttp) ?? fromText(error) ?? { kind: 'none' };
}

interface Numbered {
  readonly code: number;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

const isNumbered = (item: object): item is Numbered => Number.isInteger((item as { code?: unknown }).code);

function firstOf(errors: readonly Numbered[], read: (error: Numbered) => Evidence | undefined): Evidence | undefined {
  for (const error of errors) {
    const evidence = read(error);
    if (evidence !== undefined) return evidence;
  }
  return undefined;
}

/** A JSON-RPC error is the peer's answer, but for the two that the SDK makes up when there was none. */
function fromPeer({ code, name, message, data }: Numbered): Evidence | undefined {
  if (name !== 'McpError' && !isJsonRpcCode(code)) return undefined;
  const text = String(message ?? '').replace(SDK_PREFIX, '');
  if (code === TIMEOUT_CODE) return { kind: 'timed-out' };
  if (code === CLOSED.code && text === CLOSED.text && data === undefined) return { kind: 'lost', reach: 'unanswered' };
  return { kind: 'answered', reply: { kind: 'error', code, message: text, ...(data === undefined ? {} : { data }) } };
}

/** A status outside 2xx stands for an exchange that carried no JSON-RPC reply. */
function fromHttp({ code }: Numbered): Evidence | undefined {
  if (code >= 500 && code < 600) return { kind: 'lost', reach: 'unanswered' };
  return code >= 400 && code < 500 ? { kind: 'lost', reach: 'refused' } : undefined;
}

function fromText(error: unknown): Evidence | undefined {
  const text = error instanceof Error ? error.message : '';
  const known = TEXTS.find(([pattern]) => pattern.test(text));
  return known === undefined ? undefined : { kind: 'lost', reach: known[1] };
}
