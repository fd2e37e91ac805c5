/** The package as users install it: packed, installed into an empty folder, run. Nothing is fetched: all of it is inside. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';

const PACKAGE = fileURLToPath(new URL('../../packages/cli', import.meta.url));
const MOST_BYTES = 20 * 1024 * 1024;

let home: TempHome;
beforeEach(async () => {
  home = await createTempHome();
});
afterEach(() => home.remove());

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

it('installs and runs', async () => {
  const env = { HOME: home.home, npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
  await execa('npm', ['pack', '--pack-destination', home.root], { cwd: PACKAGE });
  const [tarball] = (await readdir(home.root)).filter((name) => name.endsWith('.tgz'));
  expect(tarball).toBe('qwen-code-qwen-code-0.21.5.tgz');

  await execa('npm', ['install', join(home.root, tarball!)], { cwd: home.project, env });
  const modules = join(home.project, 'node_modules');
  const { stdout } = await execa(join(modules, '.bin', 'qwen'), ['--version'], { cwd: home.project, env });
  expect(stdout).toBe('0.21.5');

  const installed = join(modules, '@qwen-code', 'qwen-code');
  expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  expect(await bytesBelow(modules)).toBeLessThan(MOST_BYTES);
  const help = await execa(join(modules, '.bin', 'qwen'), ['mcp', 'add', '--help'], { cwd: home.project, env });
  expect(help.stdout).toContain('qwen mcp add');

  // The servers and the model of the canary are in the package as well, and need nothing of the home.
  const lab = ['mcp', 'canary', '--only', 'unsafe/missing/*/direct/*'];
  const canary = await execa(join(modules, '.bin', 'qwen'), lab, { cwd: home.project, env });
  expect(canary.stdout).toContain('4 of 4 runs passed');
});
