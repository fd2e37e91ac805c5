import { mkdir, rm, symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { createToolContext } from '../../testing/tool-context.js';
import type { ToolArguments, ToolResult } from '../types.js';
import { discoverSkills, skillLines, type Skill } from './discover-skills.js';
import { createSkillTool } from './skill-tool.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

const discover = (trusted = true): Promise<readonly Skill[]> =>
  discoverSkills({ userDir: folder.at('home'), projectDir: trusted ? folder.at('work') : undefined });
const user = (name: string, text: string): Promise<string> => folder.write(`home/skills/${name}/SKILL.md`, text);
const project = (name: string, text: string): Promise<string> =>
  folder.write(`work/.qwen/skills/${name}/SKILL.md`, text);

it('finds the skills of user and project, the project first', async () => {
  await user('review', '---\nname: review\ndescription: Mine.\n---\nMine');
  await user('plain', '# Does plain things\nmore');
  await project('x', '---\nname: review\ndescription: |\n  Ours,\n  all.\n---\nOurs');
  expect(skillLines(await discover())).toEqual(['- plain: Does plain things', '- review: Ours, all.']);
  expect(skillLines(await discover(false))).toEqual(['- plain: Does plain things', '- review: Mine.']);
});

it('passes over what is no skill, and what a project links to elsewhere', async () => {
  await user('broken', '---\n: [\n---\n');
  await user('bad-name', '---\nname: "a b"\n---\n');
  await folder.write('home/skills/file', '');
  await folder.write('elsewhere/SKILL.md', '# Elsewhere');
  await mkdir(folder.at('work/.qwen/skills'), { recursive: true });
  await symlink(folder.at('elsewhere'), folder.at('work/.qwen/skills/linked'));
  expect(await discover()).toEqual([]);
  await symlink(folder.at('elsewhere'), folder.at('home/skills/linked'));
  expect(await discover()).toMatchObject([{ name: 'linked', source: 'user' }]);
});

const use = async (args: ToolArguments): Promise<ToolResult> =>
  createSkillTool({ skills: await discover() }).execute(args, createToolContext());

it('gives the text of a skill with its arguments, where it has a place for them or after it', async () => {
  await user('one', '---\ndescription: d\n---\nDo $ARGUMENTS now, {{args}}.');
  await user('two', 'Do it.');
  const at = (name: string): string =>
    `Skill ${name}. Paths in it are relative to ${folder.at('home/skills', name)}\n\n`;
  expect(await use({ skill: 'one', args: '$&' })).toEqual({ status: 'ok', text: `${at('one')}Do $& now, $&.` });
  expect((await use({ skill: '/two', args: 'this' })).text).toBe(`${at('two')}Do it.\n\nArguments: this`);
  expect((await use({ skill: 'two' })).text).toBe(`${at('two')}Do it.`);
});

it('names the skills there are when asked for another, and tells of one that is gone', async () => {
  await user('one', 'One.');
  expect(await use({ skill: 'no' })).toEqual({ status: 'error', text: 'There is no skill of that name. Skills: one.' });
  const tool = createSkillTool({ skills: await discover() });
  await rm(folder.at('home/skills/one'), { recursive: true });
  expect(await tool.execute({ skill: 'one' }, createToolContext())).toMatchObject({ status: 'error' });
});
