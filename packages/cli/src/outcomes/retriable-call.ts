/**
 * Whether a recorded call may be sent once more, and with what: only one that is known not to have happened, from the folder
 * it was made in, with its own arguments out of the session's recording. Sends nothing.
 */
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { mayRetry } from '@qwen-code/qwen-code-core/mcp/reconcile/verdict.js';
import { findRecordedCall, type RecordedCall } from '@qwen-code/qwen-code-core/sessions/recorded-call.js';

export interface RetryQuestion {
  readonly outcome: Outcome;
  /** Every call on record. */
  readonly outcomes: readonly Outcome[];
  readonly cwd: string;
  /** Root of run-time data. */
  readonly runtimeDir: string;
  /** The journal's digest. */
  digest(args: unknown): Promise<string>;
}

/** The call as it was made, or one sentence why it can't be sent again. */
export async function retriableCall(question: RetryQuestion): Promise<RecordedCall | string> {
  const { outcome, outcomes, cwd, runtimeDir, digest } = question;
  const { intent, id, state } = outcome;
  if (state === 'unknown') {
    return `The outcome of ${id} is unknown. Find out first: qwen mcp outcomes reconcile ${id} --as not_committed --note "..." says that it did not happen.`;
  }
  if (!mayRetry(state)) return `${id} can't be sent again: only a call that is reconciled as not_committed can.`;
  if (intent.workspace !== cwd) return `${id} was called in ${intent.workspace}; run this command there.`;
  const other = otherAttempt(outcomes, outcome);
  if (other !== undefined) return other;
  const recorded =
    intent.session === null
      ? undefined
      : findRecordedCall({
          runtimeDir,
          cwd: intent.workspace,
          session: intent.session,
          callId: intent.call_id,
          at: intent.at,
        });
  if (recorded === undefined) {
    return `The arguments of ${id} are not kept: its session was not recorded, or its recording is gone. Ask for it again in a new run.`;
  }
  if ((await digest(recorded.args)) !== intent.arguments_digest) {
    return `The recorded session holds other arguments than ${id} was sent with, so it can't be sent again as it was.`;
  }
  return recorded;
}

/** Why another record stands in the way: a retry that was made already, or an identical call that is unknown. */
function otherAttempt(outcomes: readonly Outcome[], { id, intent }: Outcome): string | undefined {
  const retried = outcomes.find((other) => other.intent.retry_of === id && other.state !== 'not_committed');
  if (retried !== undefined) return `${id} was sent again already, as ${retried.id}.`;
  const twin = outcomes.find(
    (other) =>
      other.id !== id &&
      (other.state === 'unknown' || other.state === 'in_flight') &&
      other.intent.workspace === intent.workspace &&
      other.intent.server === intent.server &&
      other.intent.tool === intent.tool &&
      other.intent.arguments_digest === intent.arguments_digest,
  );
  return twin === undefined ? undefined : `An identical call, ${twin.id}, is still unknown; reconcile that one first.`;
}
