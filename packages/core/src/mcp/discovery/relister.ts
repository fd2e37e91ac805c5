/**
 * Lists again when a server says that its tools changed: at once for the first word, then less and less often while the
 * words keep coming, so that neither a storm of notifications nor a listing that itself notifies becomes a loop.
 * And, for a server that came back with no tools at all, a few times more until they are there.
 */
import type { Clock } from '../../shared/clock.js';

/** Pauses between listings while notifications keep coming. */
const GAP = { firstMs: 500, factor: 2, maxMs: 60_000 } as const;
/** Pauses between the listings of a server that has lost all of its tools. */
const EMPTY_MS = [250, 500, 1_000, 2_000, 4_000] as const;
const UNHELD = { ref: false } as const;

export interface RelisterOptions {
  readonly clock: Clock;
  /** Lists once and tells the owner; resolves with the number of tools, or undefined when it failed. Never rejects. */
  readonly list: () => Promise<number | undefined>;
}

export interface Relister {
  /** The server said that its list changed. */
  notice(): void;
  /** It lists nothing although it had tools: ask again a few times. Resolves when it lists some, or at the end. */
  untilSome(): Promise<void>;
  stop(): void;
}

const gapMs = (streak: number): number =>
  streak === 0 ? 0 : Math.min(GAP.firstMs * GAP.factor ** (streak - 1), GAP.maxMs);

export function createRelister({ clock, list }: RelisterOptions): Relister {
  const over = new AbortController();
  let changed = false;
  let running = false;
  /** Listings in a row, each soon after the one before. */
  let streak = 0;
  let listedMs = 0;

  const run = async (): Promise<void> => {
    running = true;
    try {
      while (changed) {
        const waitMs = listedMs + gapMs(streak) - clock.now();
        if (waitMs > 0) await clock.sleep(waitMs, over.signal, UNHELD);
        changed = false;
        await list();
        over.signal.throwIfAborted();
        streak += 1;
        listedMs = clock.now();
      }
    } finally {
      running = false;
    }
  };

  return {
    notice: () => {
      changed = true;
      if (running || over.signal.aborted) return;
      if (clock.now() - listedMs >= 2 * gapMs(streak)) streak = 0;
      run().catch(() => {});
    },
    untilSome: async () => {
      for (const pauseMs of EMPTY_MS) {
        await clock.sleep(pauseMs, over.signal, UNHELD).catch(() => {});
        if (over.signal.aborted || ((await list()) ?? 0) > 0) return;
      }
    },
    stop: () => over.abort(),
  };
}
