/**
 * Files as they were before a tool changed them, so that a person can go back. One folder for each session, private to the
 * user; a copy is named after its content, so that a file that goes back and forth is kept once. A copy that can't be made
 * never stops a change: the history says then that it has none.
 */
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../shared/clock.js';
import type { DebugLog } from '../../shared/debug-log.js';

/** The digest of a file's content; null: no such file; `unkept`: too big, or it could not be read. */
export type FileState = string | null;

export const UNKEPT = 'unkept';

export interface FileChange {
  /** ISO 8601. */
  readonly at: string;
  /** Where the file really is, absolute. */
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
}

export interface FileHistory {
  /** Makes the change, and keeps what it replaced. Rejects as `change` does, and not otherwise. */
  around<Result>(path: string, change: () => Promise<Result>): Promise<Result>;
}

export interface FileHistoryOptions {
  /** The folder of the session that goes on now; made when it is needed. */
  dir(): string;
  readonly clock: Clock;
  readonly debug?: DebugLog | undefined;
}

const MAX_BYTES = 10 * 1024 * 1024;

/** `runtimeDir` is the root of run-time data. */
export const fileHistoryDir = (runtimeDir: string, session: string): string =>
  join(runtimeDir, 'file-history', session);

export const changesFile = (dir: string): string => join(dir, 'changes.jsonl');

export const copyFile = (dir: string, digest: string): string => join(dir, digest);

export function createFileHistory({ dir, clock, debug }: FileHistoryOptions): FileHistory {
  const note = async (folder: string, change: FileChange): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await appendFile(changesFile(folder), `${JSON.stringify(change)}\n`, { mode: 0o600 });
  };
  return {
    around: async (path, change) => {
      const folder = dir();
      const at = new Date(clock.now()).toISOString();
      const before = await keep(folder, path).catch((error: unknown) => {
        debug?.('files', `no copy of ${path} could be kept`, error);
        return UNKEPT;
      });
      const result = await change();
      const after = await stateOf(path);
      if (after !== before || before === UNKEPT) {
        await note(folder, { at, path, before, after }).catch((error: unknown) =>
          debug?.('files', `the change of ${path} could not be noted`, error),
        );
      }
      return result;
    },
  };
}

/** What stands there now. Never rejects. */
export async function stateOf(path: string): Promise<FileState> {
  try {
    const data = await contentOf(path);
    return data === undefined ? UNKEPT : digestOf(data);
  } catch (error) {
    return isMissing(error) ? null : UNKEPT;
  }
}

async function keep(folder: string, path: string): Promise<FileState> {
  let data: Buffer | undefined;
  try {
    data = await contentOf(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  if (data === undefined) return UNKEPT;
  const digest = digestOf(data);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(copyFile(folder, digest), data, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  return digest;
}

/** Undefined for what is too big, or no file. */
async function contentOf(path: string): Promise<Buffer | undefined> {
  const found = await stat(path);
  return found.isFile() && found.size <= MAX_BYTES ? readFile(path) : undefined;
}

const digestOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
