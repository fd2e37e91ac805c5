/**
 * `npm start -- ARGUMENTS`: installs and builds what is missing, then becomes qwen. The bundle runs in this very
 * process, so terminal, stdin, signals and exit code are qwen's own.
 */
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { endWithParent } from './lib/end-with-parent.mjs';
import { QWEN } from './lib/paths.mjs';

await ensureInstalled();
await ensureBuilt();
endWithParent('start');
process.argv[1] = QWEN;
await import(pathToFileURL(QWEN).href);
