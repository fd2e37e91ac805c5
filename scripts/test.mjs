/**
 * `npm test`: installs and builds what is missing, runs every test, and ends with one line that says how many passed
 * and failed. `node scripts/test.mjs unit|integration [filter...]` runs one of the two projects. With QWEN_BIN set the
 * integration tests drive that binary, and nothing is built.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { countTests } from './lib/count-tests.mjs';
import { CACHE, ROOT } from './lib/paths.mjs';

const [first, ...rest] = process.argv.slice(2);
const project = first === 'unit' || first === 'integration' ? first : undefined;
const filters = project === undefined ? process.argv.slice(2) : rest;

await ensureInstalled();
if (project !== 'unit' && !process.env.QWEN_BIN) await ensureBuilt();

mkdirSync(CACHE, { recursive: true });
const report = join(CACHE, `test-report-${process.pid}.json`);
const code = await runVitest();
const { passed, failed } = countTests(report, code);
rmSync(report, { force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function runVitest() {
  const args = [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...(project === undefined ? [] : ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
    // The terminal signals the whole group; vitest ends first, and its counts are still printed.
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
}
