import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../shared/clock.js';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { createToolContext } from '../../testing/tool-context.js';
import { createWorkspace } from '../files/workspace.js';
import type { ToolArguments, ToolResult } from '../types.js';
import { createGrepTool, type GrepToolOptions } from './grep-tool.js';
import { DEFAULT_IGNORE_OPTIONS } from './ignore-options.js';

let folder: TempFolder;
let options: GrepToolOptions;

beforeEach(async () => {
  folder = await createTempFolder();
  await mkdir(folder.at('work'));
});

afterEach(() => folder.remove());

const file = (name: string, content: string | Uint8Array): Promise<string> => folder.write(`work/${name}`, content);
const grep = (args: ToolArguments, signal?: AbortSignal): Promise<ToolResult> =>
  createGrepTool(options).execute(args, createToolContext(signal));

/** What was found, with names from the working directory. */
async function found(args: ToolArguments): Promise<string[]> {
  const { status, text } = await grep(args);
  expect(status).toBe('ok');
  return text
    .split('\n')
    .slice(2)
    .map((line) => line.replace(`${folder.at('work')}/`, ''));
}

describe.each<[string, Partial<GrepToolOptions>]>([
  ['with ripgrep', { env: { PATH: dirname(rgPath) } }],
  ['without ripgrep', { env: { PATH: '/nowhere' } }],
  ['with ripgrep switched off', { env: { PATH: dirname(rgPath) }, useRipgrep: false }],
])('%s', (_engine, engine) => {
  beforeEach(() => {
    const workspace = createWorkspace({ cwd: folder.at('work') });
    options = { workspace, clock: systemClock, ignoreOptions: DEFAULT_IGNORE_OPTIONS, ...engine };
  });

  it('gives path, line and text in order, regardless of case', async () => {
    await file('b.ts', 'nothing\nconst Foo = 1;\nfoo();\n');
    await file('a/c.ts', 'FOO');
    expect(await grep({ pattern: 'foo' })).toEqual({
      status: 'ok',
      text: [
        `3 matches for pattern "foo" in ${folder.at('work')}:`,
        '---',
        `${folder.at('work/a/c.ts')}:1:FOO`,
        `${folder.at('work/b.ts')}:2:const Foo = 1;`,
        `${folder.at('work/b.ts')}:3:foo();`,
      ].join('\n'),
    });
  });

  it('says that nothing matches', async () => {
    await file('a.ts', 'x');
    expect(await grep({ pattern: 'foo', glob: '*.ts' })).toEqual({
      status: 'ok',
      text: `No matches for pattern "foo" in ${folder.at('work')} (glob "*.ts").`,
    });
  });

  it.each<[string, string, string, string[]]>([
    ['starts and ends of lines', '^b$', 'ab\nb\nbc\n', ['t:2:b']],
    ['words', '\\bcat\\b', 'concat\ncat\n', ['t:2:cat']],
    ['needless escapes', 'a\\-b\\"', 'a-b"\n', ['t:1:a-b"']],
    ['Unicode properties', '\\p{Greek}', 'a\nα\n', ['t:2:α']],
    ['POSIX classes', 'x[[:digit:]]y', 'xay\nx1y\n', ['t:2:x1y']],
    ['flags in front', '(?s)a.', 'ab\n', ['t:1:ab']],
    ['named groups', '(?P<n>a)b', 'ab\n', ['t:1:ab']],
    ['whitespace within a line only', 'a\\s+b', 'a\nb\na  b\n', ['t:3:a  b']],
    ['look-around', 'a(?=b)', 'ac\nab\n', ['t:2:ab']],
    ['a pattern like an option', '--help', 'x --help\n', ['t:1:x --help']],
    ['CRLF lines', 'b$', 'ab\r\nbc\r\n', ['t:1:ab']],
    ['empty lines', '^$', 'a\n\nb\n', ['t:2:']],
    ['over line ends when it says so', 'a\\nb', 'x\na\nb\ny\n', ['t:2:a', 't:3:b']],
    ['text that is not UTF-8 in part', 'caf', 'café', ['t:1:café']],
  ])('finds %s', async (_name, pattern, content, expected) => {
    await file('t', content);
    expect(await found({ pattern })).toEqual(expected);
  });

  it.each<[string, string | undefined, string[]]>([
    ['a name at any depth', '*.ts', ['a.ts:1:x', 'src/b.ts:1:x', 'src/deep/c.ts:1:x']],
    ['a path from the start', 'src/*.ts', ['src/b.ts:1:x']],
    ['any depth below', 'src/**/*.ts', ['src/b.ts:1:x', 'src/deep/c.ts:1:x']],
    ['alternatives', '*.{md,ts}', ['a.ts:1:x', 'd.md:1:x', 'src/b.ts:1:x', 'src/deep/c.ts:1:x']],
    ['alternatives of paths', '{src/deep,none}/*.ts', ['src/deep/c.ts:1:x']],
    ['all but', '!*.ts', ['.hidden/e.yml:1:x', 'd.md:1:x']],
    ['a directory', 'src/deep/**', ['src/deep/c.ts:1:x']],
    ['hidden files', '*.yml', ['.hidden/e.yml:1:x']],
    ['no restriction', undefined, ['.hidden/e.yml:1:x', 'a.ts:1:x', 'd.md:1:x', 'src/b.ts:1:x', 'src/deep/c.ts:1:x']],
  ])('takes as glob %s', async (_name, glob, expected) => {
    for (const name of ['a.ts', 'src/b.ts', 'src/deep/c.ts', 'd.md', '.hidden/e.yml']) await file(name, 'x\n');
    expect(await found({ pattern: 'x', ...(glob !== undefined && { glob }) })).toEqual(expected);
  });

  it('searches one directory or one file', async () => {
    await file('src/a.ts', 'x\n');
    await file('-b.ts', 'x\nx\n');
    expect(await found({ pattern: 'x', path: folder.at('work/src') })).toEqual(['src/a.ts:1:x']);
    expect(await found({ pattern: 'x', path: folder.at('work/-b.ts') })).toEqual(['-b.ts:1:x', '-b.ts:2:x']);
  });

  it('shows as many as wanted, in order', async () => {
    for (const name of ['c', 'a', 'b']) await file(name, 'x\nx\n');
    const { text } = await grep({ pattern: 'x', limit: 3 });
    expect(text.split('\n')[0]).toBe(`6 matches for pattern "x" in ${folder.at('work')}; the first 3 are shown:`);
    expect(await found({ pattern: 'x', limit: 3 })).toEqual(['a:1:x', 'a:2:x', 'b:1:x']);
  });

  it('bounds the whole and each line', async () => {
    await file('a', `${'x'.repeat(600)}\n`.repeat(100));
    const { text } = await grep({ pattern: 'x' });
    expect(text.length).toBeLessThan(20_500);
    expect(text).toMatch(/; the first \d+ are shown:\n/);
    expect(text.split('\n')[2]).toBe(`${folder.at('work/a')}:1:${'x'.repeat(500)}...`);
  });

  it('stops at a bound and says so', async () => {
    await file('a', 'x\n'.repeat(20_001));
    const { text } = await grep({ pattern: 'x', limit: 1 });
    expect(text.split('\n')[0]).toBe(
      `20000 matches for pattern "x" in ${folder.at('work')}; the first 1 are shown; the search was stopped early, there may be more:`,
    );
  });

  it('leaves out what is ignored, binary or .git', async () => {
    await file('.gitignore', '*.log\n/dist\n');
    await file('sub/.gitignore', '!keep.log\n');
    await file('.qwenignore', 'secret/\n');
    await file('.aiignore', 'ai.txt\n');
    for (const name of [
      'a.txt',
      'a.log',
      'dist/a.txt',
      'sub/keep.log',
      'sub/b.log',
      'secret/a.txt',
      'sub/secret/b.txt',
      'ai.txt',
      '.git/x',
    ]) {
      await file(name, 'needle\n');
    }
    await file('binary', Buffer.from('needle\0\n'));
    expect(await found({ pattern: 'needle' })).toEqual(['a.txt:1:needle', 'sub/keep.log:1:needle']);
    expect(await found({ pattern: 'needle', glob: '*.log' })).toEqual(['sub/keep.log:1:needle']);
    expect(await found({ pattern: 'needle', path: folder.at('work/sub') })).toEqual(['sub/keep.log:1:needle']);
    expect(await found({ pattern: 'needle', path: folder.at('work/dist') })).toEqual(['dist/a.txt:1:needle']);
    options = {
      ...options,
      ignoreOptions: { respectGitIgnore: false, respectQwenIgnore: false, customIgnoreFiles: [] },
    };
    expect(await found({ pattern: 'needle' })).toEqual(
      ['a.log', 'a.txt', 'ai.txt', 'dist/a.txt', 'secret/a.txt', 'sub/b.log', 'sub/keep.log', 'sub/secret/b.txt'].map(
        (name) => `${name}:1:needle`,
      ),
    );
  });

  it('reads neither outside nor through links', async () => {
    await folder.write('outside/secret.txt', 'needle');
    await symlink(folder.at('outside'), folder.at('work/dir'));
    await symlink(folder.at('outside/secret.txt'), folder.at('work/link.txt'));
    expect((await grep({ pattern: 'needle' })).text).toBe(`No matches for pattern "needle" in ${folder.at('work')}.`);
    for (const path of [folder.at('outside'), folder.at('work/dir'), folder.at('work/link.txt')]) {
      expect(await grep({ pattern: 'needle', path })).toMatchObject({
        status: 'error',
        text: expect.stringContaining('outside the workspace'),
      });
    }
  });

  it('passes over files that are too big, and over pipes', async () => {
    await file('a', 'needle\n');
    await promisify(execFile)('truncate', ['-s', '21000000', folder.at('work/a')]);
    await promisify(execFile)('mkfifo', [folder.at('work/pipe')]);
    expect((await grep({ pattern: 'needle' })).text).toContain('No matches');
  });

  it.each<[string, ToolArguments, string]>([
    ['an empty pattern', { pattern: '' }, 'The pattern is empty.'],
    ['a broken pattern', { pattern: 'a(b' }, 'The pattern "a(b" can\'t be used: Unterminated group.'],
    ['a missing path', { pattern: 'x', path: '/none' }, '/none does not exist.'],
  ])('refuses %s', async (_name, args, shown) => {
    const path = args['path'] === '/none' ? { path: folder.at('work/none') } : {};
    const text = shown.replace('/none', folder.at('work/none'));
    expect(await grep({ ...args, ...path })).toEqual({ status: 'error', text });
  });

  it('stops when it is cancelled', async () => {
    await file('a', 'x\n');
    const controller = new AbortController();
    const running = grep({ pattern: 'x' }, controller.signal);
    controller.abort();
    expect(await running).toEqual({ status: 'cancelled', text: 'Cancelled.' });
  });
});

it('without ripgrep stops a pattern that would never end', async () => {
  const workspace = createWorkspace({ cwd: folder.at('work') });
  options = { workspace, clock: systemClock, ignoreOptions: DEFAULT_IGNORE_OPTIONS, useRipgrep: false };
  await file('a', `${'a'.repeat(50)}!\n`);
  expect(await grep({ pattern: '^(a+)+$' })).toEqual({
    status: 'error',
    text: 'The pattern "^(a+)+$" can\'t be used: it takes too long on some text; write it with fewer nested repetitions.',
  });
});
