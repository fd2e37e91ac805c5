/**
 * `npm run test:mutants`: breaks one guard of the replay rule at a time and expects the tests that are named for it to go
 * red. What is broken, and where, is data (mutants/). It works in a copy of the tree in the system's temp folder, never in
 * the tree itself, and ends with 1 when a mutant survives, a guard has moved, or a named test is missing or red without it.
 *
 *   npm run test:mutants                   all of them
 *   npm run test:mutants -- freeze 401     those whose name contains one of the words
 *   npm run test:mutants -- --check        only whether every guard and every named test is where the list says
 *   npm run test:mutants -- --jobs 1       how many at a time (2)
 */
import { parseArgs } from 'node:util';
import { ensureInstalled } from './bootstrap.mjs';
import { createMutantTree } from './lib/mutant-tree.mjs';
import { baselineFaults, listFaults, runMutant } from './lib/run-mutant.mjs';
import { MUTANTS } from './mutants/index.mjs';

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' }, jobs: { type: 'string', default: '2' } },
  allowPositionals: true,
});
const chosen = MUTANTS.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
);
const trees = [];
const cleanUp = () => trees.splice(0).forEach((tree) => tree.remove());
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  cleanUp();
}

async function main() {
  if (chosen.length === 0) return fail(['No mutant has such a name.']);
  await ensureInstalled();
  const jobs = Math.min(Math.max(1, Number(values.jobs) || 1), chosen.length);
  for (let n = 0; n < jobs; n += 1) trees.push(createMutantTree());

  const misplaced = listFaults(trees[0].root, chosen);
  if (misplaced.length > 0) return fail(misplaced);
  console.log(`${chosen.length} mutants. First the named tests as they are, which must be green ...`);
  const faults = await baselineFaults(trees[0], chosen);
  if (faults.length > 0) return fail(faults);
  if (values.check) {
    console.log('Every guard and every named test is in its place.');
    return true;
  }
  return report(await runAll());
}

async function runAll() {
  const width = Math.max(...chosen.map(({ name }) => name.length));
  console.log(`\n${'mutant'.padEnd(width)}  verdict   by`);
  const queue = [...chosen];
  const results = [];
  const work = async (tree) => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const result = await runMutant(tree, mutant);
      results.push({ mutant, ...result });
      console.log(`${mutant.name.padEnd(width)}  ${result.verdict.padEnd(8)}  ${result.by}`);
    }
  };
  await Promise.all(trees.map(work));
  return results;
}

function report(results) {
  const count = (verdict) => results.filter((result) => result.verdict === verdict).length;
  console.log(`\n${count('killed')} killed, ${count('survived')} survived, ${count('broken')} broken`);
  for (const { mutant, verdict, by } of results) {
    if (verdict !== 'killed') console.error(`\n${mutant.name} ${verdict}: ${mutant.guard}\n  ${mutant.file}\n  ${by}`);
  }
  return results.length === chosen.length && count('killed') === results.length;
}

function fail(faults) {
  for (const fault of faults) console.error(fault);
  return false;
}
