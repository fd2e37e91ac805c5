/**
 * The bytes of one file inside the workspace, after the checks every file tool makes: it is a file, and not too big.
 */
import type { FileHandle } from 'node:fs/promises';
import { QwenError } from '../../shared/qwen-error.js';
import { explainFileError } from './file-errors.js';
import { openForReading } from './open-checked.js';
import type { InsidePath, Workspace } from './workspace.js';

export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Throws QwenError 'io' with one sentence. `hint` says what to do about a file that is too big. */
export async function loadFile(workspace: Workspace, checked: InsidePath, hint: string): Promise<Buffer> {
  const { path } = checked;
  let handle: FileHandle | undefined;
  try {
    handle = await openForReading(workspace, checked);
    const stats = await handle.stat();
    if (stats.isDirectory())
      throw new QwenError('io', `${path} is a directory, not a file; list_directory shows what is in it.`);
    if (!stats.isFile()) throw new QwenError('io', `${path} is not a regular file but a device, pipe or socket.`);
    if (stats.size > MAX_FILE_BYTES) {
      throw new QwenError(
        'io',
        `${path} is too big: ${stats.size} bytes, and at most ${MAX_FILE_BYTES} are read. ${hint}`,
      );
    }
    return await handle.readFile();
  } catch (error) {
    if (error instanceof QwenError) throw error;
    throw new QwenError('io', explainFileError(error, path) ?? `${path} could not be read.`, error);
  } finally {
    await handle?.close();
  }
}
