/** Packs change which file a module is in, and nothing else: it is loaded once, in its order, under its names. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packChunks } from './pack-chunks.mjs';

const SOURCES: Readonly<Record<string, string>> = {
  'main.ts': `import { name, say } from './shared.ts'; export const start = async () => {
    say(name + ' main');
    for (const load of [() => import('./run.ts'), () => import('./screen.ts'), () => import('./late.ts')]) (await load()).go();
  };`,
  'shared.ts': `export const name = 'shared'; console.log('loads shared'); export const say = (text) => console.log(text);`,
  'both.ts': `import { say } from './shared.ts'; let count = 0; export const name = () => say('both ' + ++count);`,
  'run.ts': `import { name } from './both.ts'; import { say } from './shared.ts'; export const go = () => { say('run'); name(); };`,
  'screen.ts': `import { name } from './both.ts'; import { old } from './old.cjs'; export const go = () => { name(); console.log(old); };`,
  'late.ts': `import { name } from './both.ts'; import fallback from './old.cjs'; export const go = () => { name(); console.log(fallback.old); };`,
  'old.cjs': `exports.old = require('node:path').basename('/a/old');`,
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qwen-pack-'));
  for (const [name, text] of Object.entries(SOURCES)) await writeFile(join(folder, name), text);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('joins what is loaded together', async () => {
  const common = { absWorkingDir: folder, bundle: true, platform: 'node', write: false, logLevel: 'silent' } as const;
  const built = await build({
    ...common,
    entryPoints: ['main.ts'],
    outdir: 'out',
    splitting: true,
    format: 'esm',
    metafile: true,
  });
  const { files, entryFile } = await packChunks({
    build,
    built,
    packs: { main: ['main.ts'], both: ['run.ts', 'screen.ts'], run: ['run.ts'] },
    options: {
      ...common,
      outdir: 'out',
      banner: {
        js: `import { createRequire as r } from 'node:module'; const require = r(import.meta.url);`,
      },
    },
  });
  for (const [name, contents] of files) await writeFile(join(folder, name), contents);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const program = `import { start } from './${entryFile('main.ts')}'; await start();`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
  expect((await run).stdout.trim().split('\n')).toEqual([
    'loads shared',
    'shared main',
    'run',
    'both 1',
    'both 2',
    'old',
    'both 3',
    'old',
  ]);
  const names = [...files.keys()].map((name) => name.replace(/\..*/, '').replace(/-[0-9A-Z]{8}$/, ''));
  expect(names.toSorted()).toEqual(['both', 'chunk', 'late', 'main', 'run', 'screen']);
});
