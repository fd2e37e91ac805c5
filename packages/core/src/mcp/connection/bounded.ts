/** Waits for work no longer than a limit and a signal allow. The work itself is not ended: that is the caller's part. */
import type { Clock } from '../../shared/clock.js';

export type Bounded<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'late' | 'aborted' };

export interface Limits {
  readonly clock: Clock;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Rejects only when the work does, in time. */
export async function bounded<T>(work: Promise<T>, { clock, limitMs, signal }: Limits): Promise<Bounded<T>> {
  work.catch(() => {});
  if (signal.aborted) return { kind: 'aborted' };
  const over = new AbortController();
  const stop = (): void => over.abort();
  signal.addEventListener('abort', stop, { once: true });
  const patience = clock.sleep(limitMs, over.signal).then(
    (): Bounded<T> => ({ kind: 'late' }),
    (): Bounded<T> => ({ kind: 'aborted' }),
  );
  try {
    return await Promise.race([work.then((value): Bounded<T> => ({ kind: 'done', value })), patience]);
  } finally {
    signal.removeEventListener('abort', stop);
    over.abort();
  }
}
