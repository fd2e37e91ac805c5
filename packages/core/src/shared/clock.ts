/**
 * Time as a parameter. No other module calls `Date.now` or `setTimeout`; a wait takes a signal,
 * so a cancel never sits out a back-off.
 */
import { setTimeout as wait } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. `ref: false`: does not hold the process. */
  sleep(ms: number, signal?: AbortSignal, options?: { readonly ref?: boolean }): Promise<void>;
  /** Calls `run` after `ms`, unless the returned function is called first: for limits that are hardly ever reached. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal, { ref = true } = {}) => {
    try {
      await wait(ms, undefined, { signal, ref });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
