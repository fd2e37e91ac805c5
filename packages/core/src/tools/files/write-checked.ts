/**
 * Writes a file whole or not at all: into a new file beside it, which then takes its place. The mode stays; a symbolic
 * link stays a link, for its target is what is replaced. Where replacing would break something (hard links, a file of
 * another owner, a directory that takes no new files) the file is overwritten in place instead.
 */
import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, lstat, mkdir, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { QwenError } from '../../shared/qwen-error.js';
import { explainFileError } from './file-errors.js';
import { openDirectory, openForWriting, type OpenDirectory } from './open-checked.js';
import type { InsidePath, Workspace } from './workspace.js';

/** Creates missing parent directories. Throws QwenError 'io' with one sentence. */
export async function writeChecked(workspace: Workspace, checked: InsidePath, data: Uint8Array): Promise<void> {
  try {
    await writeUnder(workspace, checked, data);
  } catch (error) {
    if (error instanceof QwenError) throw error;
    // The error's own path may be that of the pinned directory, which says nothing to anybody.
    throw new QwenError('io', explainFileError(error, checked.path) ?? `${checked.path} could not be written.`, error);
  }
}

async function writeUnder(workspace: Workspace, { real }: InsidePath, data: Uint8Array): Promise<void> {
  if (!(await exists(dirname(real)))) await mkdir(dirname(real), { recursive: true });
  const directory = await openDirectory(workspace, dirname(real));
  try {
    await writeIn(workspace, directory, { real, target: join(directory.path, basename(real)), data });
  } finally {
    await directory.close();
  }
}

interface WriteOrder {
  readonly real: string;
  readonly target: string;
  readonly data: Uint8Array;
}

async function writeIn(workspace: Workspace, directory: OpenDirectory, order: WriteOrder): Promise<void> {
  const { real, target, data } = order;
  const before = await lstat(target).catch(() => undefined);
  if (before !== undefined) {
    if (before.isSymbolicLink())
      throw new QwenError('io', `${real} became a symbolic link meanwhile; nothing was written.`);
    if (before.isDirectory()) throw new QwenError('io', `${real} is a directory, not a file.`);
    if (!before.isFile()) throw new QwenError('io', `${real} is not a regular file; only those can be written.`);
    // A rename would get past a read-only file; the owner's wish stands.
    await access(target, constants.W_OK);
  }
  const mayReplace = before === undefined || (before.nlink === 1 && before.uid === (process.getuid?.() ?? before.uid));
  if (mayReplace && (await replace(directory.path, order, before))) return;
  await overwrite(await openForWriting(workspace, target), data);
}

/** False when the directory takes no new file but the file is there to be overwritten. */
async function replace(directory: string, { target, data }: WriteOrder, before: Stats | undefined): Promise<boolean> {
  const fresh = join(directory, `.qwen-${randomBytes(8).toString('hex')}.tmp`);
  let handle: FileHandle;
  try {
    handle = await open(fresh, 'wx', before === undefined ? 0o666 : 0o600);
  } catch (error) {
    if (before !== undefined) return false;
    throw error;
  }
  try {
    await handle.writeFile(data);
    if (before !== undefined) await handle.chmod(before.mode & 0o7777);
    await handle.sync();
    await handle.close();
    await rename(fresh, target);
    return true;
  } catch (error) {
    await handle.close().catch(() => {});
    await unlink(fresh).catch(() => {});
    throw error;
  }
}

async function overwrite(handle: FileHandle, data: Uint8Array): Promise<void> {
  try {
    await handle.truncate(0);
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
