/** The folder of the git repository that a directory lies in. */
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The nearest folder at or above `start` that holds `.git`; undefined outside a repository. `start` is absolute. */
export async function repositoryRoot(start: string): Promise<string | undefined> {
  for (let directory = start; ; directory = dirname(directory)) {
    if ((await stat(join(directory, '.git')).catch(() => undefined)) !== undefined) return directory;
    if (directory === dirname(directory)) return undefined;
  }
}
