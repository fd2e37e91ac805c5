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

/** The longest wait that a Node timer can take; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function watchStream(caller: AbortSignal, clock: Clock): StreamWatch {
  const request = new AbortController();
  let limitMs = 0;
  let lastMs = 0;
  let stoodStill = false;
  let cancelWait = (): void => {};

  const onCancel = (): void => request.abort();
  if (caller.aborted) request.abort();
  else caller.addEventListener('abort', onCancel, { once: true });

  const wait = (ms: number): void => {
    cancelWait = clock.after(Math.min(ms, MAX_TIMER_MS), () => {
      const restMs = lastMs + limitMs - clock.now();
      if (restMs > 0) return wait(restMs);
      stoodStill = true;
      request.abort();
    });
  };

  return {
    signal: request.signal,
    expect: (ms) => {
      limitMs = ms;
      lastMs = clock.now();
      cancelWait();
      wait(ms);
    },
    touch: () => {
      lastMs = clock.now();
    },
    stoodStill: () => stoodStill,
    close: () => {
      cancelWait();
      caller.removeEventListener('abort', onCancel);
    },
  };
}
