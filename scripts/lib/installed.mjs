/** Whether node_modules holds what package-lock.json asks for, read from the record that npm itself keeps there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

export function isInstalled(root = ROOT) {
  const have = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (have === undefined) return false;
  const want = readPackages(join(root, 'package-lock.json')) ?? {};
  return Object.entries(want).every(([path, { version, optional, link }]) => {
    // Workspaces are links, and packages of another platform stay away: neither says anything.
    if (!path.includes('node_modules/') || link || optional) return true;
    return have[path]?.version === version;
  });
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
