import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isInstalled } from './installed.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'qwen-installed-'));
  mkdirSync(join(root, 'node_modules'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const WANTED = {
  '': { version: '1.0.0' },
  'packages/core': { version: '1.0.0' },
  'node_modules/@own/core': { link: true },
  'node_modules/a': { version: '1.2.3' },
  'node_modules/of-another-platform': { version: '1.0.0', optional: true },
};

it.each<[string, object | undefined, boolean]>([
  ['nothing is installed', undefined, false],
  ['all of it is there', { 'node_modules/a': { version: '1.2.3' } }, true],
  ['one package is missing', {}, false],
  ['one package has another version', { 'node_modules/a': { version: '1.2.4' } }, false],
  ['more is there', { 'node_modules/a': { version: '1.2.3' }, 'node_modules/b': { version: '1.0.0' } }, true],
])('%s: %s', (_name, installed, expected) => {
  const write = (path: string, packages: object): void => writeFileSync(join(root, path), JSON.stringify({ packages }));
  write('package-lock.json', WANTED);
  if (installed !== undefined) write('node_modules/.package-lock.json', installed);
  expect(isInstalled(root)).toBe(expected);
});
