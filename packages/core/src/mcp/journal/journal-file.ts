/**
 * One journal file of this process: made new, appended to, never rewritten. After a write that failed, in whole or in
 * part, what it left is cut off and the file is not used again, so a file holds whole lines and at most one torn one.
 */
import { mkdir, open, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface JournalFile {
  readonly path: string;
  /** One write, and with `durable` one sync before it resolves. Rejects with the file system's error; then it is over. */
  append(text: string, options: { readonly durable: boolean }): Promise<void>;
  /** Whether the file can still be found under its name: what is written to one that can't is lost. */
  isThere(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens a new file for appending; a test may put a failing disk in its place. */
export type OpenFile = (path: string) => Promise<Pick<FileHandle, 'write' | 'sync' | 'truncate' | 'stat' | 'close'>>;

export const openNewFile: OpenFile = (path) => open(path, 'ax', 0o600);

export interface NewFile {
  readonly dir: string;
  readonly name: string;
  /** The first lines, written and synced before this resolves; then the folder is synced too. */
  readonly text: string;
}

/** Rejects with the file system's error, and then leaves no file behind. */
export async function createJournalFile({ dir, name, text }: NewFile, openFile = openNewFile): Promise<JournalFile> {
  const made = await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, name);
  const handle = await openFile(path);
  const { dev, ino } = await handle.stat();
  let size = 0;

  const write = async (chunk: string, durable: boolean): Promise<void> => {
    const bytes = Buffer.from(chunk);
    try {
      for (let done = 0; done < bytes.length;) {
        done += (await handle.write(bytes, done, bytes.length - done, null)).bytesWritten;
      }
      if (durable) await handle.sync();
      size += bytes.length;
    } catch (error) {
      await handle.truncate(size).catch(() => {});
      await handle.close().catch(() => {});
      throw error;
    }
  };

  try {
    await write(text, true);
    await syncFolders(dir, made);
  } catch (error) {
    await handle.close().catch(() => {});
    await unlink(path).catch(() => {});
    throw error;
  }
  return {
    path,
    append: (chunk, { durable }) => write(chunk, durable),
    isThere: async () => {
      const now = await stat(path).catch(() => undefined);
      return now !== undefined && now.ino === ino && now.dev === dev;
    },
    close: () => handle.close().catch(() => {}),
  };
}

/** A new name is durable once its folder is; so is each folder that was made on the way. */
async function syncFolders(dir: string, firstMade: string | undefined): Promise<void> {
  await syncFolder(dir);
  if (firstMade === undefined) return;
  for (let made = dir; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === firstMade || dirname(made) === made) return;
  }
}

/** Some systems can't sync a folder; there a file's own sync has to do. */
const CANNOT: ReadonlySet<string> = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EBADF', 'ENOSYS']);

async function syncFolder(dir: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(dir, 'r');
    await handle.sync();
  } catch (error) {
    if (!CANNOT.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}
