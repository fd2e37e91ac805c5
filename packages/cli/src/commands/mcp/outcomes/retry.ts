/**
 * `qwen mcp outcomes retry`: sends a call once more because a person decided so, in a terminal, after seeing its record.
 *
 * Only a call that is known not to have happened, with its own arguments out of the session's recording, under the same
 * idempotency key, and through the ordinary approval: a rule that denies the tool still denies it. The call gets a record
 * of its own, linked to this one.
 */
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { mayRetry } from '@qwen-code/qwen-code-core/mcp/reconcile/verdict.js';
import { permission } from '@qwen-code/qwen-code-core/scheduler/permission.js';
import { findRecordedCall, type RecordedCall } from '@qwen-code/qwen-code-core/sessions/recorded-call.js';
import { EXIT, type ExitCode } from '../../../exit-codes.js';
import { approvalPolicy } from '../../../wire/approval-policy.js';
import { placeOf } from '../command-io.js';
import type { FoundOutcome } from './outcomes.js';
import { outcomeView } from './outcome-view.js';
import { withRetryTool } from './retry-tool.js';
import { outcomePage } from './words.js';

const YES = 'yes';
/** Allowed by the person at the terminal, who has just been asked; rules that deny still deny. */
const NO_FLAGS = { approvalMode: undefined, allowedTools: [], excludeTools: [] } as const;

export async function retryOutcome(found: FoundOutcome): Promise<ExitCode> {
  const { io, outcome, loaded } = found;
  const refuse = (shown: string): ExitCode => {
    io.stderr(`${shown}\n`);
    return EXIT.failure;
  };
  const call = await retriable(found);
  if (typeof call === 'string') return refuse(call);
  const { ask } = io;
  if (ask === undefined) return refuse('A retry is decided by a person: run this command in a terminal.');

  io.stdout(`${outcomePage(outcomeView(outcome)).join('\n')}\n\n`);
  const answer = await ask(`Send this call once more, with the same idempotency key? Type "${YES}" to send it: `);
  if (answer.trim().toLowerCase() !== YES) return refuse('Nothing was sent.');

  return withRetryTool(found, async (tool) => {
    if (typeof tool === 'string') return refuse(tool);
    const signal = io.signal ?? new AbortController().signal;
    const policy = approvalPolicy(NO_FLAGS, loaded, placeOf(io));
    const { args } = call;
    const callId = outcome.intent.call_id;
    const may = await permission({ callId, tool, args }, signal, {
      policy: () => policy,
      approver: () => Promise.resolve({ behavior: 'allow' }),
    });
    if (may.behavior === 'cancelled') return refuse('Nothing was sent.');
    if (may.behavior === 'deny') return refuse(may.shown);
    const result = await tool.execute(args, { callId, signal, onProgress: () => {} });
    (result.status === 'ok' ? io.stdout : io.stderr)(`${result.text}\n`);
    if (result.recordId !== undefined) io.stderr(`Record: ${result.recordId}\n`);
    return result.status === 'ok' ? EXIT.ok : EXIT.failure;
  });
}

/** The call as it was made, or one sentence why it can't be sent again. */
async function retriable({ outcome, io, loaded, journal, read }: FoundOutcome): Promise<RecordedCall | string> {
  const { intent, id, state } = outcome;
  if (state === 'unknown') {
    return `The outcome of ${id} is unknown. Find out first: qwen mcp outcomes reconcile ${id} --as not_committed --note "..." says that it did not happen.`;
  }
  if (!mayRetry(state)) return `${id} can't be sent again: only a call that is reconciled as not_committed can.`;
  if (intent.workspace !== io.cwd) return `${id} was called in ${intent.workspace}; run this command there.`;
  const other = otherAttempt((await read()).outcomes, outcome);
  if (other !== undefined) return other;
  const recorded =
    intent.session === null
      ? undefined
      : findRecordedCall({
          runtimeDir: loaded.runtimeDir,
          cwd: intent.workspace,
          session: intent.session,
          callId: intent.call_id,
          at: intent.at,
        });
  if (recorded === undefined) {
    return `The arguments of ${id} are not kept: its session was not recorded, or its recording is gone. Ask for it again in a new run.`;
  }
  if ((await journal.digest(recorded.args)) !== intent.arguments_digest) {
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
