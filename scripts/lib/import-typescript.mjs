/** Imports a TypeScript module of the work tree into plain Node: bundled on the way, each file keeping its own address. */
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CACHE } from './paths.mjs';

/** Files that look for others beside them go on finding them. */
const ownAddress = {
  name: 'own-address',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/, namespace: 'file' }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    })),
};

export async function importTypeScript(path) {
  const outfile = join(CACHE, 'scripts', `${basename(path, '.ts')}.mjs`);
  await build({
    entryPoints: [path],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: ['esbuild', 'execa'],
    plugins: [ownAddress],
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}
