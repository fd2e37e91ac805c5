/**
 * Writes the JSON Schemas for editors from the zod schemas of core: packages/cli/settings.schema.json for settings, and
 * packages/cli/mcp-inventory.schema.json for a project's MCP inventory.
 * With `--check` it writes nothing and fails when a file is not what the source says.
 */
import { build } from 'esbuild';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { format } from 'prettier';
import { CLI_DIR, ROOT } from './lib/paths.mjs';

const CORE = join(ROOT, 'packages', 'core', 'src');
const SCHEMAS = [
  { file: 'settings.schema.json', source: ['settings', 'json-schema.ts'], name: 'settingsJsonSchema' },
  { file: 'mcp-inventory.schema.json', source: ['mcp', 'inventory', 'file-schema.ts'], name: 'inventoryJsonSchema' },
];

for (const { file, source, name } of SCHEMAS) {
  const path = join(CLI_DIR, file);
  const text = await generated(join(CORE, ...source), name);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`${relative(ROOT, path)} is not what its schema says: run node scripts/generate-schema.mjs`);
    process.exitCode = 1;
  }
}

async function generated(entry, name) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const module = await import(`data:text/javascript;base64,${code}`);
  return format(JSON.stringify(module[name]()), { parser: 'json', printWidth: 120 });
}
