/**
 * `npm run canary`: installs and builds what is missing, then shows what happens to MCP calls whose connection is lost
 * after the server has done the work. Needs no API key. Exit code 1 when a server counted anything but what it should.
 */
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { ROOT } from './lib/paths.mjs';

await ensureInstalled();
if (!process.env.QWEN_BIN) await ensureBuilt();
const { importTypeScript } = await import('./lib/import-typescript.mjs');
const { runDemo } = await importTypeScript(join(ROOT, 'integration-tests', 'support', 'canary-demo.ts'));

console.log('Each server does its work, writes it to its ledger, and drops the connection before the first answer.\n');
const rows = await runDemo();
printTable([
  ['tool', 'over', 'annotations', 'executions', 'exit code', 'what the user saw', 'verdict'],
  ...rows.map((row) => [
    row.tool,
    row.transport,
    row.annotations,
    `${row.executions} (allowed: ${row.expected})`,
    String(row.exitCode),
    row.userSaw,
    row.pass ? 'pass' : 'FAIL',
  ]),
]);
console.log(
  '\nCounted by each server itself. A second execution is a replay of a call that is declared safe to repeat.',
);
process.exitCode = rows.every(({ pass }) => pass) ? 0 : 1;

function printTable(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}
