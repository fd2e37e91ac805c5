/**
 * `npm start -- ARGUMENTS`: installs and builds what is missing, then becomes qwen. The bundle runs in this very
 * process, so terminal, stdin, signals and exit code are qwen's own.
 */
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { QWEN } from './lib/paths.mjs';

const PARENT_LOOK_MS = 200;

await ensureInstalled();
await ensureBuilt();
if (process.env.npm_lifecycle_event === 'start') endWithParent();
process.argv[1] = QWEN;
await import(pathToFileURL(QWEN).href);

/** npm hands a signal to the shell between it and us, and many shells keep it: their end is our SIGTERM. */
function endWithParent() {
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_LOOK_MS);
  timer.unref();
}
