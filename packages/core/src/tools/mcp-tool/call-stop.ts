/**
 * What may end a call from our side: the caller's signal, and the one deadline over all its attempts.
 * The first reason wins and is kept; nothing here knows what was sent.
 */
import type { Clock } from '../../shared/clock.js';

export type StopReason = 'cancelled' | 'deadline';

export interface CallStop {
  /** Fires once, at the first reason. Its own reason is the text that `notifications/cancelled` carries to the server. */
  readonly signal: AbortSignal;
  readonly reason: StopReason | undefined;
  /** The call is over: no clock runs on, and the caller's signal is let go. */
  end(): void;
}

export interface CallStopOptions {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly clock: Clock;
}

/** The longest wait that a Node timer can take; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** What the server is told. */
const SAID: Readonly<Record<StopReason, string>> = { cancelled: 'cancelled by the user', deadline: 'timed out' };

export function startCallStop({ signal, deadlineMs, clock }: CallStopOptions): CallStop {
  const halt = new AbortController();
  const timer = new AbortController();
  let reason: StopReason | undefined;

  const stop = (why: StopReason): void => {
    if (reason !== undefined) return;
    reason = why;
    halt.abort(SAID[why]);
  };
  const onAbort = (): void => stop('cancelled');

  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  clock.sleep(Math.min(deadlineMs, MAX_TIMER_MS), timer.signal).then(
    () => stop('deadline'),
    () => {},
  );

  return {
    signal: halt.signal,
    get reason() {
      return reason;
    },
    end: () => {
      timer.abort('over');
      signal.removeEventListener('abort', onAbort);
    },
  };
}
