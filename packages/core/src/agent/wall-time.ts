/** The time that the answer to one message may take, as a signal beside the caller's own. */
import type { Clock } from '../shared/clock.js';
import { QwenError } from '../shared/qwen-error.js';

export interface WallTime {
  /** Fires for the caller's reason, or when the time is up. */
  readonly signal: AbortSignal;
  /** Set when the time was up before the caller stopped the run. */
  over(): QwenError | undefined;
  /** The run has ended: no clock runs on. */
  end(): void;
}

/** The longest wait that a Node timer can take; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** `limitMs`: undefined or not above zero is none. */
export function startWallTime(limitMs: number | undefined, signal: AbortSignal, clock: Clock): WallTime {
  if (limitMs === undefined || limitMs <= 0) return { signal, over: () => undefined, end: () => {} };
  const timer = new AbortController();
  let over: QwenError | undefined;
  const cancel = clock.after(Math.min(limitMs, LONGEST_MS), () => {
    if (!signal.aborted) over = outOfTime(limitMs);
    timer.abort(over);
  });
  return { signal: AbortSignal.any([signal, timer.signal]), over: () => over, end: cancel };
}

const outOfTime = (limitMs: number): QwenError =>
  new QwenError(
    'budget',
    `Stopped: the time limit of ${limitMs / 1000} s is reached (--max-wall-time or model.maxWallTimeSeconds).`,
  );
