import { symlink } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../models/types.js';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { loadContext, type ContextOptions } from './load-context.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
  await folder.write('home/.qwen/QWEN.md', 'global');
  await folder.write('home/w/proj/.git/HEAD', 'ref: refs/heads/main');
});
afterEach(() => folder.remove());

const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, text] of Object.entries(files)) await folder.write(`home/w/${name}`, text);
};
const load = (more: Partial<ContextOptions> = {}) =>
  loadContext({
    userDir: folder.at('home/.qwen'),
    homeDir: folder.at('home'),
    cwd: folder.at('home/w/proj'),
    trusted: true,
    ...more,
  });
const block = (name: string, text: string): string => `--- Begin of ${name} ---\n${text}\n--- End of ${name} ---`;
const GLOBAL = block('../../.qwen/QWEN.md', 'global');
const textOf = async (more?: Partial<ContextOptions>): Promise<string> => (await load(more)).text([]);

describe('which files', () => {
  it('reads both names, the local file, and nothing above the repository or of other programs', async () => {
    await write({
      'QWEN.md': 'above',
      'proj/QWEN.md': 'project',
      'proj/AGENTS.md': 'agents',
      'proj/.qwen/QWEN.local.md': 'local',
      'proj/.qwen/QWEN.md': 'hidden',
      'proj/CLAUDE.md': 'other',
      'proj/sub/QWEN.md': 'sub',
    });
    expect(await textOf()).toBe(
      [GLOBAL, block('QWEN.md', 'project'), block('AGENTS.md', 'agents'), block('.qwen/QWEN.local.md', 'local')].join(
        '\n\n',
      ),
    );
  });

  it('reads only what context.fileName names', async () => {
    await write({ 'proj/QWEN.md': 'project', 'proj/DOC.md': 'doc' });
    expect(await textOf({ fileName: 'DOC.md' })).toBe(block('DOC.md', 'doc'));
  });

  it('reads nothing of an untrusted folder', async () => {
    await write({ 'proj/QWEN.md': 'project', 'proj/.qwen/rules/a.md': 'rule' });
    expect(await textOf({ trusted: false })).toBe(GLOBAL);
  });

  it('reads a file once, however many names lead to it', async () => {
    await write({ 'proj/AGENTS.md': 'same' });
    await symlink(folder.at('home/w/proj/AGENTS.md'), folder.at('home/w/proj/QWEN.md'));
    expect(await textOf()).toBe([GLOBAL, block('QWEN.md', 'same')].join('\n\n'));
  });

  it('follows no link out of the project', async () => {
    await folder.write('secret.txt', 'secret');
    await symlink(folder.at('secret.txt'), folder.at('home/w/proj/QWEN.md'));
    expect(await textOf()).toBe(GLOBAL);
  });

  it('leaves out what is too much, and says so', async () => {
    const long = `${'x'.repeat(79)}\n`.repeat(700);
    await write({ 'proj/a/b/c/d/QWEN.md': long, 'proj/a/b/c/QWEN.md': long, 'proj/a/b/QWEN.md': long });
    await write({ 'proj/a/QWEN.md': long, 'proj/QWEN.md': long });
    const { warnings, files } = await load({ cwd: folder.at('home/w/proj/a/b/c/d') });
    expect({ warnings, count: files.length }).toEqual({
      warnings: ['QWEN.md is left out: the context files together are longer than 240000 characters.'],
      count: 5,
    });
  });
});

describe('imports', () => {
  it.each<[string, Record<string, string>, string]>([
    ['in place', { 'QWEN.md': 'see @a.md.', 'a.md': 'A' }, `see ${block('a.md', 'A')}.`],
    ['missing stays text', { 'QWEN.md': 'see @none.md' }, 'see @none.md'],
    ['a directory stays text', { 'QWEN.md': 'see @d', 'd/a.md': 'A' }, 'see @d'],
    ['in a code block stays text', { 'QWEN.md': '```\n@a.md\n```', 'a.md': 'A' }, '```\n@a.md\n```'],
    [
      'relative to the importing file',
      { 'QWEN.md': '@d/a.md', 'd/a.md': '@b.md', 'd/b.md': 'B' },
      block('d/a.md', block('d/b.md', 'B')),
    ],
    ['a circle ends', { 'QWEN.md': '@a.md', 'a.md': 'A @QWEN.md' }, block('a.md', 'A @QWEN.md')],
    [
      'not outside the project',
      { 'QWEN.md': '@../out.md @/etc/hostname', '../out.md': 'out' },
      '@../out.md @/etc/hostname',
    ],
    [
      'five deep',
      { 'QWEN.md': '@1', 1: '@2', 2: '@3', 3: '@4', 4: '@5', 5: '@6', 6: 'six' },
      block('1', block('2', block('3', block('4', block('5', '@6'))))),
    ],
  ])('%s', async (_name, files, expected) => {
    await write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`proj/${name}`, text])));
    expect(await textOf()).toBe([GLOBAL, block('QWEN.md', expected)].join('\n\n'));
  });

  it('puts imports after the file that names them when the format is flat', async () => {
    await write({ 'proj/QWEN.md': 'see @a.md', 'proj/a.md': 'A' });
    expect(await textOf({ importFormat: 'flat' })).toBe(
      [GLOBAL, block('QWEN.md', `see @a.md\n${block('a.md', 'A')}`)].join('\n\n'),
    );
  });

  it('ends at a hundred files', async () => {
    await write({ 'proj/a.md': '@b.md '.repeat(20), 'proj/b.md': 'B', 'proj/QWEN.md': '@a.md '.repeat(20) });
    expect((await textOf()).match(/Begin of [ab]\.md/g)).toHaveLength(100);
  });
});

describe('rules', () => {
  const edits = (path: string): Message => ({
    role: 'assistant',
    text: '',
    reasoning: '',
    toolCalls: [
      { id: '1', name: 'edit', argumentsJson: JSON.stringify({ file_path: folder.at('home/w/proj', path) }) },
    ],
  });

  it("holds the user's and the project's, conditional ones from the first matching file on", async () => {
    await folder.write('home/.qwen/rules/own.md', 'own');
    await write({
      'proj/.qwen/rules/sub/ts.md': '---\npaths: ["src/**/*.ts"]\n---\nuse types',
      'proj/.qwen/rules/all.md': '---\ndescription: x\n---\nbe kind',
    });
    const context = await load();
    const always = [GLOBAL, block('../../.qwen/rules/own.md', 'own'), block('.qwen/rules/all.md', 'be kind')];
    const withTypes = [...always, block('.qwen/rules/sub/ts.md', 'use types')];
    expect(context.text([]).split('\n\n')).toEqual(always);
    expect(context.text([edits('README.md')]).split('\n\n')).toEqual(always);
    expect(context.text([edits('src/a/b.ts')]).split('\n\n')).toEqual(withTypes);
    expect(context.text([]).split('\n\n')).toEqual(withTypes);
  });
});
