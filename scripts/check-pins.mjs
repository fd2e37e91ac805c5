/**
 * What must agree across the repository and that no other tool looks at: versions, engines, the lock file's addresses,
 * majors that Node 20.19 caps, and the generated settings schema. Prints one line for each thing that is wrong.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/paths.mjs';

/** The next major of each needs a newer Node, or changes what the code is built on. */
const MAJORS = {
  '@modelcontextprotocol/sdk': 1,
  '@types/node': 20,
  execa: 9,
  openai: 6,
  typescript: 5,
  vitest: 4,
  zod: 4,
};
const PACKAGES = ['.', 'packages/core', 'packages/cli', 'integration-tests', 'benchmarks'];

const readText = (path) => readFileSync(join(ROOT, path), 'utf8');
const readJson = (path) => JSON.parse(readText(path));
const faults = [];
const expect = (holds, fault) => holds || faults.push(fault);

const root = readJson('package.json');
const lock = readJson('package-lock.json');

for (const folder of PACKAGES) {
  const { version, engines } = readJson(join(folder, 'package.json'));
  expect(version === root.version, `${folder}/package.json: version ${version}, expected ${root.version}`);
  if (engines !== undefined) {
    expect(engines.node === root.engines.node, `${folder}/package.json: engines.node differs from the root's`);
  }
}
expect(readText('CHANGELOG.md').includes(`## ${root.version}`), `CHANGELOG.md has no section "## ${root.version}"`);
expect(!/"resolved": "https?:/.test(readText('package-lock.json')), 'package-lock.json names registry addresses');

for (const [name, major] of Object.entries(MAJORS)) {
  const version = lock.packages[`node_modules/${name}`]?.version;
  expect(version?.split('.')[0] === String(major), `${name} is ${version}, expected major ${major}`);
}

const dry = spawnSync('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8' });
expect(dry.status === 0, 'package-lock.json does not fit the package.json files: a fresh clone could not be installed');

const schema = spawnSync(process.execPath, [join(ROOT, 'scripts', 'generate-schema.mjs'), '--check'], {
  encoding: 'utf8',
});
expect(schema.status === 0, schema.stderr.trim());

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
