/**
 * Which calls of this workspace are unknown now, cheaply enough to be asked before each call: what has been read is kept,
 * and only what may have changed is looked at again. Every file is append-only and most of their writers are dead, so a
 * look is usually one `stat` of the folder and one for each process that is at work.
 *
 * It may take a call for unknown that is closed elsewhere, never the reverse; the freeze asks the whole journal before it
 * holds anything back.
 */
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../shared/clock.js';
import { addLines, newFileView, type FileView } from '../journal/file-view.js';
import { errorCode, notReadable } from '../journal/io-problem.js';
import { mergeViews } from '../journal/merge.js';
import { isOpenEnd } from '../journal/outcome.js';
import { isSameProcessAlive, type LivenessOf } from '../journal/process-identity.js';
import { listJournal, runningCheck, type OwnCalls } from '../journal/read.js';
import type { IntentRecord } from '../journal/records.js';

export interface UnknownWatchOptions {
  readonly dir: string;
  readonly workspace: string;
  readonly clock: Clock;
  /** What this process's own journal knows better than its file. */
  readonly own: OwnCalls;
  readonly livenessOf?: LivenessOf;
}

export interface UnknownWatch {
  /** Rejects with QwenError 'io' when that can't be told. */
  unknowns(): Promise<readonly IntentRecord[]>;
}

interface Tracked {
  readonly name: string;
  view: FileView;
  ino: number;
  /** How much of it has been read. */
  read: number;
  /** Its writer is dead and it was read to the end: it can't change any more. */
  finished: boolean;
  /** Its writer can't be seen from here, and it has not been written for long: looked at when the folder changes. */
  quiet: boolean;
}

/** Folder times are as coarse as two seconds on some file systems: a younger listing may miss a file. */
const COARSE_MS = 2_000;
const QUIET_MS = 86_400_000;

export function watchUnknown(options: UnknownWatchOptions): UnknownWatch {
  const { dir, clock, livenessOf = isSameProcessAlive } = options;
  let tracked = new Map<string, Tracked>();
  let listed: { readonly mtimeMs: number; readonly atMs: number } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Whether the folder may hold other files than at the last listing. */
  const list = async (): Promise<boolean> => {
    const folder = await stat(dir).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw notReadable(dir, error);
    });
    const mtimeMs = folder?.mtimeMs ?? 0;
    if (listed?.mtimeMs === mtimeMs && listed.atMs - mtimeMs > COARSE_MS) return false;
    listed = { mtimeMs, atMs: clock.now() };
    const names = folder === undefined ? [] : await listJournal(dir);
    tracked = new Map(names.map((name) => [name, tracked.get(name) ?? untouched(name)]));
    return true;
  };

  const look = async (): Promise<readonly IntentRecord[]> => {
    const changed = await list();
    const due = [...tracked.values()].filter(({ finished, quiet }) => !finished && (changed || !quiet));
    for (let start = 0; start < due.length; start += AT_ONCE) {
      await Promise.all(due.slice(start, start + AT_ONCE).map((file) => refresh(file, { ...options, livenessOf })));
    }
    const views = [...tracked.values()].map(({ view }) => view);
    return mergeViews(views, { isRunning: runningCheck({ own: options.own, livenessOf }) })
      .filter(({ state }) => state === 'unknown')
      .map(({ intent }) => intent);
  };

  return {
    unknowns: () => {
      const next = last.then(look);
      last = next.catch(() => {});
      return next;
    },
  };
}

const AT_ONCE = 32;

const untouched = (name: string): Tracked => ({
  name,
  view: newFileView(),
  ino: -1,
  read: 0,
  finished: false,
  quiet: false,
});

type RefreshPorts = Pick<UnknownWatchOptions, 'dir' | 'workspace' | 'clock'> & { readonly livenessOf: LivenessOf };

async function refresh(file: Tracked, { dir, workspace, clock, livenessOf }: RefreshPorts): Promise<void> {
  // Asked before the file is read: what a process wrote before it died is then in it.
  const writer = file.view.process;
  const state = writer === undefined ? 'elsewhere' : livenessOf(writer);
  try {
    const mtimeMs = await readOn(file, join(dir, file.name), workspace);
    file.finished = state === 'dead';
    file.quiet = writer !== undefined && state === 'elsewhere' && clock.now() - mtimeMs > QUIET_MS;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw notReadable(join(dir, file.name), error);
    Object.assign(file, untouched(file.name));
  }
}

/** Adds what came since the last look, and resolves with the file's time. */
async function readOn(file: Tracked, path: string, workspace: string): Promise<number> {
  const seen = await stat(path);
  if (seen.ino === file.ino && seen.size === file.read) return seen.mtimeMs;
  const handle = await open(path, 'r');
  try {
    const { ino, size, mtimeMs } = await handle.stat();
    if (ino !== file.ino || size < file.read) Object.assign(file, untouched(file.name), { ino });
    const bytes = Buffer.alloc(size - file.read);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, file.read);
    file.read += addLines(file.view, bytes.subarray(0, bytesRead));
    compact(file.view, workspace);
    return mtimeMs;
  } finally {
    await handle.close();
  }
}

/** Lets go of calls that are over or of another workspace, and of the bytes that the others were read from. */
function compact(view: FileView, workspace: string): void {
  for (const [id, entry] of view.intents) {
    const end = view.settled.get(id);
    const record = end === undefined || isOpenEnd(end) ? entry.read() : undefined;
    if (record?.workspace === workspace) {
      view.intents.set(id, { id, at: entry.at, read: () => record });
    } else {
      view.intents.delete(id);
      view.settled.delete(id);
    }
  }
}
