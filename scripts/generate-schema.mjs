/**
 * Writes packages/cli/settings.schema.json, the JSON Schema for editors, from the zod schema of core.
 * With `--check` it writes nothing and fails when the file is not what the source says.
 */
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { format } from 'prettier';
import { CLI_DIR, ROOT } from './lib/paths.mjs';

const FILE = join(CLI_DIR, 'settings.schema.json');

const { outputFiles } = await build({
  entryPoints: [join(ROOT, 'packages', 'core', 'src', 'settings', 'json-schema.ts')],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { settingsJsonSchema } = await import(`data:text/javascript;base64,${code}`);
const text = await format(JSON.stringify(settingsJsonSchema()), { parser: 'json', printWidth: 120 });

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(`${relative(ROOT, FILE)} is not what the settings schema says: run node scripts/generate-schema.mjs`);
  process.exitCode = 1;
}
