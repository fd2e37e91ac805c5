/**
 * One `tools/call` on one live connection. There are two ways to make one (direct-attempt, callable-attempt); both end
 * in an outcome, and neither knows of trust, hints, replays or the journal.
 */
import { classifyFailure, type AttemptOutcome } from '../../mcp/loss/classify.js';
import type { AttemptWatch } from '../../mcp/transports/types.js';
import type { Clock } from '../../shared/clock.js';
import type { ToolArguments, ToolProgress } from '../types.js';
import type { CallStop, StopReason } from './call-stop.js';
import { startIdleClock } from './idle-clock.js';

export interface AttemptRequest {
  readonly args: ToolArguments;
  readonly stop: CallStop;
  onProgress(progress: ToolProgress): void;
}

/** Must not throw: every end is an outcome. Settles as soon as `stop` fires, whatever was sent. */
export type Attempt = (request: AttemptRequest) => Promise<AttemptOutcome>;

/** How sending ended, before anyone asked what became of the request. */
export type SendEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'stopped'; readonly why: StopReason | 'idle' };

export interface SendOptions {
  readonly stop: CallStop;
  readonly clock: Clock;
  readonly idleTimeoutMs: number | undefined;
  /** `signal` belongs to this attempt alone; `heard` restarts the idle clock. */
  send(signal: AbortSignal, heard: () => void): Promise<unknown>;
}

/** Runs `send` until it ends or the call is stopped. The first reason to stop wins over whatever `send` does about it. */
export async function sendUntilStopped({ stop, clock, idleTimeoutMs, send }: SendOptions): Promise<SendEnd> {
  if (stop.reason !== undefined) return { kind: 'stopped', why: stop.reason };
  // A signal of its own: the SDK never takes its listener off, and a finished request must not be cancelled later.
  const halt = new AbortController();
  let why: StopReason | 'idle' | undefined;
  const halted = new Promise<void>((resolve) => halt.signal.addEventListener('abort', () => resolve(), { once: true }));
  const onStop = (): void => {
    why ??= stop.reason;
    halt.abort(stop.signal.reason);
  };
  stop.signal.addEventListener('abort', onStop, { once: true });
  const idle = startIdleClock(idleTimeoutMs, clock, () => {
    why ??= 'idle';
    halt.abort('no answer and no progress in time');
  });

  const ended = settle(send(halt.signal, idle.heard));
  const end = await Promise.race([ended, halted]);
  idle.end();
  stop.signal.removeEventListener('abort', onStop);
  return why !== undefined || end === undefined ? { kind: 'stopped', why: why ?? 'cancelled' } : end;
}

const settle = (sending: Promise<unknown>): Promise<SendEnd> =>
  sending.then(
    (value): SendEnd => ({ kind: 'returned', value }),
    (error: unknown): SendEnd => ({ kind: 'threw', error }),
  );

/** The outcome by what the transport saw. A reply that arrived counts, whatever else happened meanwhile. */
export function outcomeByWatch({ reply, reach, gone, cause }: AttemptWatch, end: SendEnd): AttemptOutcome {
  if (reply !== undefined) return { kind: 'answered', reply };
  const why = end.kind === 'stopped' ? end.why : undefined;
  return classifyFailure({
    reach,
    gone,
    aborted: why === 'cancelled',
    expired: why === 'deadline' || why === 'idle' ? why : undefined,
    cause: cause ?? (end.kind === 'threw' ? end.error : undefined),
  });
}
