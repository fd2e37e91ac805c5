import { mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { contains, createWorkspace, type CheckedPath, type Workspace } from './workspace.js';

let folder: TempFolder;
let workspace: Workspace;

beforeEach(async () => {
  folder = await createTempFolder();
  await Promise.all(
    ['work/sub', 'work2', 'included', 'temp', 'skills', 'outside'].map((name) =>
      mkdir(folder.at(name), { recursive: true }),
    ),
  );
  await folder.write('work/file.txt', 'in');
  await folder.write('outside/secret.txt', 'out');
  workspace = createWorkspace({
    cwd: folder.at('work'),
    includeDirectories: ['../included'],
    tempDir: folder.at('temp'),
    readOnlyDirs: [folder.at('skills')],
  });
});

afterEach(() => folder.remove());

const inside = (path: string, more: Partial<CheckedPath> = {}): CheckedPath =>
  ({ kind: 'inside', path, real: path, exists: true, root: folder.at('work'), ...more }) as CheckedPath;

const outsideShown = (what: string): CheckedPath => ({
  kind: 'refused',
  shown: `${what} outside the workspace; allowed are paths in ${folder.at('work')}, ${folder.at('included')}.`,
});

describe('paths inside', () => {
  it.each<[string, string[], (path: string) => CheckedPath]>([
    ['the working directory itself', ['work'], (path) => inside(path)],
    ['a file', ['work', 'file.txt'], (path) => inside(path)],
    ['a file that does not exist', ['work', 'new.txt'], (path) => inside(path, { exists: false })],
    [
      'a file in directories that do not exist',
      ['work', 'a', 'b', 'new.txt'],
      (path) => inside(path, { exists: false }),
    ],
    ['a name in Unicode', ['work', 'ünï 文件.txt'], (path) => inside(path, { exists: false })],
    ['a name that starts with dots', ['work', '..name'], (path) => inside(path, { exists: false })],
    ['an included directory', ['included'], (path) => inside(path, { root: folder.at('included') })],
  ])('%s', async (_name, names, expected) => {
    const path = folder.at(...names);
    expect(await workspace.check(path, 'write')).toEqual(expected(path));
  });

  it('a link that stays inside is followed to its target', async () => {
    await symlink(folder.at('work', 'file.txt'), folder.at('work', 'link'));
    expect(await workspace.check(folder.at('work', 'link'), 'write')).toEqual(
      inside(folder.at('work', 'link'), { real: folder.at('work', 'file.txt') }),
    );
  });

  it('a link to a file inside that does not exist yet', async () => {
    await symlink('sub/new.txt', folder.at('work', 'link'));
    expect(await workspace.check(folder.at('work', 'link'), 'write')).toEqual(
      inside(folder.at('work', 'link'), { real: folder.at('work', 'sub', 'new.txt'), exists: false }),
    );
  });

  it('a working directory that is itself a link', async () => {
    await symlink(folder.at('work'), folder.at('alias'));
    const aliased = createWorkspace({ cwd: folder.at('alias') });
    expect(await aliased.check(folder.at('alias', 'file.txt'), 'write')).toEqual(
      inside(folder.at('alias', 'file.txt'), { real: folder.at('work', 'file.txt') }),
    );
  });
});

describe('paths outside', () => {
  it.each<[string, string[]]>([
    ['a neighbour', ['outside', 'secret.txt']],
    ['a neighbour whose name starts alike', ['work2', 'x']],
    ['out by two dots', ['work', 'sub', '..', '..', 'outside', 'secret.txt']],
    ['the parent', []],
    ['a new file elsewhere', ['outside', 'a', 'b.txt']],
  ])('%s', async (_name, names) => {
    const path = folder.at(...names);
    expect(await workspace.check(path, 'read')).toEqual(outsideShown(`${path} is`));
  });

  it.each<[string, string, string, string, string]>([
    ['a link to a file', 'outside/secret.txt', 'link', 'link', 'outside/secret.txt'],
    ['a link to a directory', 'outside', 'link', 'link/secret.txt', 'outside/secret.txt'],
    ['a new file through a linked directory', 'outside', 'link', 'link/new/file.txt', 'outside/new/file.txt'],
    ['a link to a file that does not exist', 'outside/new.txt', 'link', 'link', 'outside/new.txt'],
    ['a relative link', '../outside', 'link', 'link', 'outside'],
  ])('%s', async (...[, target, link, asked, real]) => {
    await symlink(target.startsWith('..') ? target : folder.at(target), folder.at('work', link));
    const path = folder.at('work', asked);
    expect(await workspace.check(path, 'write')).toEqual(outsideShown(`${path} leads to ${folder.at(real)}, which is`));
  });

  it('a chain of links that goes in circles', async () => {
    await symlink('b', folder.at('work', 'a'));
    await symlink('a', folder.at('work', 'b'));
    const path = folder.at('work', 'a');
    expect(await workspace.check(path, 'read')).toEqual({
      kind: 'refused',
      shown: `${path} goes in circles through symbolic links.`,
    });
  });

  it('below a file', async () => {
    const path = folder.at('work', 'file.txt', 'x');
    expect(await workspace.check(path, 'write')).toEqual({
      kind: 'refused',
      shown: `${path} leads through something that is not a directory.`,
    });
  });
});

it.each([
  ['the temp folder', 'temp'],
  ['a directory that may only be read', 'skills'],
])('%s may be read, not written', async (_name, name) => {
  const path = folder.at(name, 'output.log');
  expect(await workspace.check(path, 'read')).toEqual(inside(path, { exists: false, root: folder.at(name) }));
  expect(await workspace.check(path, 'write')).toEqual(outsideShown(`${path} is`));
});

describe('paths that are no absolute path', () => {
  it.each<[string, () => string]>([
    [
      'src/a.ts',
      () => `The path must be absolute, and src/a.ts is relative; did you mean ${folder.at('work/src/a.ts')}?`,
    ],
    ['../x', () => `The path must be absolute, and ../x is relative; did you mean ${folder.at('x')}?`],
    ['~/x', () => `The path must be absolute, and ~/x is relative; did you mean ${join(homedir(), 'x')}?`],
    ['', () => 'The path is empty; give an absolute path.'],
    ['/a\0b', () => 'The path holds a NUL character, which no file name can.'],
  ])('%j', async (path, shown) => {
    expect(await workspace.check(path, 'read')).toEqual({ kind: 'refused', shown: shown() });
  });
});

it('says which directories it covers, each once', () => {
  const { directories } = createWorkspace({ cwd: '/a', includeDirectories: ['/b', '../b', '/a', '~/c'] });
  expect(directories).toEqual(['/a', '/b', join(homedir(), 'c')]);
});

it('does without an included directory that does not exist', async () => {
  const lonely = createWorkspace({ cwd: folder.at('work'), includeDirectories: ['/nowhere/at/all'] });
  expect(await lonely.check(folder.at('work', 'file.txt'), 'read')).toEqual(inside(folder.at('work', 'file.txt')));
});

it.each<[string, string, boolean]>([
  ['/a', '/a', true],
  ['/a', '/a/b', true],
  ['/a', '/ab', false],
  ['/a/b', '/a', false],
  ['/', '/x', true],
  ['/a', '/a/..b', true],
])('%s contains %s: %s', (directory, path, expected) => {
  expect(contains(directory, path)).toBe(expected);
});
