/** Workspace folders that were asked for and are not there: a typo would else show only as a refusal much later. */
import { statSync } from 'node:fs';

/** One sentence each. `directories`: absolute, those beside the working directory. */
export function missingDirectories(directories: readonly string[]): string[] {
  return directories
    .filter((path) => !isDirectory(path))
    .map((path) => `There is no folder ${path} (--include-directories or context.includeDirectories).`);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
