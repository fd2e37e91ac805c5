import { mkdir, symlink, utimes } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../shared/clock.js';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { createToolContext } from '../../testing/tool-context.js';
import { createWorkspace } from '../files/workspace.js';
import type { ToolArguments, ToolResult } from '../types.js';
import { createGlobTool, type GlobToolOptions } from './glob-tool.js';
import { DEFAULT_IGNORE_OPTIONS } from './ignore-options.js';
import { createListDirectoryTool } from './list-directory-tool.js';

let folder: TempFolder;
let options: GlobToolOptions;

beforeEach(async () => {
  folder = await createTempFolder();
  await mkdir(folder.at('work'));
  options = {
    workspace: createWorkspace({ cwd: folder.at('work') }),
    clock: systemClock,
    ignoreOptions: DEFAULT_IGNORE_OPTIONS,
  };
});

afterEach(() => folder.remove());

/** Writes files that grow older one by one, the first being the newest. */
async function files(...names: string[]): Promise<void> {
  for (const [age, name] of names.entries()) {
    const path = await folder.write(`work/${name}`, 'x');
    await utimes(path, 1_700_000_000 - age, 1_700_000_000 - age);
  }
}

const glob = (args: ToolArguments, signal?: AbortSignal): Promise<ToolResult> =>
  createGlobTool(options).execute(args, createToolContext(signal));
const list = (args: ToolArguments = {}): Promise<ToolResult> =>
  createListDirectoryTool(options).execute({ path: folder.at('work'), ...args }, createToolContext());

/** What was found, by name from the working directory. */
function names({ text }: ToolResult): string[] {
  const [, ...lines] = text.split('\n---\n').join('\n').split('\n');
  return lines.map((line) => line.replace(`${folder.at('work')}/`, ''));
}

describe('glob', () => {
  it('gives absolute paths, newest first', async () => {
    await files('b.ts', 'src/a.ts', 'src/deep/c.ts', 'd.md');
    expect(await glob({ pattern: '**/*.ts' })).toEqual({
      status: 'ok',
      text: [
        `3 files matching **/*.ts in ${folder.at('work')}, newest first:`,
        '---',
        folder.at('work/b.ts'),
        folder.at('work/src/a.ts'),
        folder.at('work/src/deep/c.ts'),
      ].join('\n'),
    });
  });

  it.each<[string, string, string[]]>([
    ['the top alone', '*.ts', ['b.ts']],
    ['one directory', 'src/*.ts', ['src/a.ts']],
    ['alternatives', '**/{a,c}.ts', ['src/a.ts', 'src/deep/c.ts']],
    ['a plain name', 'src/a.ts', ['src/a.ts']],
    ['hidden files', '**/*.yml', ['.github/x.yml']],
    ['a name with glob signs', 'app/[id].tsx', ['app/[id].tsx']],
    ['Unicode', '**/文*', ['ü/文件.txt']],
    ['nothing', '**/*.rs', []],
    ['a directory', 'src', []],
  ])('finds %s', async (_name, pattern, expected) => {
    await files('b.ts', 'src/a.ts', 'src/deep/c.ts', '.github/x.yml', 'app/[id].tsx', 'ü/文件.txt');
    expect(names(await glob({ pattern }))).toEqual(expected);
  });

  it('searches where it is told to, also by an absolute pattern', async () => {
    await files('a.ts', 'src/b.ts');
    expect(names(await glob({ pattern: '*.ts', path: folder.at('work/src') }))).toEqual(['src/b.ts']);
    expect(names(await glob({ pattern: folder.at('work/src/*.ts') }))).toEqual(['src/b.ts']);
  });

  it('shows the hundred newest and says so', async () => {
    await files(...Array.from({ length: 130 }, (_, number) => `f${String(number).padStart(3, '0')}.ts`));
    const result = await glob({ pattern: '*.ts' });
    expect(result.text.split('\n')[0]).toBe(
      `130 files matching *.ts in ${folder.at('work')}, newest first; the 100 newest are shown:`,
    );
    expect(names(result)).toHaveLength(100);
    expect(names(result)[0]).toBe('f000.ts');
  });

  it.each<[string, string | undefined]>([
    ['../*', undefined],
    ['/etc/*', undefined],
    ['*', '/etc'],
  ])('does not look outside for %s in %s', async (pattern, path) => {
    expect(await glob({ pattern, ...(path && { path }) })).toMatchObject({
      status: 'error',
      text: expect.stringContaining('outside the workspace'),
    });
  });

  it('does not go through links to directories, neither out nor in circles', async () => {
    await folder.write('outside/secret.ts', '');
    await files('src/a.ts');
    await symlink(folder.at('outside'), folder.at('work/out'));
    await symlink(folder.at('work'), folder.at('work/src/round'));
    expect(names(await glob({ pattern: '**/*.ts' }))).toEqual(['src/a.ts']);
  });

  it('names a link to a file', async () => {
    await files('a.ts');
    await symlink('a.ts', folder.at('work/b.ts'));
    expect(names(await glob({ pattern: '*.ts' })).sort()).toEqual(['a.ts', 'b.ts']);
  });

  it('stops when it is cancelled', async () => {
    await files('a.ts');
    const controller = new AbortController();
    const running = glob({ pattern: '**' }, controller.signal);
    controller.abort();
    expect(await running).toEqual({ status: 'cancelled', text: 'Cancelled.' });
  });

  it('says that a pattern is empty', async () => {
    expect(await glob({ pattern: ' ' })).toEqual({ status: 'error', text: 'The pattern is empty.' });
  });
});

