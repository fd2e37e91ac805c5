/**
 * One `tools/call` on one live connection. There are two ways to make one (direct-attempt, callable-attempt); both end
 * in an outcome, and neither knows of trust, hints, replays or the journal.
 */
import { classifyFailure, type AttemptOutcome } from '../../mcp/loss/classify.js';
import type { AttemptWatch } from '../../mcp/transports/types.js';
import type { ToolArguments, ToolProgress } from '../types.js';
import type { CallStop, StopReason } from './call-stop.js';

export interface AttemptRequest {
  readonly args: ToolArguments;
  /** What the operator wants in the request's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly stop: CallStop;
  onProgress(progress: ToolProgress): void;
}

/** Must not throw: every end is an outcome. Settles as soon as `stop` fires, whatever was sent; sends nothing after it. */
export type Attempt = (request: AttemptRequest) => Promise<AttemptOutcome>;

/**
 * The outcome by what the transport saw. A reply that arrived counts, whatever else happened meanwhile; then what ended
 * the call from our side, then the loss. `error` is what sending threw: kept for the debug log, never read.
 */
export function outcomeByWatch(watch: AttemptWatch, why: StopReason | undefined, error: unknown): AttemptOutcome {
  const { reply, reach, gone } = watch;
  if (reply !== undefined) return { kind: 'answered', reply };
  return classifyFailure({
    reach,
    gone,
    aborted: why === 'cancelled',
    expired: why === 'cancelled' ? undefined : why,
    cause: watch.cause ?? error,
  });
}
