/** The licence texts of everything that is bundled, as their licences ask for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** One section a package, sorted by name. `inputs` are esbuild's input paths, relative to the work tree. */
export function thirdPartyNotices(inputs) {
  const packages = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  return [...packages]
    .sort()
    .map((folder) => section(join(ROOT, folder)))
    .join('\n');
}

function packageFolder(input) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}

function section(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const text = file === undefined ? `License: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n${text}\n`;
}
