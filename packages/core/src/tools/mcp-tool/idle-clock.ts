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
  let heardMs = clock.now();
  let cancel = (): void => {};
  const watch = (leftMs: number): void => {
    cancel = clock.after(leftMs, () => {
      const rest = heardMs + limitMs - clock.now();
      if (rest > 0) watch(rest);
      else onIdle();
    });
  };
  watch(limitMs);
  return {
    heard: () => {
      heardMs = clock.now();
    },
    end: () => cancel(),
  };
}
