import { chmod } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { findExecutable } from './find-executable.js';

let folder: TempFolder;

beforeEach(async () => {
  folder = await createTempFolder();
  await chmod(await folder.write('a/tool', ''), 0o644);
  await chmod(await folder.write('b/tool', ''), 0o755);
  await chmod(await folder.write('c/tool', ''), 0o755);
});

afterEach(() => folder.remove());

it.each<[string, (path: string) => string[], string | undefined]>([
  ['the first that may be run', (path) => [`${path}/none`, `${path}/a`, `${path}/b`, `${path}/c`], 'b/tool'],
  ['nothing on PATH', (path) => [`${path}/a`], undefined],
  ['no relative entry', () => ['.', '', 'b'], undefined],
])('%s', async (_name, path, expected) => {
  const found = await findExecutable('tool', { PATH: path(folder.path).join(delimiter) });
  expect(found).toBe(expected === undefined ? undefined : folder.at(expected));
});

it('finds nothing without a PATH', async () => {
  expect(await findExecutable('tool', {})).toBeUndefined();
});