describe('ignore files', () => {
  const all = [
    'keep.ts',
    'a.log',
    'dist/x.js',
    'src/b.log',
    'src/keep.log',
    'src/gen/y.ts',
    'secret.txt',
    'agent.txt',
    '.git/config',
  ];

  async function project(): Promise<void> {
    await files(...all);
    await folder.write('work/.gitignore', '*.log\ndist/\n');
    await folder.write('work/src/.gitignore', '!keep.log\n/gen\n');
    await folder.write('work/.qwenignore', 'secret.txt\n');
    await folder.write('work/.agentignore', 'agent.txt\n');
  }

  const found = async (): Promise<string[]> =>
    names(await glob({ pattern: '**/*.*' })).filter((name) => !/ignore$/.test(name));

  it('are respected, the deeper one deciding', async () => {
    await project();
    expect(await found()).toEqual(['keep.ts', 'src/keep.log']);
  });

  it.each<[string, Partial<GlobToolOptions['ignoreOptions']>, string[]]>([
    [
      '.gitignore',
      { respectGitIgnore: false },
      ['keep.ts', 'a.log', 'dist/x.js', 'src/b.log', 'src/keep.log', 'src/gen/y.ts'],
    ],
    ['.qwenignore', { respectQwenIgnore: false }, ['keep.ts', 'src/keep.log', 'secret.txt', 'agent.txt']],
    ['custom files', { customIgnoreFiles: [] }, ['keep.ts', 'src/keep.log', 'agent.txt']],
  ])('can be switched off: %s', async (_name, change, expected) => {
    await project();
    options = { ...options, ignoreOptions: { ...options.ignoreOptions, ...change } };
    expect(await found()).toEqual(expected);
  });

  it('hold in a directory below, also those from above', async () => {
    await project();
    expect(names(await glob({ pattern: '**/*.*', path: folder.at('work/src') }))).toEqual([
      'src/.gitignore',
      'src/keep.log',
    ]);
  });

  it('do not hold for a directory that is asked for by name', async () => {
    await project();
    expect(names(await glob({ pattern: '*', path: folder.at('work/dist') }))).toEqual(['dist/x.js']);
  });

  it('come from the whole repository when the workspace is a part of it, and from its private excludes', async () => {
    await project();
    await folder.write('work/.git/info/exclude', 'keep.ts\n');
    options = { ...options, workspace: createWorkspace({ cwd: folder.at('work/src') }) };
    await files('src/keep.ts', 'src/c.ts');
    expect(names(await glob({ pattern: '**/*.*' }))).toEqual(['src/.gitignore', 'src/c.ts', 'src/keep.log']);
  });
});

describe('list_directory', () => {
  it('shows directories first', async () => {
    await files('b.txt', 'a.txt', 'src/x', 'docs/y');
    await symlink('a.txt', folder.at('work/link'));
    expect(await list()).toEqual({
      status: 'ok',
      text: `5 entries in ${folder.at('work')}:\n---\n[DIR] docs\n[DIR] src\na.txt\nb.txt\nlink (link)`,
    });
  });

  it.each<[string, ToolArguments, string]>([
    ['what is ignored', {}, '3 entries in PATH (3 ignored):\n---\n.gitignore\n.qwenignore\nkeep.ts'],
    ['names by the call', { ignore: ['*.ts', '.*'] }, 'PATH is empty (6 ignored).'],
    [
      'nothing when the call says so',
      { file_filtering_options: { respect_git_ignore: false, respect_qwen_ignore: false } },
      '6 entries in PATH:\n---\n[DIR] dist\n.gitignore\n.qwenignore\na.log\nkeep.ts\nsecret.txt',
    ],
    [
      'less when the call says so',
      { file_filtering_options: { respect_git_ignore: false } },
      '5 entries in PATH (1 ignored):\n---\n[DIR] dist\n.gitignore\n.qwenignore\na.log\nkeep.ts',
    ],
  ])('leaves out %s', async (_name, args, text) => {
    await files('keep.ts', 'a.log', 'dist/x.js', 'secret.txt');
    await folder.write('work/.gitignore', '*.log\ndist/\n');
    await folder.write('work/.qwenignore', 'secret.txt\n');
    expect(await list(args)).toEqual({ status: 'ok', text: text.replace('PATH', folder.at('work')) });
  });

  it('says of an empty directory that it is empty', async () => {
    expect(await list()).toEqual({ status: 'ok', text: `${folder.at('work')} is empty.` });
  });

  it('shows the first thousand of many', async () => {
    await Promise.all(Array.from({ length: 1001 }, (_, number) => folder.write(`work/${number}`, '')));
    const { text } = await list();
    expect(text.split('\n')).toHaveLength(1002);
    expect(text.startsWith(`1001 entries in ${folder.at('work')}; the first 1000 are shown:\n`)).toBe(true);
  });

  it.each<[string, string, string]>([
    ['a file', 'a.txt', 'PATH is a file, not a directory.'],
    ['nothing', 'none', 'PATH does not exist.'],
    ['a path outside', '../..', 'is outside the workspace'],
  ])('does not list %s', async (_name, name, shown) => {
    await files('a.txt');
    const path = folder.at('work', name);
    const text = expect.stringContaining(shown.replace('PATH', path));
    expect(await list({ path })).toEqual({ status: 'error', text });
  });
});
