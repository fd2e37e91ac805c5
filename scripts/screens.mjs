/**
 * `npm run screens [-- NAME ...]`: takes the pictures in docs/guide/screens anew from a real run. Needs tmux; a run that
 * changed nothing writes the same files.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { CACHE, QWEN, ROOT } from './lib/paths.mjs';

await ensureInstalled();
const qwen = process.env.QWEN_BIN ?? QWEN;
if (qwen === QWEN) await ensureBuilt();

const program = join(CACHE, 'scripts', 'screens.mjs');
mkdirSync(join(CACHE, 'scripts'), { recursive: true });
const { build } = await import('esbuild');
const source = join(ROOT, 'scripts', 'lib', 'screens');
await build({
  entryPoints: [join(source, 'main.mjs')],
  outfile: program,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
});
const { main } = await import(pathToFileURL(program).href);
try {
  await main({
    qwen,
    server: join(source, 'demo-server.mjs'),
    folder: join(ROOT, 'docs', 'guide', 'screens'),
    only: process.argv.slice(2),
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
