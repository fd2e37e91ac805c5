/** Keeps one run from holding up the lab: a time limit and the lab's own signal end it. */
import type { Clock } from '../../shared/clock.js';

export interface BoundOptions {
  readonly clock: Clock;
  readonly limitMs: number;
  /** Rejects with its reason when it fires. */
  readonly signal: AbortSignal;
}

export type Bounded<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'late' };

/** `work` gets a signal that fires as soon as nobody waits for it any more. */
export async function boundedRun<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { clock, limitMs, signal }: BoundOptions,
): Promise<Bounded<T>> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  try {
    const limit = clock.sleep(limitMs, stop).then((): Bounded<T> => ({ kind: 'late' }));
    const done = work(stop).then((value): Bounded<T> => ({ kind: 'done', value }));
    done.catch(() => {});
    return await Promise.race([limit, done]);
  } finally {
    over.abort(new Error('the run is over'));
  }
}
