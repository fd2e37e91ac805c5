/**
 * Ends a request when its caller cancels or its stream stands still. One timer a stream, however many chunks come.
 */
import type { Clock } from '../../shared/clock.js';

export interface StreamWatch {
  /** For the request: aborts on a cancel and when the stream stands still. */
  readonly signal: AbortSignal;
  /** The stream is open: from now on it must not stand still for longer than `limitMs`. A later call changes the limit. */
  expect(limitMs: number): void;
  /** Something came. */
  touch(): void;
  stoodStill(): boolean;
  close(): void;
}

export function watchStream(caller: AbortSignal, clock: Clock): StreamWatch {
  const request = new AbortController();
  const closed = new AbortController();
  let nap = new AbortController();
  let limitMs: number | undefined;
  let lastMs = 0;
  let stoodStill = false;

  if (caller.aborted) request.abort();
  else caller.addEventListener('abort', () => request.abort(), { once: true, signal: closed.signal });

  const guard = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      const restMs = lastMs + (limitMs ?? 0) - clock.now();
      if (restMs <= 0) {
        stoodStill = true;
        request.abort();
        return;
      }
      nap = new AbortController();
      await clock.sleep(restMs, nap.signal).catch(() => {}); // Woken early: closed, or the limit changed.
    }
  };

  return {
    signal: request.signal,
    expect: (ms) => {
      const first = limitMs === undefined;
      limitMs = ms;
      lastMs = clock.now();
      if (first) void guard();
      else nap.abort();
    },
    touch: () => {
      lastMs = clock.now();
    },
    stoodStill: () => stoodStill,
    close: () => {
      closed.abort();
      nap.abort();
    },
  };
}
