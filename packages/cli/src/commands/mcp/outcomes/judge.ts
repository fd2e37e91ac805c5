/** `qwen mcp outcomes reconcile`: puts what a person found out on record. */
import { VERDICTS, type Verdict } from '@qwen-code/qwen-code-core/mcp/journal/records.js';
import { EXIT, type ExitCode } from '../../../exit-codes.js';
import { giveVerdict, verdictGiven } from '../../../outcomes/give-verdict.js';
import type { FoundOutcome } from './outcomes.js';

export async function judgeOutcome({ outcome, values, io, journal, fail }: FoundOutcome): Promise<ExitCode> {
  const as = values.text('as');
  const note = values.text('note')?.trim();
  if (as === undefined || !VERDICTS.includes(as as Verdict)) return fail(`--as must be one of ${VERDICTS.join(', ')}.`);
  if (note === undefined || note === '')
    return fail('--note must say how you know, for example --note "not in the ledger".');
  const verdict = as as Verdict;
  const done = await giveVerdict({ journal, id: outcome.id, as: verdict, note });
  if (done.kind !== 'done') {
    io.stderr(`${done.shown}\n`);
    return EXIT.failure;
  }
  io.stdout(`${verdictGiven(outcome.id, verdict)}\n`);
  return EXIT.ok;
}
