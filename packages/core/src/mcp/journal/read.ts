/**
 * Reads the whole journal: every file of every process, side by side. Reads only; a file that can't be read and a line
 * that is no record are reported and cost nothing else.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addLines, addTail, newFileView, type FileView } from './file-view.js';
import { errorCode, notReadable } from './io-problem.js';
import { mergeViews } from './merge.js';
import type { Outcome } from './outcome.js';
import { isSameProcessAlive, type LivenessOf } from './process-identity.js';

export interface ReadJournalOptions {
  readonly dir: string;
  /** What this process's own journal knows better than its file. */
  readonly own?: OwnCalls | undefined;
  readonly livenessOf?: LivenessOf;
}

/** Calls of this process: still out, over although the end is not on disk, or none of its own. */
export type OwnCalls = (recordId: string) => 'out' | 'over' | undefined;

export type JournalProblem =
  /** A line that is no record; `line` counts from 1. */
  | { readonly kind: 'corrupt'; readonly file: string; readonly line: number }
  | { readonly kind: 'unreadable'; readonly file: string; readonly code: string };

export interface JournalContents {
  /** Oldest first. */
  readonly outcomes: readonly Outcome[];
  readonly problems: readonly JournalProblem[];
  readonly files: number;
  readonly lines: number;
  /** Lines of another version or type: a newer `qwen` may know them. */
  readonly foreign: number;
  /** Files whose last line a crash cut short. That is no damage: what it was to record had not happened yet. */
  readonly torn: number;
}

export interface ReadFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly view: FileView;
  readonly torn: boolean;
}

const AT_ONCE = 32;

/** A missing folder is an empty journal. Throws QwenError 'io' when the folder itself can't be read. */
export async function readJournal(options: ReadJournalOptions): Promise<JournalContents> {
  const { files, problems } = await readFiles(options.dir);
  const views = files.map(({ view }) => view);
  return {
    outcomes: mergeViews(views, { isRunning: runningCheck(options) }),
    problems: [
      ...problems,
      ...files.flatMap(({ name, view }) =>
        view.corrupt.map((line): JournalProblem => ({ kind: 'corrupt', file: join(options.dir, name), line })),
      ),
    ],
    files: files.length,
    lines: views.reduce((sum, { lines }) => sum + lines, 0),
    foreign: views.reduce((sum, { foreign }) => sum + foreign, 0),
    torn: files.filter(({ torn }) => torn).length,
  };
}

/** Every file as it stands; one that went away meanwhile is left out. */
export async function readFiles(dir: string): Promise<{ files: ReadFile[]; problems: JournalProblem[] }> {
  const names = await listJournal(dir);
  const problems: JournalProblem[] = [];
  const files: (ReadFile | undefined)[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let place = next++; place < names.length; place = next++) {
      const name = names[place] as string;
      try {
        files[place] = viewOf(name, await readFile(join(dir, name)));
      } catch (error) {
        const code = errorCode(error);
        if (code !== 'ENOENT') problems.push({ kind: 'unreadable', file: join(dir, name), code });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, names.length) }, worker));
  return { files: files.filter((file) => file !== undefined), problems };
}

export function viewOf(name: string, bytes: Buffer): ReadFile {
  const view = newFileView();
  const { torn } = addTail(view, bytes.subarray(addLines(view, bytes)));
  return { name, bytes, view, torn };
}

/** Names of journal files, oldest first. Throws QwenError 'io'. */
export async function listJournal(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).filter((name) => name.endsWith('.jsonl') && !name.startsWith('.')).sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw notReadable(dir, error);
  }
}

/** Asks about each process once, and only when a call of it is open. */
export function runningCheck({
  own,
  livenessOf = isSameProcessAlive,
}: Pick<ReadJournalOptions, 'own' | 'livenessOf'>): (view: FileView, id: string) => boolean {
  const alive = new Map<FileView, boolean>();
  const isAlive = (view: FileView): boolean => {
    const known = alive.get(view) ?? (view.process !== undefined && livenessOf(view.process) === 'alive');
    alive.set(view, known);
    return known;
  };
  return (view, id) => {
    const state = own?.(id);
    return state === undefined ? isAlive(view) : state === 'out';
  };
}
