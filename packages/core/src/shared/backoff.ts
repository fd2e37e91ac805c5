/**
 * How long to wait before the next try. Pure: chance is a parameter.
 * Never decides whether there is a next try.
 */
export interface BackoffPlan {
  /** The longest wait before the second try, in ms. */
  readonly firstMs: number;
  /** Each later wait is this many times longer. */
  readonly factor: number;
  readonly maxMs: number;
}

/**
 * The wait after failed try number `attempt` (1 is the first), in whole ms. Between half of the full wait and all of
 * it, so that clients which failed together don't come back together. `random` gives [0, 1).
 */
export function backoffMs(attempt: number, { firstMs, factor, maxMs }: BackoffPlan, random: () => number): number {
  const fullMs = Math.min(firstMs * factor ** Math.max(attempt - 1, 0), maxMs);
  return Math.round(fullMs * (0.5 + random() / 2));
}
