/** The folder of one lab: made for it, and removed with it, also when the process has to end in the middle. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';

export interface LabFolder {
  readonly path: string;
  remove(): void;
}

/** Throws QwenError('io') with one sentence. */
export function createLabFolder(keep: boolean): LabFolder {
  const path = makeFolder();
  const remove = (): void => {
    process.off('exit', remove);
    if (!keep) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on('exit', remove);
  return { path, remove };
}

function makeFolder(): string {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), 'qwen-canary-')));
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new QwenError('io', `No folder for the canary could be made in ${tmpdir()} (${code}). Set TMPDIR.`, error);
  }
}
