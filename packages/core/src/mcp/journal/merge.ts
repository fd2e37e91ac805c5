/**
 * All files together as outcomes: the end and the verdicts of a call may stand in other files than its intent. Pure but
 * for the question whether a process lives, which is asked only about files with an open call.
 */
import type { FileView, IntentEntry } from './file-view.js';
import { stateOf, type Outcome } from './outcome.js';
import type { ReconciledRecord, SettledRecord } from './records.js';

export interface MergeOptions {
  /** Whether the process that wrote this file is still busy with this call. */
  isRunning(view: FileView, id: string): boolean;
}

/** Oldest first. An end or a verdict without an intent belongs to no outcome. */
export function mergeViews(views: readonly FileView[], { isRunning }: MergeOptions): Outcome[] {
  const ends = endsElsewhere(views);
  const verdicts = verdictsById(views);
  const outcomes: Outcome[] = [];
  for (const view of views) {
    for (const entry of view.intents.values()) {
      const end = view.settled.get(entry.id) ?? ends.get(entry.id);
      const reconciled = verdicts.get(entry.id) ?? NO_VERDICTS;
      const running = end === undefined && isRunning(view, entry.id);
      const state = stateOf({ settled: end, reconciled, running });
      outcomes.push(outcome(entry, { end, reconciled, state, view }));
    }
  }
  return withoutCopies(inOrder(outcomes));
}

const NO_VERDICTS: readonly ReconciledRecord[] = [];

/** Ends that stand in another file than their intent: few, and the only ones that must be found by name. */
function endsElsewhere(views: readonly FileView[]): Map<string, SettledRecord> {
  const ends = new Map<string, SettledRecord>();
  for (const { intents, settled } of views) {
    for (const [id, record] of settled) if (!intents.has(id)) ends.set(id, record);
  }
  return ends;
}

function verdictsById(views: readonly FileView[]): Map<string, ReconciledRecord[]> {
  const verdicts = new Map<string, ReconciledRecord[]>();
  for (const record of views.flatMap(({ reconciled }) => reconciled)) {
    verdicts.set(record.id, [...(verdicts.get(record.id) ?? []), record]);
  }
  for (const records of verdicts.values()) records.sort((a, b) => compare(a.at, b.at));
  return verdicts;
}

interface Parts {
  readonly end: SettledRecord | undefined;
  readonly reconciled: readonly ReconciledRecord[];
  readonly state: Outcome['state'];
  readonly view: FileView;
}

/** The intent is parsed when it is asked for: a history is mostly calls that nobody asks about. */
const outcome = (entry: IntentEntry, { end, reconciled, state, view }: Parts): Outcome => ({
  id: entry.id,
  at: entry.at,
  get intent() {
    return entry.read();
  },
  settled: end,
  reconciled,
  state,
  process: view.process,
});

function inOrder(outcomes: Outcome[]): Outcome[] {
  const byTime = (a: Outcome, b: Outcome): number => compare(a.at, b.at) || compare(a.id, b.id);
  const isSorted = outcomes.every((one, place) => place === 0 || byTime(outcomes[place - 1] as Outcome, one) <= 0);
  return isSorted ? outcomes : outcomes.sort(byTime);
}

/** A call that was still out when its file vanished stands in the next file too: what is known of one copy holds for all. */
function withoutCopies(sorted: Outcome[]): Outcome[] {
  const kept: Outcome[] = [];
  for (const one of sorted) {
    const before = kept.at(-1);
    if (before?.id !== one.id) kept.push(one);
    else if (saysMore(one, before)) kept[kept.length - 1] = one;
  }
  return kept;
}

function saysMore(one: Outcome, before: Outcome): boolean {
  if (before.settled !== undefined) return false;
  return one.settled !== undefined || (before.state === 'unknown' && one.state === 'in_flight');
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
