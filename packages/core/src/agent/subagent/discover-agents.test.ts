import { symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { discoverAgents } from './discover-agents.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

it('reads the agent types of user and trusted project; the project’s own wins', async () => {
  await folder.write(
    'home/agents/a.md',
    '---\nname: a\ndescription: Mine.\ntools: read_file, Grep\nmodel: small\n---\nDo a.',
  );
  await folder.write('home/agents/Explore.md', 'Takes a built-in name.');
  await folder.write('home/agents/empty.md', '---\nname: empty\n---\n');
  await folder.write('work/.qwen/agents/a.md', '---\ntools:\n  - Edit\nmodel: inherit\n---\nDo ours.');
  await symlink(folder.at('home/agents/a.md'), folder.at('work/.qwen/agents/linked.md'));
  const mine = {
    name: 'a',
    description: 'Mine.',
    instructions: 'Do a.',
    tools: ['read_file', 'Grep'],
    readsOnly: false,
    model: 'small',
    source: 'user',
  };
  const ours = {
    ...mine,
    description: 'a',
    instructions: 'Do ours.',
    tools: ['Edit'],
    model: undefined,
    source: 'project',
  };
  const folders = { userDir: folder.at('home'), projectDir: folder.at('work') };
  expect(await discoverAgents(folders)).toEqual([ours]);
  expect(await discoverAgents({ ...folders, projectDir: undefined })).toEqual([mine]);
});
