/**
 * The binary under test: the built bundle, or the command line in QWEN_BIN (`QWEN_BIN="node /path/cli-entry.js"`), so
 * that the same suite can be held against any other build or published release.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUNDLE = join(fileURLToPath(new URL('../..', import.meta.url)), 'packages/cli/dist/qwen.js');

/** Another binary than ours: its texts and its repair may differ, the counts may not. */
export const isPeer = process.env['QWEN_BIN'] !== undefined && process.env['QWEN_BIN'] !== '';

/** Program and leading arguments. */
export function qwenCommand(): readonly [string, ...string[]] {
  const [program, ...args] = (process.env['QWEN_BIN'] ?? '').split(' ').filter((word) => word !== '');
  return program === undefined ? [process.execPath, BUNDLE] : [program, ...args];
}
