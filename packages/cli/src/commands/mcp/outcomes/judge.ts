/** `qwen mcp outcomes reconcile`: puts what a person found out on record. */
import { userInfo } from 'node:os';
import { VERDICTS, type Verdict } from '@qwen-code/qwen-code-core/mcp/journal/records.js';
import { reconcile } from '@qwen-code/qwen-code-core/mcp/reconcile/reconcile.js';
import { EXIT, type ExitCode } from '../../../exit-codes.js';
import type { FoundOutcome } from './outcomes.js';

const SAID: Readonly<Record<Verdict, string>> = {
  committed: 'It happened; an identical call may be made again as a new one.',
  not_committed: 'It did not happen; an identical call may be made again.',
  still_unknown: 'It stays unknown, and an identical call is still held back.',
};

export async function judgeOutcome({ outcome, values, io, journal, fail }: FoundOutcome): Promise<ExitCode> {
  const as = values.text('as');
  const note = values.text('note')?.trim();
  if (as === undefined || !VERDICTS.includes(as as Verdict)) return fail(`--as must be one of ${VERDICTS.join(', ')}.`);
  if (note === undefined || note === '')
    return fail('--note must say how you know, for example --note "not in the ledger".');
  const verdict = as as Verdict;
  const done = await reconcile({ journal, id: outcome.id, as: verdict, note, by: userName() });
  if (done.kind !== 'done') {
    io.stderr(`${done.shown}\n`);
    return EXIT.failure;
  }
  io.stdout(`${outcome.id} is reconciled as ${verdict}. ${SAID[verdict]}\n`);
  return EXIT.ok;
}

function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
