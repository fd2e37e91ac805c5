/** What a headless run loads before it knows what it will need. Everything else is behind a dynamic import. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

/** Modules that are loaded with these, by their paths. */
async function loadedWith(...entries: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [...entries],
    absWorkingDir: SOURCES,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outdir: 'none',
    write: false,
    metafile: true,
    plugins: [
      {
        name: 'later',
        setup: ({ onResolve }) => {
          onResolve({ filter: /.*/ }, ({ kind, path }) =>
            kind === 'dynamic-import' ? { path, external: true } : undefined,
          );
        },
      },
    ],
  });
  return Object.keys(metafile.inputs);
}

const libraries = (modules: readonly string[]): string[] => [
  ...new Set(modules.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
];

it('loads nothing but small libraries before the model is asked', async () => {
  const modules = await loadedWith('cli.ts', 'headless/run-headless.ts');
  expect(modules).toContainEqual(expect.stringMatching(/wire\/wire-run\.ts$/));
  expect(libraries(modules).toSorted()).toEqual(['fastest-levenshtein', 'ignore', 'jsonc-parser', 'shell-quote']);
});

it('loads none of what may never come: servers, the terminal, other commands', async () => {
  const modules = await loadedWith('cli.ts', 'headless/run-headless.ts');
  const rooms = /\/(mcp\/(connection|discovery|loss|transports|health)|ui|commands|canary)\//;
  expect(modules.filter((path) => rooms.test(path))).toEqual([]);
});
