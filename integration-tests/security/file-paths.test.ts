/** Paths that lead out of the workspace, or round a rule, by the way they are spelled or by what lies on the disk. */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callTools, say, type ScriptedCall } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';

const SECRET = 'the-secret-itself';
let stage: Stage;
let project: string;
let outside: string;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
  project = stage.home.project;
  outside = await stage.home.write('outside/key', SECRET);
  await mkdir(join(project, 'open'));
  await symlink(join(stage.home.root, 'outside'), join(project, 'open', 'dir'));
  await symlink(outside, join(project, 'open', 'file'));
  await symlink(join(stage.home.root, 'outside', 'new'), join(project, 'open', 'dangling'));
});
afterEach(() => stage.close());

const run = async (
  calls: readonly ScriptedCall[],
  args: readonly string[] = ['--yolo'],
): Promise<readonly string[]> => {
  const model = await stage.play([callTools(...calls), say('done')]);
  await runQwen(stage.home, { model, args: ['-p', 'go', ...args] });
  return model.toolMessages().map(({ text }) => text);
};

const escapes = (): string[] => [
  outside,
  join(project, 'open', 'file'),
  join(project, 'open', 'dir', 'key'),
  `${project}/../outside/key`,
  `${project}/open/../../outside/key`,
  `${project}/open/./dir/../dir/key`,
  `${project}//../outside//key`,
  `${project}/../outside/key\0.txt`,
  `${project}/\u002e\u002e/outside/key`,
  '../outside/key',
  `~/../outside/key`,
];

describe.runIf(!isPeer)('out of the workspace', () => {
  it('nothing is read', async () => {
    const told = await run(escapes().map((file_path) => ({ name: 'read_file', args: { file_path } })));
    expect(told.filter((text) => text.includes(SECRET))).toEqual([]);
    expect(told).toHaveLength(escapes().length);
  });

  it('nothing is searched or listed', async () => {
    const dirs = [join(stage.home.root, 'outside'), join(project, 'open', 'dir'), `${project}/../outside`];
    const told = await run([
      ...dirs.map((path) => ({ name: 'grep_search', args: { pattern: 'secret', path } })),
      ...dirs.map((path) => ({ name: 'list_directory', args: { path } })),
      ...dirs.map((path) => ({ name: 'glob', args: { pattern: '**/*', path } })),
      { name: 'grep_search', args: { pattern: 'the-secret' } },
    ]);
    expect(told.filter((text) => text.includes(SECRET) || /outside\/key/.test(text))).toEqual([]);
  });

  it('nothing is written or changed', async () => {
    const paths = [...escapes(), join(project, 'open', 'dangling')];
    await run([
      ...paths.map((file_path) => ({ name: 'write_file', args: { file_path, content: 'gone' } })),
      ...paths.map((file_path) => ({ name: 'edit', args: { file_path, old_string: SECRET, new_string: 'gone' } })),
    ]);
    expect(await readFile(outside, 'utf8')).toBe(SECRET);
    expect(await readdir(join(stage.home.root, 'outside'))).toEqual(['key']);
  });

  it('a sign that only looks like a separator is part of a name', async () => {
    await run([{ name: 'write_file', args: { file_path: `${project}/..\u2215outside\u2215new`, content: 'x' } }]);
    expect(await readdir(join(stage.home.root, 'outside'))).toEqual(['key']);
    expect(await readdir(project)).toContain('..\u2215outside\u2215new');
  });
});

describe.runIf(!isPeer)('a folder that a rule denies', () => {
  const folder = 'caf\u00e9';
  beforeEach(async () => {
    for (const name of [folder, folder.normalize('NFD'), 'CAF\u00c9', `${folder}.`]) {
      await mkdir(join(project, name), { recursive: true });
      await writeFile(join(project, name, 'key'), SECRET);
    }
    await symlink(join(project, folder), join(project, 'open', 'link'));
  });

  const reads = (): ScriptedCall[] => {
    const names = [folder, folder.normalize('NFD'), 'CAF\u00c9', `${folder}.`, `open/../${folder}`, 'open/link'];
    const commands = [
      ...names.map((name) => `cat '${name}/key'`),
      `cd '${folder}' && cat key`,
      `cat < ${folder}/key`,
      'cat caf*/key',
      'grep -r secret .',
    ];
    return [
      ...names.map((name) => ({ name: 'read_file', args: { file_path: `${project}/${name}/key` } })),
      ...commands.map((command) => ({ name: 'run_shell_command', args: { command } })),
      { name: 'grep_search', args: { pattern: 'the-secret', path: join(project, folder) } },
      { name: 'grep_search', args: { pattern: 'the-secret' } },
    ];
  };
  const shown = (told: readonly string[]): boolean[] => told.map((text) => text.includes(SECRET));

  it('is not read, however the path is spelled', async () => {
    const told = await run(reads(), ['--yolo', '--exclude-tools', `Read(/${folder}/**)`]);
    expect(shown(told)).toEqual(reads().map(() => false));
  });

  it('is read in all of these ways without the rule', async () => {
    expect(shown(await run(reads()))).toEqual(reads().map(() => true));
  });
});

describe.runIf(!isPeer)('files that decide what may run', () => {
  it('are not changed in auto-edit', async () => {
    const told = await run(
      ['.qwen/settings.json', '.QWEN/settings.json', '.mcp.json', '.git/hooks/pre-commit', 'open/../.qwen/x'].map(
        (name) => ({ name: 'write_file', args: { file_path: `${project}/${name}`, content: '{}' } }),
      ),
      ['--approval-mode', 'auto-edit'],
    );
    expect(told.every((text) => text.startsWith('write_file was not run: it needs approval'))).toBe(true);
    expect(await readdir(project)).toEqual(['open']);
  });
});
