/**
 * Bundles qwen: `packages/cli/dist/qwen.js` and its chunks. Every dynamic import of the sources is a chunk of its own,
 * so that a run loads only what it needs. Dependencies are inside; nothing is installed beside the bundle.
 *
 * The entry is replaced last and in one step, and chunks carry their content in their names: a qwen that is running
 * meanwhile keeps its own. `--clean` removes what is left of older builds.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ensureInstalled } from './bootstrap.mjs';
import { BUILD_STAMP, CLI_DIR, DIST, QWEN, ROOT } from './lib/paths.mjs';
import { sourcesFingerprint } from './lib/sources.mjs';
import { thirdPartyNotices } from './lib/third-party-notices.mjs';

const STALE_AFTER_MS = 60 * 60 * 1000;
const REQUIRE = `import{createRequire as qwenRequire}from'node:module';const require=qwenRequire(import.meta.url);`;
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

await ensureInstalled();
const { build } = await import('esbuild');
const fingerprint = sourcesFingerprint();
const bundling = build({
  entryPoints: { qwen: join(CLI_DIR, 'src', 'main.ts') },
  outdir: DIST,
  absWorkingDir: ROOT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: process.env.QWEN_BUILD_SOURCEMAP === '1' ? 'linked' : false,
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'warning',
  define: { __QWEN_VERSION__: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
  // Its CommonJS entry hides its own modules from a bundler.
  alias: { 'jsonc-parser': join(ROOT, 'node_modules', 'jsonc-parser', 'lib', 'esm', 'main.js') },
  plugins: [withoutSdkValidator],
  // CommonJS dependencies ask for Node's own modules with require.
  banner: { js: REQUIRE },
});

/** The disposable servers of `qwen mcp canary`: one file for plain Node, without any MCP library in it. */
const canaryServer = build({
  entryPoints: [join(ROOT, 'packages', 'core', 'src', 'canary', 'main.ts')],
  outfile: join(DIST, 'canary-server.js'),
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  write: false,
  logLevel: 'warning',
});

// esbuild has said on stderr what is wrong.
const [{ outputFiles, metafile }, canary] = await Promise.all([bundling, canaryServer]).catch(() => process.exit(1));

const written = new Set();
for (const { path, contents } of outputFiles.filter(({ path }) => path !== QWEN)) put(path, contents);
for (const { path, contents } of canary.outputFiles) put(path, contents);
put(join(DIST, 'THIRD_PARTY_LICENSES.txt'), thirdPartyNotices(Object.keys(metafile.inputs)));
for (const schema of ['settings.schema.json', 'mcp-inventory.schema.json']) {
  put(join(DIST, schema), readFileSync(join(CLI_DIR, schema)));
}
// The shebang has to be the first line. The entry asks for nothing, and `--version` has no time to spare.
const entry = outputFiles.find(({ path }) => path === QWEN);
put(QWEN, `#!/usr/bin/env node\n${entry.text.replace(REQUIRE, '')}`, 0o755);
removeStale();
put(BUILD_STAMP, fingerprint);

const bytes = outputFiles.reduce((sum, { contents }) => sum + contents.length, 0);
process.stderr.write(`${relative(ROOT, QWEN)} and ${outputFiles.length - 1} chunks, ${Math.round(bytes / 1024)} KiB\n`);

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
