/**
 * Bundles qwen: `packages/cli/dist/qwen.js` and its chunks. Every dynamic import of the sources is a chunk of its own,
 * so that a run loads only what it needs; what is always loaded together is one file then (lib/pack-chunks.mjs).
 * Dependencies are inside; nothing is installed beside the bundle.
 * The entry alone is CommonJS, which Node has running a fifth sooner: that is all of `qwen --version`.
 *
 * The entry is replaced last and in one step, and names of chunks carry the build: a qwen that is running
 * meanwhile keeps its own. `--clean` removes what is left of older builds.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ensureInstalled } from './bootstrap.mjs';
import { packChunks } from './lib/pack-chunks.mjs';
import { BUILD_STAMP, CLI_DIR, DIST, QWEN, ROOT } from './lib/paths.mjs';
import { sourcesFingerprint } from './lib/sources.mjs';
import { thirdPartyNotices } from './lib/third-party-notices.mjs';

const STALE_AFTER_MS = 60 * 60 * 1000;
const SOURCEMAP = process.env.QWEN_BUILD_SOURCEMAP === '1';
const { version } = JSON.parse(readFileSync(join(CLI_DIR, 'package.json'), 'utf8'));

/**
 * The SDK's client brings a JSON Schema validator along for when it is given none. Ours is always given one
 * (mcp/connection/sdk-client.ts), and the other would be a sixth of what a run with a server loads.
 */
const withoutSdkValidator = {
  name: 'without-sdk-validator',
  setup: ({ onLoad }) =>
    onLoad({ filter: /@modelcontextprotocol[\\/]sdk[\\/].*[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: `export class AjvJsonSchemaValidator { constructor() { throw new Error('a validator has to be given'); } }`,
    })),
};

/**
 * Yoga, Ink's layout, carries its WebAssembly as text, and decodes that by itself where there is no `fetch`. Node's fetch
 * would do it as well, at the price of loading itself: a tenth of what the terminal UI takes to come up.
 */
const yogaWithoutFetch = {
  name: 'yoga-without-fetch',
  setup: ({ onLoad }) =>
    onLoad({ filter: /yoga-layout[\\/]dist[\\/]binaries[\\/]yoga-wasm-base64-esm\.js$/ }, ({ path }) => ({
      contents: `const fetch = undefined;\n${readFileSync(path, 'utf8')}`,
    })),
};

/** Widths of text, for Ink as for us: the library answers rarely asked questions, at the price of large expressions. */
const quickWidths = {
  name: 'quick-widths',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^string-width$/ }, ({ importer }) =>
      importer === QUICK_WIDTH ? undefined : { path: QUICK_WIDTH },
    ),
};
const QUICK_WIDTH = join(CLI_DIR, 'src', 'ui', 'render', 'string-width.ts');

/**
 * Ink draws nothing but the last frame where it believes to be in CI. Ours draws only where there is a terminal, whatever
 * the environment says; and its developer tools are never part of the bundle.
 */
const inkAsItIs = {
  name: 'ink-as-it-is',
  setup: ({ onLoad }) => {
    onLoad({ filter: /node_modules[\\/]is-in-ci[\\/]index\.js$/ }, () => ({ contents: 'export default false;' }));
    onLoad({ filter: /node_modules[\\/]ink[\\/]build[\\/]devtools\.js$/ }, () => ({ contents: 'export {};' }));
  },
};

await ensureInstalled();
const { build } = await import('esbuild');
const fingerprint = sourcesFingerprint();
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  jsx: 'automatic',
  write: false,
  logLevel: 'warning',
};
const bundling = build({
  ...COMMON,
  entryPoints: { cli: join(CLI_DIR, 'src', 'cli.ts') },
  outdir: DIST,
  splitting: true,
  format: 'esm',
  entryNames: 'chunks/[name]-[hash]',
  chunkNames: 'chunks/[name]-[hash]',
  sourcemap: SOURCEMAP ? 'inline' : false,
  metafile: true,
  define: { __QWEN_VERSION__: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
  // Its CommonJS entry hides its own modules from a bundler.
  alias: { 'jsonc-parser': join(ROOT, 'node_modules', 'jsonc-parser', 'lib', 'esm', 'main.js') },
  plugins: [withoutSdkValidator, inkAsItIs, yogaWithoutFetch, quickWidths],
});

/** What is always loaded together. `conversation` is what a run and the terminal have in common. */
const PACKS = {
  cli: ['/src/cli.ts'],
  conversation: ['/headless/run-headless.ts', '/ui/run-ui.ts'],
  headless: ['/headless/run-headless.ts'],
  ui: ['/ui/run-ui.ts'],
};

/** The disposable servers of `qwen mcp canary`: one file for plain Node, without any MCP library in it. */
const canaryServer = build({
  ...COMMON,
  entryPoints: [join(ROOT, 'packages', 'core', 'src', 'canary', 'main.ts')],
  outfile: join(DIST, 'canary-server.mjs'),
  format: 'esm',
});

/** The entry, with the file that everything but `--version` is in. */
const entryOver = (cliFile) =>
  build({
    ...COMMON,
    entryPoints: [join(CLI_DIR, 'src', 'main.ts')],
    outfile: QWEN,
    format: 'cjs',
    define: { __QWEN_VERSION__: JSON.stringify(version) },
    banner: { js: '#!/usr/bin/env node' },
    plugins: [
      {
        name: 'cli-chunk',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\.\/cli\.js$/ }, () => ({ path: `./chunks/${cliFile}`, external: true })),
      },
    ],
  });

// esbuild has said on stderr what is wrong.
const giveUp = () => process.exit(1);
const [built, canary] = await Promise.all([bundling, canaryServer]).catch(giveUp);
const options = {
  ...COMMON,
  outdir: join(DIST, 'chunks'),
  sourcemap: SOURCEMAP && 'linked',
  // CommonJS dependencies ask for Node's own modules with require.
  banner: { js: `import{createRequire as qwenRequire}from'node:module';const require=qwenRequire(import.meta.url);` },
};
const { files, entryFile } = await packChunks({ build, built, packs: PACKS, options }).catch(giveUp);
const entry = await entryOver(entryFile('/src/cli.ts')).catch(giveUp);

const written = new Set();
for (const [name, contents] of files) put(join(DIST, 'chunks', name), contents);
for (const { path, contents } of canary.outputFiles) put(path, contents);
put(join(DIST, 'chunks', 'package.json'), '{ "type": "module" }\n');
put(join(DIST, 'package.json'), '{ "type": "commonjs" }\n');
put(join(DIST, 'THIRD_PARTY_LICENSES.txt'), thirdPartyNotices(Object.keys(built.metafile.inputs)));
for (const schema of ['settings.schema.json', 'mcp-inventory.schema.json']) {
  put(join(DIST, schema), readFileSync(join(CLI_DIR, schema)));
}
put(QWEN, entry.outputFiles[0].contents, 0o755);
removeStale();
put(BUILD_STAMP, fingerprint);

const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
process.stderr.write(`${relative(ROOT, QWEN)} and ${files.size} chunks, ${Math.round(bytes / 1024)} KiB\n`);

function put(path, contents, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, contents, { mode });
  renameSync(temporary, path);
  written.add(path);
}

/** Chunks of older builds go once no running qwen can be expected to load them any more. */
function removeStale() {
  const oldest = process.argv.includes('--clean') ? Infinity : Date.now() - STALE_AFTER_MS;
  for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !written.has(path) && statSync(path).mtimeMs < oldest) rmSync(path, { force: true });
  }
}
