/**
 * Retention: drops closed calls that are older than the user wants to keep. Never an unknown or running one, never a
 * line it does not understand, and never a file that a living process may still write.
 *
 * A file is replaced whole or not at all, and an intent goes together with the end and verdicts in its file. Verdicts
 * that stand elsewhere go in a later run, when their intent is gone: a call is never left without its verdict.
 */
import { readdir, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../settings/replace-file.js';
import type { FileView } from './file-view.js';
import { errorCode } from './io-problem.js';
import { mergeViews } from './merge.js';
import type { Outcome } from './outcome.js';
import { parseRecord } from './parse-record.js';
import { isSameProcessAlive, type LivenessOf } from './process-identity.js';
import { listJournal, readFiles, runningCheck, type JournalProblem, type ReadFile } from './read.js';

export interface PruneOptions {
  readonly dir: string;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
  readonly retentionDays: number;
  readonly livenessOf?: LivenessOf;
}

export interface PruneReport {
  /** Calls that were dropped. */
  readonly dropped: number;
  readonly filesRewritten: number;
  readonly filesRemoved: number;
  readonly problems: readonly JournalProblem[];
}

const DAY_MS = 86_400_000;

/** Throws QwenError 'io' when the folder can't be read; what can't be rewritten is a problem in the report. */
export async function pruneJournal(options: PruneOptions): Promise<PruneReport> {
  const { dir, livenessOf = isSameProcessAlive } = options;
  const cutoffMs = options.nowMs - options.retentionDays * DAY_MS;
  const { files, problems } = await readFiles(dir);
  const outcomes = mergeViews(
    files.map(({ view }) => view),
    { isRunning: runningCheck(options) },
  );
  const plan: Plan = {
    cutoffMs,
    droppable: new Set(outcomes.filter((outcome) => isOver(outcome, cutoffMs)).map(({ id }) => id)),
    known: problems.length === 0 ? new Set(outcomes.map(({ id }) => id)) : undefined,
  };
  const report = { dropped: 0, filesRewritten: 0, filesRemoved: 0, problems };
  for (const file of files) {
    const path = join(dir, file.name);
    const kept = linesToKeep(file, plan);
    if (kept === undefined || !(await isFinished(file.view, { path, cutoffMs, livenessOf }))) continue;
    try {
      if (kept.isEmpty) await unlink(path);
      else replaceFile(path, kept.text, { mode: 0o600 });
      report[kept.isEmpty ? 'filesRemoved' : 'filesRewritten'] += 1;
      report.dropped += kept.dropped;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') problems.push({ kind: 'unreadable', file: path, code: errorCode(error) });
    }
  }
  await removeDrafts(dir, options.nowMs - DAY_MS);
  return report;
}

/** Whether a run would find anything to look at, by the names of the files alone. Never throws. */
export async function isPruneDue({ dir, nowMs, retentionDays }: PruneOptions): Promise<boolean> {
  const cutoff = new Date(nowMs - retentionDays * DAY_MS).toISOString().replace(/[-:.]/g, '');
  const [oldest] = await listJournal(dir).catch(() => []);
  return oldest !== undefined && oldest < cutoff;
}

interface Plan {
  readonly cutoffMs: number;
  readonly droppable: ReadonlySet<string>;
  /** Every call that has an intent; undefined when some file could not be read. */
  readonly known: ReadonlySet<string> | undefined;
}

/** Closed, and untouched since the cutoff. A time that can't be read is never old enough. */
function isOver({ state, at, settled, reconciled }: Outcome, cutoffMs: number): boolean {
  if (state === 'unknown' || state === 'in_flight') return false;
  const times = [at, settled?.at, ...reconciled.map((verdict) => verdict.at)].filter((time) => time !== undefined);
  return times.every((time) => Date.parse(time) < cutoffMs);
}

interface Kept {
  readonly text: string;
  readonly dropped: number;
  /** Nothing is left but the line that names the process. */
  readonly isEmpty: boolean;
}

/** Undefined: the file stays as it is. */
function linesToKeep({ bytes, view }: ReadFile, plan: Plan): Kept | undefined {
  if (!hasAnythingToDrop(view, plan)) return undefined;
  const lines = bytes.toString('utf8').split('\n');
  lines.pop(); // What stands behind the last line feed is torn.
  let dropped = 0;
  let records = 0;
  const kept = lines.filter((line) => {
    if (line === '') return false;
    const parsed = parseRecord(line);
    if (parsed.kind !== 'record') records += 1;
    if (parsed.kind !== 'record' || parsed.record.type === 'process') return true;
    const { record } = parsed;
    const goes = record.type === 'intent' ? plan.droppable.has(record.id) : endGoes(record, view, plan);
    if (goes && record.type === 'intent') dropped += 1;
    if (!goes) records += 1;
    return !goes;
  });
  return { text: kept.map((line) => `${line}\n`).join(''), dropped, isEmpty: records === 0 };
}

function hasAnythingToDrop(view: FileView, plan: Plan): boolean {
  for (const id of view.intents.keys()) if (plan.droppable.has(id)) return true;
  return [...view.settled.values(), ...view.reconciled].some((record) => endGoes(record, view, plan));
}

function endGoes({ id, at }: { readonly id: string; readonly at: string }, view: FileView, plan: Plan): boolean {
  if (plan.droppable.has(id)) return view.intents.has(id);
  return plan.known?.has(id) === false && Date.parse(at) < plan.cutoffMs;
}

/** Nobody writes it any more. Where that can't be seen, a file that was left alone for the whole retention is finished. */
async function isFinished(
  { process: writer }: FileView,
  { path, cutoffMs, livenessOf }: { path: string; cutoffMs: number; livenessOf: LivenessOf },
): Promise<boolean> {
  const state = writer === undefined ? 'elsewhere' : livenessOf(writer);
  if (state !== 'elsewhere') return state === 'dead';
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < cutoffMs;
}

/** What a rewrite left that did not get to its end. */
async function removeDrafts(dir: string, beforeMs: number): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  for (const name of names.filter((one) => one.includes('.jsonl.') && one.endsWith('.tmp'))) {
    const path = join(dir, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < beforeMs) await rm(path, { force: true }).catch(() => {});
  }
}
