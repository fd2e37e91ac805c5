/**
 * Before `npm pack` of packages/cli: a clean build, and the two texts that belong into the package beside it.
 * `--undo` (after packing) takes the texts away again.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './bootstrap.mjs';
import { CLI_DIR, ROOT } from './lib/paths.mjs';

const TEXTS = ['README.md', 'LICENSE'];

if (process.argv.includes('--undo')) {
  for (const text of TEXTS) rmSync(join(CLI_DIR, text), { force: true });
} else {
  await ensureInstalled();
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--clean'], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(1);
  for (const text of TEXTS) copyFileSync(join(ROOT, text), join(CLI_DIR, text));
}
