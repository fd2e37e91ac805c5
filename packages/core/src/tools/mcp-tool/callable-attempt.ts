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
import type { Clock } from '../../shared/clock.js';
import { outcomeByWatch, sendUntilStopped, type Attempt, type SendEnd } from './attempt.js';
import { replyInParts, type CallableTool } from './callable-tool.js';

export interface CallableAttemptOptions {
  /** A callable for one attempt. One that knows how to stop takes the signal; the others are no longer waited for. */
  callable(signal: AbortSignal): CallableTool;
  readonly toolName: string;
  /** Present when what the callable sends goes over a transport of ours. */
  readonly watchAttempt: (() => AttemptWatch) | undefined;
  readonly clock: Clock;
}

export function callableAttempt({ callable, toolName, watchAttempt, clock }: CallableAttemptOptions): Attempt {
  return async ({ args, stop }) => {
    const watch = watchAttempt?.();
    let reach: Reach = 'unsent';
    const end = await sendUntilStopped({
      stop,
      clock,
      idleTimeoutMs: undefined,
      send: async (signal) => {
        reach = 'unanswered';
        // A copy: whatever the callable does to its arguments, a replay sends the first ones.
        const call = { name: toolName, args: structuredClone(args) as Record<string, unknown> };
        const send = (): Promise<unknown> => callable(signal).callTool([call]);
        return watch === undefined ? send() : watch.run(send);
      },
    });
    return watch === undefined ? outcomeByWords(reach, end) : outcomeByWatch(watch, ownTimeout(watch, end));
  };
}

/** With no reply and the connection alive, the SDK's timeout code can only be its own timer: a limit of the callable's. */
function ownTimeout({ reply, gone }: AttemptWatch, end: SendEnd): SendEnd {
  if (reply !== undefined || gone || end.kind !== 'threw') return end;
  return evidenceIn(end.error).kind === 'timed-out' ? { kind: 'stopped', why: 'deadline' } : end;
}

function outcomeByWords(reach: Reach, end: SendEnd): AttemptOutcome {
  if (end.kind === 'stopped') {
    if (end.why === 'cancelled') return { kind: 'cancelled', reach, cause: undefined };
    return { kind: 'timed-out', reach, cause: undefined, idle: end.why === 'idle' };
  }
  if (end.kind === 'returned') {
    const reply = replyInParts(end.value);
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
