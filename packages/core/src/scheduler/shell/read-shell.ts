/** Understands a command line of the shell that would run it. The parser is loaded here, and so only when it is needed. */
import type { ShellUse } from './shell-use.js';

export async function readShell(command: string, platform: NodeJS.Platform = process.platform): Promise<ShellUse> {
  if (platform === 'win32') return (await import('./rough-calls.js')).roughCalls(command);
  return (await import('./parse-bash.js')).parseBash(command);
}
