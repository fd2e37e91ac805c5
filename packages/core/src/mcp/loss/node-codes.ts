/**
 * Node's error codes as the second witness of a loss: read along `cause` and `AggregateError.errors`, never from text. Pure.
 * The first witness is the transport that carried the bytes (transports/watch-reach).
 */
import type { Reach } from './classify.js';

/** Connecting failed: no byte of the request was handed over. */
const UNSENT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
] as const;

/** The connection broke while the request was on it. */
const UNANSWERED = [
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
] as const;

const REACH: ReadonlyMap<string, Reach> = new Map<string, Reach>([
  ...UNSENT.map((code) => [code, 'unsent'] as const),
  ...UNANSWERED.map((code) => [code, 'unanswered'] as const),
]);

const MAX_DEPTH = 8;

/**
 * How far a request got whose connection failed with this error; undefined when no known code is found.
 * Of several, the farthest counts: one branch that may have delivered is enough.
 */
export function reachByNodeCode(error: unknown): Reach | undefined {
  const found = chainOf(error).map(({ code }) => (typeof code === 'string' ? REACH.get(code) : undefined));
  if (found.includes('unanswered')) return 'unanswered';
  return found.includes('unsent') ? 'unsent' : undefined;
}

interface ErrorLike {
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** An error with everything behind it, each once, level by level: a chain that leads back to itself ends too. */
export function chainOf(error: unknown): ErrorLike[] {
  const found = new Set<ErrorLike>();
  let level: unknown[] = [error];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const fresh = level.filter(isObject).filter((item) => !found.has(item));
    for (const item of fresh) found.add(item);
    level = [...new Set(fresh)].flatMap(({ cause, errors }) => [cause, ...(Array.isArray(errors) ? errors : [])]);
  }
  return [...found];
}

const isObject = (value: unknown): value is ErrorLike => typeof value === 'object' && value !== null;
