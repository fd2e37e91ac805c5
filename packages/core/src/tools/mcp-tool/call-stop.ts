/**
 * What may end a call from our side: the caller's signal, the one deadline over all its attempts, and the idle limit of
 * the attempt that is out. The first reason wins and is kept; nothing here knows what was sent.
 */
import type { Clock } from '../../shared/clock.js';
import { createLightAbort } from '../../shared/light-abort.js';

export type StopReason = 'cancelled' | 'deadline' | 'idle';

export interface CallStop {
  /** Fires at the first reason. Its own reason is the text that `notifications/cancelled` carries to the server. */
  readonly signal: AbortSignal;
  readonly reason: StopReason | undefined;
  stop(reason: StopReason): void;
  /**
   * An attempt is over and another may follow: `signal` is a new one from now on. The SDK never takes its listener off a
   * request's signal, and a request that is over must not be cancelled later.
   */
  nextAttempt(): void;
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
const SAID: Readonly<Record<StopReason, string>> = {
  cancelled: 'cancelled by the user',
  deadline: 'timed out',
  idle: 'no answer and no progress in time',
};

export function startCallStop({ signal, deadlineMs, clock }: CallStopOptions): CallStop {
  let halt = createLightAbort();
  const stop = (why: StopReason): void => {
    if (call.reason !== undefined) return;
    call.reason = why;
    halt.abort(SAID[why]);
  };
  const onAbort = (): void => stop('cancelled');
  const cancelDeadline = clock.after(Math.min(deadlineMs, MAX_TIMER_MS), () => stop('deadline'));

  // Plain fields: getters would give every call's value a shape of its own, which costs more than the rest of this.
  const call: Mutable<CallStop> = {
    signal: halt.signal,
    reason: undefined,
    stop,
    nextAttempt: () => {
      if (call.reason !== undefined) return;
      halt = createLightAbort();
      call.signal = halt.signal;
    },
    end: () => {
      cancelDeadline();
      signal.removeEventListener('abort', onAbort);
    },
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return call;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
