/** The folder of one lab: made for it, and removed with it, also when the process has to end in the middle. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface LabFolder {
  readonly path: string;
  remove(): void;
}

export function createLabFolder(keep: boolean): LabFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'qwen-canary-')));
  const remove = (): void => {
    process.off('exit', remove);
    if (!keep) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on('exit', remove);
  return { path, remove };
}
