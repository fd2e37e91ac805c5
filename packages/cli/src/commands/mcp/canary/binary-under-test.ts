/** What the end-to-end runs are held against: this very build, or the binary that `--bin` names. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { BinaryUnderTest } from '@qwen-code/qwen-code-core/canary/lab/lab-ports.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { VERSION } from '../../../version.js';

export const ownBinary = (entry: string): BinaryUnderTest => ({
  kind: 'own',
  command: [process.execPath, entry],
  version: VERSION,
});

const VERSION_WITHIN_MS = 20_000;

/** Asks it for its version. Throws QwenError('usage') when it does not answer with one. */
export async function otherBinary(bin: string, cwd: string, signal?: AbortSignal): Promise<BinaryUnderTest> {
  const command = commandOf(bin, cwd);
  const [program, ...args] = command;
  try {
    const run = promisify(execFile);
    const { stdout } = await run(program, [...args, '--version'], { timeout: VERSION_WITHIN_MS, signal });
    const version = /^v?(\d+\.\d+\S*)\s*$/m.exec(stdout)?.[1];
    if (version !== undefined) return { kind: 'other', command, version };
  } catch (error) {
    throw new QwenError('usage', `--bin could not be run: \`${bin} --version\` failed. ${HOW}`, error);
  }
  throw new QwenError('usage', `--bin is no qwen: \`${bin} --version\` printed no version. ${HOW}`);
}

const HOW = 'Give a path, or a whole command such as "node /path/to/cli.js".';

/** A path that exists is the program, also with spaces in it; anything else is a command line. */
export function commandOf(bin: string, cwd: string): readonly [string, ...string[]] {
  const path = resolve(cwd, bin);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) {
    return /\.[cm]?js$/.test(path) ? [process.execPath, path] : [path];
  }
  const words = bin.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const [program, ...args] = words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
  if (program === undefined) throw new QwenError('usage', `--bin is empty. ${HOW}`);
  return [program === 'node' ? process.execPath : program, ...args];
}
