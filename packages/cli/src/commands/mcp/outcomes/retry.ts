/**
 * `qwen mcp outcomes retry`: sends a call once more because a person decided so, in a terminal, after seeing its record. The
 * call carries the same idempotency key and gets a record of its own, linked to this one.
 */
import type { RecordedCall } from '@qwen-code/qwen-code-core/sessions/recorded-call.js';
import { EXIT, type ExitCode } from '../../../exit-codes.js';
import { outcomeView } from '../../../outcomes/outcome-view.js';
import { retriableCall } from '../../../outcomes/retriable-call.js';
import { sendAgain } from '../../../outcomes/send-again.js';
import { outcomePage } from '../../../outcomes/words.js';
import { approvalPolicy } from '../../../wire/approval-policy.js';
import { placeOf } from '../command-io.js';
import type { FoundOutcome } from './outcomes.js';
import { withRetryTool } from './retry-tool.js';

const YES = 'yes';
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
    // A person may take long to answer, and may have answered elsewhere.
    const still = await retriable(found);
    if (typeof still === 'string') return refuse(still);
    const signal = io.signal ?? new AbortController().signal;
    const policy = approvalPolicy(NO_FLAGS, loaded, placeOf(io));
    const result = await sendAgain({ tool, callId: outcome.intent.call_id, args: call.args, policy, signal });
    if (typeof result === 'string') return refuse(result);
    (result.status === 'ok' ? io.stdout : io.stderr)(`${result.text}\n`);
    if (result.recordId !== undefined) io.stderr(`Record: ${result.recordId}\n`);
    return result.status === 'ok' ? EXIT.ok : EXIT.failure;
  });
}

/** As the records are now. */
async function retriable({ io, outcome: { id }, loaded, journal, read }: FoundOutcome): Promise<RecordedCall | string> {
  const { outcomes } = await read();
  const outcome = outcomes.find((one) => one.id === id);
  if (outcome === undefined) return `There is no record ${id} any more, so nothing was sent.`;
  return retriableCall({
    outcome,
    outcomes,
    cwd: io.cwd,
    runtimeDir: loaded.runtimeDir,
    digest: (args) => journal.digest(args),
  });
}
