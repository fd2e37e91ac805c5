/**
 * Replaces a file in one step: readers see the old text or the new one, never half of it.
 * Follows a symbolic link to the real file, and makes missing directories.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

export interface ReplaceOptions {
  /** Mode of the file; left out: the mode it has, or private to the user when it is new. */
  readonly mode?: number;
}

/** Throws the file system's own error; then the old file is as it was. */
export function replaceFile(file: string, text: string, { mode }: ReplaceOptions = {}): void {
  mkdirSync(dirname(file), { recursive: true });
  const before = statSync(file, { throwIfNoEntry: false });
  const target = before === undefined ? file : realpathSync(file);
  const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeDurably(draft, text, mode ?? (before === undefined ? 0o600 : before.mode & 0o777));
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeDurably(file: string, text: string, mode: number): void {
  const fd = openSync(file, 'wx', mode);
  try {
    fchmodSync(fd, mode);
    writeFileSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
