/**
 * Tells when the text of one of a few files changes, appears or goes. Watches their folders, because editors replace a
 * file instead of writing into it, and folders come and go too: where one is missing, the nearest one above it is
 * watched until it is there. Never keeps the process alive; where nothing can be watched, nothing is told.
 */
import { readFileSync, realpathSync, statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import type { Clock } from '../shared/clock.js';
import type { DebugLog } from '../shared/debug-log.js';

export interface WatchFilesOptions {
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly clock: Clock;
  readonly debug: DebugLog;
  /** Something is different from what it was when this was last called, or at the start. */
  onChange(): void;
}

export interface FileWatch {
  close(): void;
}

/** So long nothing more must happen before the files are looked at; a writer needs more than one step. */
const QUIET_MS = 100;
/** A folder in which something always happens is looked at all the same. */
const MAX_WAITS = 10;

interface Watched {
  readonly watcher: FSWatcher;
  readonly inode: number;
  /** What of it is worth a look: the next step towards a file. */
  names: ReadonlySet<string>;
}

export function watchFiles({ files, clock, debug, onChange }: WatchFilesOptions): FileWatch {
  const over = new AbortController();
  const folders = new Map<string, Watched>();
  let texts = files.map(textOf);
  let events = 0;
  let waiting = false;

  const drop = (folder: string): void => {
    folders.get(folder)?.watcher.close();
    folders.delete(folder);
  };

  const add = (folder: string, names: ReadonlySet<string>): void => {
    try {
      const inode = statSync(folder).ino;
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || folders.get(folder)?.names.has(name) !== false) nudge();
      });
      watcher.on('error', nudge);
      folders.set(folder, { watcher, inode, names });
    } catch (error) {
      debug('settings', 'a folder can not be watched', error);
    }
  };

  const arm = (): void => {
    const wanted = foldersOf(files);
    for (const [folder, { inode }] of folders) {
      if (!wanted.has(folder) || inodeOf(folder) !== inode) drop(folder);
    }
    for (const [folder, names] of wanted) {
      const watched = folders.get(folder);
      if (watched === undefined) add(folder, names);
      else watched.names = names;
    }
  };

  const look = (): void => {
    arm();
    const now = files.map(textOf);
    const same = now.every((text, index) => text === texts[index]);
    texts = now;
    if (!same) onChange();
  };

  const lookWhenQuiet = async (): Promise<void> => {
    let seen: number;
    let waits = 0;
    do {
      seen = events;
      waits += 1;
      await clock.sleep(QUIET_MS, over.signal, { ref: false });
    } while (events !== seen && waits < MAX_WAITS);
    waiting = false;
    look();
  };

  const nudge = (): void => {
    events += 1;
    if (waiting || over.signal.aborted) return;
    waiting = true;
    lookWhenQuiet().catch(() => {});
  };

  arm();
  return {
    close: () => {
      over.abort();
      for (const folder of [...folders.keys()]) drop(folder);
    },
  };
}

/** The folders to watch, each with the names in it that matter. A link is watched where it stands and where it leads. */
function foldersOf(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const file of new Set(files.flatMap((each) => [each, realPathOf(each)]))) {
    let folder = dirname(file);
    while (inodeOf(folder) === undefined && folder !== dirname(folder)) folder = dirname(folder);
    const [name = ''] = relative(folder, file).split(sep);
    wanted.set(folder, (wanted.get(folder) ?? new Set()).add(name));
  }
  return wanted;
}

function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

const inodeOf = (folder: string): number | undefined => statSync(folder, { throwIfNoEntry: false })?.ino;

/** Undefined when there is none; the error's code when it can't be read. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : `\0${code}`;
  }
}
