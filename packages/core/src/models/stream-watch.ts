/**
 * Ends a request when its caller cancels, when its stream stands still, or when it takes too long. Two timers a stream,
 * however many chunks come.
 */
import type { Clock } from '../shared/clock.js';

export interface StreamWatch {
  /** For the request: aborts on a cancel and on each limit. */
  readonly signal: AbortSignal;
  /** From now on nothing may stand still for longer than `limitMs`. A later call changes the limit. */
  expect(limitMs: number): void;
  /** Something came. */
  touch(): void;
  /** All of it must be over within `limitMs`. */
  within(limitMs: number): void;
  /** The limit that ended the request. */
  hit(): 'still' | 'overdue' | undefined;
  close(): void;
}

/** The longest wait that a Node timer can take; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function watchStream(caller: AbortSignal, clock: Clock): StreamWatch {
  const request = new AbortController();
  let limitMs = 0;
  let lastMs = 0;
  let hit: 'still' | 'overdue' | undefined;
  let cancelWait = (): void => {};
  let cancelEnd = (): void => {};

  const onCancel = (): void => request.abort();
  if (caller.aborted) request.abort();
  else caller.addEventListener('abort', onCancel, { once: true });

  const end = (why: 'still' | 'overdue'): void => {
    hit ??= why;
    request.abort();
  };
  const wait = (ms: number): void => {
    cancelWait = clock.after(Math.min(ms, MAX_TIMER_MS), () => {
      const restMs = lastMs + limitMs - clock.now();
      if (restMs > 0) wait(restMs);
      else end('still');
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
    within: (ms) => {
      cancelEnd();
      cancelEnd = clock.after(Math.min(ms, MAX_TIMER_MS), () => end('overdue'));
    },
    hit: () => hit,
    close: () => {
      cancelWait();
      cancelEnd();
      caller.removeEventListener('abort', onCancel);
    },
  };
}
