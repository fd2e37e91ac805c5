/**
 * Real folders for tests, each with its real path (a system's temp folder may itself be a symbolic link).
 */
import { mkdtemp, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TempFolder {
  readonly path: string;
  /** The absolute path of an entry. */
  at(...names: string[]): string;
  /** Writes a file, parents included, and gives its absolute path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  remove(): Promise<void>;
}

export async function createTempFolder(): Promise<TempFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'qwen-test-')));
  const at = (...names: string[]): string => join(path, ...names);
  return {
    path,
    at,
    write: async (name, content) => {
      await mkdir(dirname(at(name)), { recursive: true });
      await writeFile(at(name), content);
      return at(name);
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
