/**
 * One attempt over a `CallableTool`, without a progress token: the fallback for servers with `progress: false`, and for
 * hosts that bring a callable of their own.
 *
 * Where the callable runs over a transport of ours, the watch is the witness, as in direct-attempt. Where it does not,
 * the error it throws is all there is (mcp/loss/thrown). No idle limit: a server that sends no progress is never idle.
 */
import type { AttemptOutcome, Reach } from '../../mcp/loss/classify.js';
import { evidenceIn } from '../../mcp/loss/thrown.js';
import type { AttemptWatch } from '../../mcp/transports/types.js';
import { outcomeByWatch, type Attempt, type AttemptRequest } from './attempt.js';
import type { CallStop, StopReason } from './call-stop.js';
import { replyInParts, type CallableTool } from './callable-tool.js';

export interface CallableAttemptOptions {
  /**
   * A callable for one attempt. One that knows how to stop takes the signal; the others are no longer waited for. One
   * that can send a `_meta` takes it; a host's own has no place for it.
   */
  callable(signal: AbortSignal, meta: AttemptRequest['meta']): CallableTool;
  readonly toolName: string;
  /** Present when what the callable sends goes over a transport of ours. */
  readonly watchAttempt: (() => AttemptWatch) | undefined;
}

/** How the callable ended, before anyone asked what became of the request. */
type End =
  | { readonly kind: 'returned'; readonly parts: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'stopped'; readonly why: StopReason };

export function callableAttempt({ callable, toolName, watchAttempt }: CallableAttemptOptions): Attempt {
  return async ({ args, meta, stop }) => {
    const watch = watchAttempt?.();
    let reach: Reach = 'unsent';
    const end = await untilStopped(stop, () => {
      reach = 'unanswered';
      // A copy: whatever the callable does to its arguments, a replay sends the first ones.
      const call = { name: toolName, args: structuredClone(args) as Record<string, unknown> };
      const send = (): Promise<unknown> => callable(stop.signal, meta).callTool([call]);
      return watch === undefined ? send() : watch.run(send);
    });
    return watch === undefined ? outcomeByWords(reach, end) : outcomeWithWatch(watch, end);
  };
}

/** A callable may not know how to stop: from then on it is not waited for, and what it throws in that moment is no loss. */
async function untilStopped(stop: CallStop, send: () => Promise<unknown>): Promise<End> {
  if (stop.reason !== undefined) return { kind: 'stopped', why: stop.reason };
  const { signal } = stop;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const ended = new Promise((resolve) => resolve(send())).then(
    (parts): End => ({ kind: 'returned', parts }),
    (error: unknown): End => ({ kind: 'threw', error }),
  );
  return (await Promise.race([ended, stopped])) ?? { kind: 'stopped', why: stop.reason ?? 'cancelled' };
}

function outcomeWithWatch(watch: AttemptWatch, end: End): AttemptOutcome {
  if (end.kind !== 'threw') return outcomeByWatch(watch, end.kind === 'stopped' ? end.why : undefined, undefined);
  const { error } = end;
  // With no reply and the connection alive, the SDK's timeout code can only be its own timer: a limit of the callable's.
  const isOwnLimit = !watch.gone && evidenceIn(error).kind === 'timed-out';
  return outcomeByWatch(watch, isOwnLimit ? 'deadline' : undefined, error);
}

function outcomeByWords(reach: Reach, end: End): AttemptOutcome {
  if (end.kind === 'stopped') {
    if (end.why === 'cancelled') return { kind: 'cancelled', reach, cause: undefined };
    return { kind: 'timed-out', reach, cause: undefined, idle: end.why === 'idle' };
  }
  if (end.kind === 'returned') {
    const reply = replyInParts(end.parts);
    if (reply !== undefined) return { kind: 'answered', reply };
    return { kind: 'failed', reach, cause: new Error('the callable returned no function response') };
  }
  const { error: cause } = end;
  const evidence = evidenceIn(cause);
  switch (evidence.kind) {
    case 'answered':
      return { kind: 'answered', reply: evidence.reply };
    case 'lost':
      return { kind: 'lost', reach: evidence.reach, cause };
    case 'timed-out':
      return { kind: 'timed-out', reach, cause, idle: false };
    case 'none':
      return { kind: 'failed', reach, cause };
  }
}
