/**
 * May a failed model request be sent again, and when? Pure: time and chance are parameters.
 *
 * Only asked before the first token. After it the host has seen part of an answer, and a second one would not continue it.
 */
import { backoffMs, type BackoffPlan } from '../shared/backoff.js';
import type { ModelFailure } from './failure.js';

export const DEFAULT_MAX_RETRIES = 4;

/** A server that asks for a longer wait than this is not waited for. */
const LONGEST_ASKED_MS = 120_000;

const WAITS = {
  'rate-limit': { firstMs: 2_000, factor: 2, maxMs: 30_000 },
  server: { firstMs: 1_000, factor: 2, maxMs: 15_000 },
  connection: { firstMs: 500, factor: 2, maxMs: 8_000 },
} satisfies Record<string, BackoffPlan>;

export type RetryReason = keyof typeof WAITS;
export type RetryPlan = { readonly kind: 'retry'; readonly delayMs: number } | { readonly kind: 'give-up' };

export interface RetryFacts {
  readonly failure: ModelFailure;
  /** Number of the request that failed; 1 is the first. */
  readonly attempt: number;
  readonly maxRetries: number;
  readonly random: () => number;
}

export function planRetry({ failure, attempt, maxRetries, random }: RetryFacts): RetryPlan {
  const reason = retryReason(failure);
  if (reason === undefined || attempt > maxRetries) return { kind: 'give-up' };
  const askedMs = failure.kind === 'api' ? failure.retryAfterMs : undefined;
  if (askedMs === undefined) return { kind: 'retry', delayMs: backoffMs(attempt, WAITS[reason], random) };
  return askedMs > LONGEST_ASKED_MS ? { kind: 'give-up' } : { kind: 'retry', delayMs: askedMs };
}

/** Error types of the API that stand for a status, in streams that carry no number. */
const TYPES: ReadonlyMap<string | undefined, RetryReason> = new Map([
  ['rate_limit_exceeded', 'rate-limit'],
  ['rate_limit_error', 'rate-limit'],
  ['server_error', 'server'],
  ['api_error', 'server'],
  ['internal_server_error', 'server'],
  ['overloaded_error', 'server'],
  ['MALFORMED_FUNCTION_CALL', 'server'],
]);

function retryReason(failure: ModelFailure): RetryReason | undefined {
  switch (failure.kind) {
    case 'api':
      if (failure.status === undefined) return TYPES.get(failure.type);
      if (failure.status === 429) return 'rate-limit';
      return failure.status >= 500 ? 'server' : undefined;
    case 'connection':
    case 'empty':
      return 'connection';
    case 'timeout':
    case 'idle':
    case 'overdue':
    case 'garbled':
    case 'broken':
    case 'withheld':
      return undefined;
  }
}

/** Whether another model should be asked: this one has no room, and said nothing yet. Not asked about a begun answer. */
export function isOverloaded(failure: ModelFailure): boolean {
  if (failure.kind !== 'api') return false;
  const { status, type } = failure;
  if (status !== undefined) return status === 429 || status === 503 || status === 529;
  return TYPES.get(type) === 'rate-limit' || type === 'overloaded_error';
}
