/**
 * Puts a person's verdict on record, in this process's own file: no other file is ever touched. Which verdicts there may
 * be is in verdict.
 */
import type { OutcomeJournal } from '../journal/create-journal.js';
import type { Outcome } from '../journal/outcome.js';
import { readJournal } from '../journal/read.js';
import type { ReconciledRecord, Verdict } from '../journal/records.js';
import { stateOf } from '../journal/outcome.js';
import { checkVerdict, type VerdictRefusal } from './verdict.js';

export interface ReconcileOptions {
  readonly journal: Pick<OutcomeJournal, 'dir' | 'own' | 'reconcile'>;
  readonly id: string;
  readonly as: Verdict;
  readonly note: string;
  /** Who says so: the user's name on this machine. */
  readonly by: string | null;
}

export type Reconciled =
  /** The verdict is durable; `outcome` is the call with it. */
  | { readonly kind: 'done'; readonly outcome: Outcome; readonly record: ReconciledRecord }
  | { readonly kind: 'no-such-record'; readonly shown: string }
  | { readonly kind: 'refused'; readonly why: VerdictRefusal; readonly shown: string; readonly outcome: Outcome };

/** Rejects with QwenError 'io' when the journal can't be read or the verdict not be written. */
export async function reconcile({ journal, id, as, note, by }: ReconcileOptions): Promise<Reconciled> {
  const { outcomes } = await readJournal(journal);
  const outcome = outcomes.find((one) => one.id === id);
  if (outcome === undefined) {
    return { kind: 'no-such-record', shown: `There is no record ${id}. Run \`qwen mcp outcomes\` to see them.` };
  }
  const check = checkVerdict(outcome.state, as);
  if (check.kind === 'refused') return { ...check, outcome };
  const record = await journal.reconcile({ id, as, note, by });
  return { kind: 'done', record, outcome: withVerdict(outcome, record) };
}

function withVerdict(outcome: Outcome, record: ReconciledRecord): Outcome {
  const reconciled = [...outcome.reconciled, record];
  return { ...outcome, reconciled, state: stateOf({ settled: outcome.settled, reconciled, running: false }) };
}
