/**
 * One mutant: its text is put in place in a mutant tree, its named tests run, and the text is put back. A mutant is
 *
 *   { name, guard, file, find, replace, tests: { 'path/of.test.ts': ['part of a full test name', ...] } }
 *
 * `find` must stand in `file` exactly once, so that a guard that moved is noticed. Only a red test kills: a file that no
 * longer loads proves nothing.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test that hangs because of its mutant is red after this. */
const TEST_MS = 15_000;
const RUN_MS = 180_000;

/** The text with its guard broken. Throws when the guard is not there exactly once. */
export function mutate(text, { name, file, find, replace }) {
  const times = text.split(find).length - 1;
  if (times !== 1) throw new Error(`${name}: its guard stands ${times} times in ${file}, expected once: ${find}`);
  return text.replace(find, () => replace);
}

/** What is wrong with the list itself, one sentence each. */
export function listFaults(root, mutants) {
  const faults = [];
  for (const [index, mutant] of mutants.entries()) {
    const { name, file, find, replace, tests } = mutant;
    if (mutants.findIndex((other) => other.name === name) !== index) faults.push(`${name}: the name is used twice`);
    if (find === replace) faults.push(`${name}: it changes nothing`);
    if (Object.values(tests).flat().length === 0) faults.push(`${name}: no test is named for it`);
    for (const path of [file, ...Object.keys(tests)]) {
      if (!existsSync(join(root, path))) faults.push(`${name}: there is no ${path}`);
    }
    if (!existsSync(join(root, file))) continue;
    try {
      mutate(readFileSync(join(root, file), 'utf8'), mutant);
    } catch (error) {
      faults.push(error.message);
    }
  }
  return faults;
}

/** Runs every named test on the unbroken tree: each name must fit a test, and each such test must be green. */
export async function baselineFaults(tree, mutants) {
  const all = {};
  for (const { tests } of mutants) {
    for (const [file, names] of Object.entries(tests)) all[file] = [...new Set([...(all[file] ?? []), ...names])];
  }
  const { ran, notes } = await runTests(tree, all, { bail: false });
  return Object.entries(all).flatMap(([file, names]) =>
    names.flatMap((name) => {
      const fitting = ran.filter((test) => test.file === file && test.fullName.includes(name));
      if (fitting.length === 0) return [`${file} has no test "${name}" that runs. ${notes}`];
      return fitting
        .filter(({ status }) => status !== 'passed')
        .map((test) => `red as it is: ${file} ${test.fullName}`);
    }),
  );
}

export async function runMutant(tree, mutant) {
  const path = join(tree.root, mutant.file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(whole, mutant));
  try {
    return judge(await runTests(tree, mutant.tests, { bail: true }), mutant.tests);
  } finally {
    writeFileSync(path, whole);
  }
}

/** Killed by a named test that went red; survived when all were green; broken when neither can be said. */
export function judge({ ran, notes }, tests) {
  const named = ran.filter(({ file, fullName }) => (tests[file] ?? []).some((name) => fullName.includes(name)));
  const red = named.find(({ status }) => status === 'failed');
  if (red !== undefined) return { verdict: 'killed', by: red.fullName };
  if (named.length === 0 || notes !== '') return { verdict: 'broken', by: notes || 'no named test ran' };
  return { verdict: 'survived', by: `${named.length} named tests stayed green` };
}

/** The tests with one of these names, in these files: what ran, and what else went wrong. */
async function runTests(tree, tests, { bail }) {
  const report = join(tree.root, 'mutant-report.json');
  rmSync(report, { force: true });
  const names = Object.values(tests).flat();
  const pattern = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const output = await runVitest(tree, [
    ...['--project', 'unit', '--reporter=json', `--outputFile.json=${report}`],
    ...[`--testTimeout=${TEST_MS}`, ...(bail ? ['--bail=1'] : [])],
    ...['--testNamePattern', pattern, ...Object.keys(tests)],
  ]);
  return readReport(tree.root, report, output);
}

function runVitest(tree, args) {
  return new Promise((resolve, reject) => {
    const vitest = join(tree.root, 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', ...args], {
      cwd: tree.root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    tree.running.add(child);
    const patience = setTimeout(() => child.kill('SIGKILL'), RUN_MS);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(patience);
      tree.running.delete(child);
      resolve(output);
    });
  });
}

function readReport(root, path, output) {
  if (!existsSync(path)) return { ran: [], notes: `vitest made no report: ${output.trim().slice(-600)}` };
  const files = JSON.parse(readFileSync(path, 'utf8')).testResults;
  const ran = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({ file: name.slice(root.length + 1).replaceAll('\\', '/'), fullName, status })),
  );
  const unloaded = files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  return { ran, notes: unloaded.map(({ name, message }) => `${name} did not load: ${message}`).join('\n') };
}
