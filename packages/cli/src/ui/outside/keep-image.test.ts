import { readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '@qwen-code/qwen-code-core/testing/temp-folder.js';
import { keepImage, reachableImage } from './keep-image.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
  await folder.write('proj/shots/a b.png', 'inside');
  await folder.write('desk/C.PNG', 'outside');
});
afterEach(() => folder.remove());

const place = () => ({ cwd: folder.at('proj'), tempDir: folder.at('temp') });

it('refers to an image of the workspace by its path there', async () => {
  expect(await reachableImage(folder.at('proj/shots/a b.png'), place())).toBe('shots/a b.png');
  expect(await reachableImage('./shots/a b.png', place())).toBe('shots/a b.png');
});

it('makes a private copy of one from elsewhere', async () => {
  const copy = (await reachableImage(folder.at('desk/C.PNG'), place())) ?? '';
  expect(copy).toMatch(/\/temp\/image-[0-9a-f]{12}\.png$/);
  expect(await readFile(copy, 'utf8')).toBe('outside');
  expect((await stat(copy)).mode & 0o777).toBe(0o600);
});

it('knows nothing of one that is not there', async () => {
  expect(await reachableImage(folder.at('desk/none.png'), place())).toBeUndefined();
  expect(await reachableImage(folder.at('desk'), place())).toBeUndefined();
});

it('keeps one of the clipboard in a private file', async () => {
  const file = await keepImage(Buffer.from('bytes'), 'png', place());
  expect(await readFile(file, 'utf8')).toBe('bytes');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
