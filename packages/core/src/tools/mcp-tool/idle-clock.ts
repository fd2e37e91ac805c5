/** Fires when nothing was heard for a while. Hearing something only notes the time, so that progress costs no timer. */
import type { Clock } from '../../shared/clock.js';
import { MAX_TIMER_MS } from './call-stop.js';

export interface IdleClock {
  /** Something was heard. */
  heard(): void;
  end(): void;
}

const NO_LIMIT: IdleClock = { heard: () => {}, end: () => {} };

/** Without a limit, or with 0, it never fires. */
export function startIdleClock(limitMs: number | undefined, clock: Clock, onIdle: () => void): IdleClock {
  if (limitMs === undefined || limitMs <= 0 || limitMs > MAX_TIMER_MS) return NO_LIMIT;
  const over = new AbortController();
  let heardMs = clock.now();

  const watch = async (): Promise<void> => {
    for (let leftMs = limitMs; leftMs > 0; leftMs = heardMs + limitMs - clock.now()) {
      await clock.sleep(leftMs, over.signal);
    }
    if (!over.signal.aborted) onIdle();
  };
  watch().catch(() => {});

  return {
    heard: () => {
      heardMs = clock.now();
    },
    end: () => over.abort('over'),
  };
}
