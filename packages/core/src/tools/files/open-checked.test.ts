import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, symlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { loadFile, MAX_FILE_BYTES } from './load-file.js';
import { createWorkspace, type InsidePath, type Workspace } from './workspace.js';
import { writeChecked } from './write-checked.js';

let folder: TempFolder;
let workspace: Workspace;

beforeEach(async () => {
  folder = await createTempFolder();
  await folder.write('work/dir/file.txt', 'mine');
  await folder.write('outside/file.txt', 'theirs');
  workspace = createWorkspace({ cwd: folder.at('work') });
});

afterEach(() => folder.remove());

async function checked(name: string): Promise<InsidePath> {
  const result = await workspace.check(folder.at('work', name), 'write');
  if (result.kind === 'refused') throw new Error(result.shown);
  return result;
}

/** What somebody does between the check and the use. */
const swaps: [string, () => Promise<void>][] = [
  [
    'the file is swapped for a link',
    async () => {
      await rename(folder.at('work/dir/file.txt'), folder.at('work/dir/old.txt'));
      await symlink(folder.at('outside/file.txt'), folder.at('work/dir/file.txt'));
    },
  ],
  [
    'its directory is swapped for a link',
    async () => {
      await rename(folder.at('work/dir'), folder.at('work/old'));
      await symlink(folder.at('outside'), folder.at('work/dir'));
    },
  ],
];

it.each(swaps)('%s after the check: nothing outside is read', async (_name, swap) => {
  const path = await checked('dir/file.txt');
  await swap();
  await expect(loadFile(workspace, path, '')).rejects.toMatchObject({ code: 'io' });
});

it.each(swaps)('%s after the check: nothing outside is written', async (_name, swap) => {
  const path = await checked('dir/file.txt');
  await swap();
  await expect(writeChecked(workspace, path, Buffer.from('overwritten'))).rejects.toThrow();
  expect(await readFile(folder.at('outside/file.txt'), 'utf8')).toBe('theirs');
  expect(await readdir(folder.at('outside'))).toEqual(['file.txt']);
});

it('a new file is not created through a directory swapped for a link', async () => {
  const path = await checked('dir/new.txt');
  await rename(folder.at('work/dir'), folder.at('work/old'));
  await symlink(folder.at('outside'), folder.at('work/dir'));
  await expect(writeChecked(workspace, path, Buffer.from('new'))).rejects.toThrow();
  expect(await readdir(folder.at('outside'))).toEqual(['file.txt']);
});

it.each<[string, (path: string) => Promise<unknown>, string]>([
  ['a directory', (path) => mkdir(path), 'is a directory, not a file; list_directory shows what is in it.'],
  [
    'a named pipe',
    (path) => promisify(execFile)('mkfifo', [path]),
    'is not a regular file but a device, pipe or socket.',
  ],
  [
    'a file that is too big',
    (path) => promisify(execFile)('truncate', ['-s', String(MAX_FILE_BYTES + 1), path]),
    `is too big: ${MAX_FILE_BYTES + 1} bytes, and at most ${MAX_FILE_BYTES} are read. HINT`,
  ],
  ['nothing', async () => {}, 'does not exist.'],
])('%s is not loaded', async (_name, make, shown) => {
  await make(folder.at('work/thing'));
  const path = await checked('thing');
  await expect(loadFile(workspace, path, 'HINT')).rejects.toMatchObject({ code: 'io', shown: `${path.path} ${shown}` });
});

it('leaves no temporary file behind when the target can not be replaced', async () => {
  const path = await checked('dir/file.txt');
  await rename(folder.at('work/dir/file.txt'), folder.at('work/dir/old.txt'));
  await mkdir(folder.at('work/dir/file.txt'));
  await expect(writeChecked(workspace, path, Buffer.from('x'))).rejects.toMatchObject({
    shown: `${path.real} is a directory, not a file.`,
  });
  expect(await readdir(folder.at('work/dir'))).toEqual(['file.txt', 'old.txt']);
});

it('writes into a pipe of nobody neither waits nor writes', async () => {
  await promisify(execFile)('mkfifo', [folder.at('work/pipe')]);
  const path = await checked('pipe');
  await expect(writeChecked(workspace, path, Buffer.from('x'))).rejects.toMatchObject({
    shown: `${path.real} is not a regular file; only those can be written.`,
  });
});

it('keeps the mode of what it replaces', async () => {
  await chmod(folder.at('work/dir/file.txt'), 0o751);
  const path = await checked('dir/file.txt');
  await writeChecked(workspace, path, Buffer.from('new'));
  const { stdout } = await promisify(execFile)('stat', ['-c', '%a', path.real]);
  expect(stdout).toBe('751\n');
});

it('names the path that was asked for when the system refuses', async () => {
  // The process file system takes no new files, not even from root.
  const system = createWorkspace({ cwd: '/proc/self' });
  const path = await system.check('/proc/self/new.txt', 'write');
  expect(path).toMatchObject({ kind: 'inside', exists: false });
  await expect(writeChecked(system, path as InsidePath, Buffer.from('x'))).rejects.toMatchObject({
    code: 'io',
    shown: expect.stringMatching(/^\/proc\/self\/new\.txt [a-z ]+[a-z:, ]*\.$/),
  });
});
