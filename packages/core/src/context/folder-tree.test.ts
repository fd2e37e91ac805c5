import { symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { DEFAULT_IGNORE_OPTIONS } from '../tools/search/ignore-options.js';
import { folderTree } from './folder-tree.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

const tree = (maxItems?: number): Promise<string> =>
  folderTree({
    start: folder.path,
    root: folder.path,
    ignoreOptions: DEFAULT_IGNORE_OPTIONS,
    ...(maxItems !== undefined && { maxItems }),
  });

it('is empty for an empty folder', async () => {
  expect(await tree()).toBe('');
});

it('puts directories first, leaves out what is ignored, and follows no link', async () => {
  await folder.write('b.ts', '');
  await folder.write('src/deep/x.ts', '');
  await folder.write('out/y.js', '');
  await folder.write('secret.txt', '');
  await folder.write('.gitignore', 'out\n');
  await folder.write('.qwenignore', 'secret.txt\n');
  await symlink(folder.path, folder.at('loop'));
  expect(await tree()).toBe('src/\n  deep/\n    x.ts\n.gitignore\n.qwenignore\nb.ts\nloop');
});

it('shows the upper levels first and says that there is more', async () => {
  for (const name of ['a/1', 'a/2', 'a/3', 'b/1', 'c']) await folder.write(name, '');
  expect(await tree(5)).toBe('a/\n  1\n  2\n  …\nb/\n  …\nc');
  expect(await tree(2)).toBe('a/\n  …\nb/\n  …\n…');
});
