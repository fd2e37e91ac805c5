/**
 * Where a program is, by PATH. Relative PATH entries are passed over: a program that lies in a checked-out project must
 * not be run because it has a well-known name.
 */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The absolute path, or undefined when there is none. */
export async function findExecutable(name: string, env: Environment): Promise<string | undefined> {
  const windows = process.platform === 'win32';
  const suffixes = windows ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';') : [''];
  const directories = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((directory) => isAbsolute(directory));
  for (const directory of directories) {
    for (const suffix of suffixes) {
      const path = join(directory, name + suffix);
      const runs = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (runs) return path;
    }
  }
  return undefined;
}
