import { expect, it } from 'vitest';
import type { ModelFailure } from './failure.js';
import { planRetry, type RetryPlan } from './retry.js';

const api = (status: number | undefined, retryAfterMs?: number, type?: string): ModelFailure => ({
  kind: 'api',
  status,
  type,
  message: 'm',
  retryAfterMs,
});
const GIVE_UP: RetryPlan = { kind: 'give-up' };
const after = (delayMs: number): RetryPlan => ({ kind: 'retry', delayMs });

it.each<[failure: ModelFailure, attempt: number, expected: RetryPlan]>([
  [api(429), 1, after(1_000)],
  [api(429), 4, after(8_000)],
  [api(429), 5, GIVE_UP],
  [api(429, 0), 1, after(0)],
  [api(429, 120_000), 1, after(120_000)],
  [api(429, 120_001), 1, GIVE_UP],
  [api(500), 1, after(500)],
  [api(599), 2, after(1_000)],
  [api(400), 1, GIVE_UP],
  [api(401), 1, GIVE_UP],
  [api(403), 1, GIVE_UP],
  [api(404), 1, GIVE_UP],
  [api(400, 5), 1, GIVE_UP],
  [api(undefined), 1, GIVE_UP],
  [api(undefined, undefined, 'server_error'), 1, after(500)],
  [api(undefined, undefined, 'rate_limit_exceeded'), 1, after(1_000)],
  [api(undefined, undefined, 'constructor'), 1, GIVE_UP],
  [{ kind: 'connection', code: 'ECONNREFUSED' }, 1, after(250)],
  [{ kind: 'empty' }, 1, after(250)],
  [{ kind: 'timeout', ms: 1 }, 1, GIVE_UP],
  [{ kind: 'idle', ms: 1 }, 1, GIVE_UP],
  [{ kind: 'broken' }, 1, GIVE_UP],
  [{ kind: 'garbled' }, 1, GIVE_UP],
  [{ kind: 'withheld' }, 1, GIVE_UP],
])('%j after try %i: %j', (failure, attempt, expected) => {
  expect(planRetry({ failure, attempt, maxRetries: 4, random: () => 0 })).toEqual(expected);
});
