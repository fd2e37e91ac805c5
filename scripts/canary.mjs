/**
 * `npm run canary -- OPTIONS`: installs and builds what is missing, then becomes `qwen mcp canary`. With QWEN_BIN set the
 * lab is held against that binary. Needs no API key.
 */
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { endWithParent } from './lib/end-with-parent.mjs';
import { QWEN } from './lib/paths.mjs';

await ensureInstalled();
await ensureBuilt();
endWithParent('canary');
const other = process.env.QWEN_BIN ? ['--bin', process.env.QWEN_BIN] : [];
process.argv = [process.execPath, QWEN, 'mcp', 'canary', ...other, ...process.argv.slice(2)];
await import(pathToFileURL(QWEN).href);
