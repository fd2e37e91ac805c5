/** One fingerprint over everything the bundle is made of, so that a build runs only when something changed. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './paths.mjs';

const FOLDERS = ['packages/core/src', 'packages/cli/src'];
const FILES = ['package-lock.json', 'packages/core/package.json', 'packages/cli/package.json', 'scripts/build.mjs'];
const isTest = (name) => /\.test\.tsx?$/.test(name);

/** Hex SHA-256 over path, size and modification time of each source, and over the content of the small pins. */
export function sourcesFingerprint() {
  const hash = createHash('sha256');
  for (const folder of FOLDERS) {
    for (const path of filesBelow(join(ROOT, folder))) {
      const { size, mtimeMs } = statSync(path);
      hash.update(`${relative(ROOT, path)} ${size} ${mtimeMs}\n`);
    }
  }
  for (const file of FILES) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isTest(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
