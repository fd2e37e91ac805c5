/**
 * `npm run bench`: installs and builds what is missing, then measures. `npm run bench -- --help` lists the options.
 * With QWEN_BIN set that binary is measured, and nothing is built but the bench itself.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { CACHE, QWEN, ROOT } from './lib/paths.mjs';

await ensureInstalled();
if (!process.env.QWEN_BIN) await ensureBuilt();

const program = join(CACHE, 'bench', 'main.mjs');
mkdirSync(join(CACHE, 'bench'), { recursive: true });
const { build } = await import('esbuild');
await build({
  entryPoints: [join(ROOT, 'benchmarks', 'main.ts')],
  outfile: program,
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
  banner: { js: `import{createRequire as qwenRequire}from'node:module';const require=qwenRequire(import.meta.url);` },
});
const { main } = await import(pathToFileURL(program).href);
try {
  await main({ argv: process.argv.slice(2), root: ROOT, command: process.env.QWEN_BIN ?? `node "${QWEN}"` });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
