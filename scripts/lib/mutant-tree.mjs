/**
 * A copy of the work tree in the system's temp folder, for breaking things in: the files that git knows or would add, as
 * they are now. Installed packages are linked, but for the workspaces themselves, which lead to the copies.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './paths.mjs';

/** `remove` also ends what still runs in it. */
export function createMutantTree() {
  const root = mkdtempSync(join(tmpdir(), 'qwen-mutants-'));
  for (const path of ownFiles()) {
    const source = join(ROOT, path);
    if (!existsSync(source)) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    copyFileSync(source, join(root, path));
  }
  for (const folder of ['.', 'packages/core', 'packages/cli']) {
    const installed = join(ROOT, folder, 'node_modules');
    if (existsSync(installed)) linkPackages(installed, join(root, folder, 'node_modules'));
  }
  const running = new Set();
  return {
    root,
    running,
    remove: () => {
      for (const child of running) child.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function ownFiles() {
  const { status, stdout, stderr } = spawnSync(
    'git',
    [
      'ls-files',
      '-z',
      '--cached',
      '--others',
      '--exclude-standard',
      '--',
      'packages',
      'scripts',
      'docs',
      '*.json',
      '*.ts',
    ],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`git could not list the files of the work tree. ${stderr}`);
  return new Set(stdout.split('\0').filter((path) => path !== ''));
}

function linkPackages(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name.startsWith('.')) continue; // caches of tools, and the bin folder
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target, 'dir');
    else if (entry.name.startsWith('@')) linkPackages(source, target);
    else symlinkSync(source, target, 'dir');
  }
}
