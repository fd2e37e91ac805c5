/**
 * Which program runs a command line, and how: bash, else sh; cmd on Windows. Both output streams are joined into one
 * before the command starts, so that their lines keep the order in which they were written.
 */
import { findExecutable, type Environment } from '../../shared/find-executable.js';

export interface ShellProgram {
  readonly file: string;
  argumentsFor(command: string): string[];
  /** Windows: cmd reads its command line itself. */
  readonly verbatim: boolean;
}

export async function findShell(env: Environment): Promise<ShellProgram> {
  if (process.platform === 'win32') {
    const file = env['ComSpec'] ?? 'cmd.exe';
    return { file, argumentsFor: (command) => ['/d', '/s', '/c', `"${command}"`], verbatim: true };
  }
  const file = (await findExecutable('bash', env)) ?? '/bin/sh';
  return { file, argumentsFor: (command) => ['-c', 'exec "$0" -c "$1" 2>&1', file, command], verbatim: false };
}
