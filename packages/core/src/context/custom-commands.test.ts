import { symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { loadCustomCommands } from './custom-commands.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

const load = (trusted = true) =>
  loadCustomCommands({ userDir: folder.at('user'), projectDir: trusted ? folder.at('proj') : undefined });
const text = (words: string) => [{ kind: 'text', text: words }];

it('finds none where there is no folder', async () => {
  expect(await load()).toEqual([]);
});

it('names them by folder and file, and lets the project and Markdown win', async () => {
  await folder.write('user/commands/git/commit.md', '---\ndescription: Commits\n---\nCommit it.\n');
  await folder.write('user/commands/plan.md', '# Plan\nuser');
  await folder.write('user/commands/old.toml', 'description = "Old"\nprompt = """Do {{args}}"""');
  await folder.write('user/commands/both.toml', 'prompt = "toml"');
  await folder.write('user/commands/both.md', 'markdown');
  await folder.write('proj/.qwen/commands/plan.md', 'project');
  expect(await load()).toEqual([
    { name: 'both', description: 'markdown', source: 'user', parts: text('markdown') },
    { name: 'git:commit', description: 'Commits', source: 'user', parts: text('Commit it.') },
    { name: 'old', description: 'Old', source: 'user', parts: [...text('Do '), { kind: 'args' }] },
    { name: 'plan', description: 'project', source: 'project', parts: text('project') },
  ]);
  expect((await load(false)).find(({ name }) => name === 'plan')?.source).toBe('user');
});

it('passes over what is no command', async () => {
  await folder.write('secret.txt', 'SECRET');
  await folder.write('proj/.qwen/commands/empty.md', '---\ndescription: x\n---\n');
  await folder.write('proj/.qwen/commands/broken.toml', 'prompt = ');
  await folder.write('proj/.qwen/commands/bad name.md', 'x');
  await folder.write('proj/.qwen/commands/notes.txt', 'x');
  await symlink(folder.at('secret.txt'), folder.at('proj/.qwen/commands/leak.md'));
  expect(await load()).toEqual([]);
});
