/**
 * A clock that moves only when a test says so. `advance` fires every wait that falls due, in order.
 */
import type { Clock } from '../shared/clock.js';

export interface FakeClock extends Clock {
  /** Moves time on by `ms`, waking sleepers in order and letting their continuations run between. */
  advance(ms: number): Promise<void>;
  /** How many waits are pending. */
  readonly sleepers: number;
}

interface Sleeper {
  readonly dueMs: number;
  wake(): void;
}

const settleMicrotasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createFakeClock(startMs = 0): FakeClock {
  let nowMs = startMs;
  const sleepers = new Set<Sleeper>();

  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = (): void => {
        sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        dueMs: nowMs + ms,
        wake: () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      sleepers.add(sleeper);
    });

  const after = (ms: number, run: () => void): (() => void) => {
    const sleeper: Sleeper = {
      dueMs: nowMs + ms,
      wake: () => {
        sleepers.delete(sleeper);
        run();
      },
    };
    sleepers.add(sleeper);
    return () => void sleepers.delete(sleeper);
  };

  const advance = async (ms: number): Promise<void> => {
    const endMs = nowMs + ms;
    await settleMicrotasks();
    for (;;) {
      const due = [...sleepers].filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0];
      if (due === undefined) break;
      nowMs = due.dueMs;
      due.wake();
      await settleMicrotasks();
    }
    nowMs = endMs;
  };

  return {
    now: () => nowMs,
    sleep,
    after,
    advance,
    get sleepers() {
      return sleepers.size;
    },
  };
}
