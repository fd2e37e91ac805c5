/**
 * Opens what was checked. Between the check and the opening somebody could swap a directory for a symbolic link, so
 * the final link is never followed and the opened file is asked once more where it is.
 * Linux tells that of an open descriptor; elsewhere the path is resolved again and must be the same file.
 */
import { constants } from 'node:fs';
import { open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { QwenError } from '../../shared/qwen-error.js';
import type { Access, InsidePath, Workspace } from './workspace.js';

// Windows has neither flag: reparse points are judged by the second look alone.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NO_WAIT = constants.O_NONBLOCK ?? 0;
const DIRECTORY = constants.O_DIRECTORY ?? 0;

/** A file to read. Never waits, not even for the other end of a named pipe. The caller closes it. */
export async function openForReading(workspace: Workspace, checked: InsidePath): Promise<FileHandle> {
  const handle = await open(checked.real, constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
  return confirmed(handle, { workspace, path: checked.real, access: 'read' });
}

/** An existing or new file to overwrite in place, not yet truncated. The caller closes it. */
export async function openForWriting(workspace: Workspace, path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | NO_FOLLOW | NO_WAIT);
  return confirmed(handle, { workspace, path, access: 'write' });
}

export interface OpenDirectory {
  /** The path to put in front of an entry's name: on Linux one that stays with this very directory. */
  readonly path: string;
  close(): Promise<void>;
}

/** A directory to create, replace or remove entries in, pinned for as long as it is open. */
export async function openDirectory(workspace: Workspace, path: string): Promise<OpenDirectory> {
  if (process.platform === 'win32') {
    if ((await workspace.rootOf(await realpath(path), 'write')) === undefined) throw moved();
    return { path, close: async () => {} };
  }
  const handle = await open(path, constants.O_RDONLY | DIRECTORY | NO_FOLLOW);
  await confirmed(handle, { workspace, path, access: 'write' });
  const pinned = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path;
  return { path: pinned, close: () => handle.close() };
}

interface Confirmation {
  readonly workspace: Workspace;
  readonly path: string;
  readonly access: Access;
}

async function confirmed(handle: FileHandle, { workspace, path, access }: Confirmation): Promise<FileHandle> {
  try {
    const real = await whereIs(handle, path);
    if (real !== undefined && (await workspace.rootOf(real, access)) !== undefined) return handle;
    throw moved();
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function whereIs(handle: FileHandle, path: string): Promise<string | undefined> {
  if (process.platform === 'linux') return readlink(`/proc/self/fd/${handle.fd}`);
  const [real, opened, there] = [await realpath(path), await handle.stat(), await stat(path)];
  return opened.dev === there.dev && opened.ino === there.ino ? real : undefined;
}

const moved = (): QwenError =>
  new QwenError('io', 'The path led out of the workspace by the time it was opened; nothing was done.');
