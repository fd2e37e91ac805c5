/**
 * The canary and the scripted model as programs for plain `node`: bundled once from source into the workspace's cache,
 * named by a hash of their bytes, so that tests that run side by side share one file.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCE = dirname(dirname(fileURLToPath(import.meta.url)));
const CACHE = join(SOURCE, '../../../.cache/programs');

const ENTRIES = {
  canary: join(SOURCE, 'canary/main.ts'),
  'scripted-model': join(SOURCE, 'testing/scripted-model-main.ts'),
  'journal-writer': join(SOURCE, 'testing/journal-writer-main.ts'),
} as const;

export type TestProgram = keyof typeof ENTRIES;

/** Path of the bundled program. */
export async function buildProgram(name: TestProgram): Promise<string> {
  const built = await build({
    entryPoints: [ENTRIES[name]],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
  });
  const code = built.outputFiles[0]?.contents ?? new Uint8Array();
  const path = join(CACHE, `${name}-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.mjs`);
  await mkdir(CACHE, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, code);
  await rename(draft, path);
  return path;
}
