/** The branch that is checked out, read from git's own files: starting git would cost more than the rest of a record. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Undefined outside a repository; `HEAD` when no branch is checked out. */
export function gitBranch(cwd: string): string | undefined {
  try {
    const folder = gitFolder(cwd);
    if (folder === undefined) return undefined;
    const head = readFileSync(join(folder, 'HEAD'), 'utf8').trim();
    return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? 'HEAD';
  } catch {
    return undefined;
  }
}

/** `.git` of the nearest folder that has one; a worktree and a submodule have a file there that names the real folder. */
function gitFolder(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, '.git');
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) return path;
    if (stat?.isFile() === true) {
      const named = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1];
      return named === undefined ? undefined : resolve(folder, named.trim());
    }
    if (dirname(folder) === folder) return undefined;
  }
}
