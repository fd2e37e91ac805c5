/**
 * Which skills there are: a folder with a SKILL.md each, below `skills` of the user's directory and `.qwen/skills` of a
 * trusted project. Only names and descriptions are kept; the text of a skill is read when it is used.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { headText, readHeadedFile } from '../../shared/headed-file.js';

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly source: 'user' | 'project';
  /** The folder of its SKILL.md, absolute. */
  readonly dir: string;
  /** The folder that its files must lie in; undefined where the user may link anywhere. */
  readonly within?: string;
}

export interface SkillFolders {
  /** `~/.qwen`, absolute. */
  readonly userDir: string;
  /** The project's directory, absolute; undefined when it is not trusted. */
  readonly projectDir: string | undefined;
}

const NAME = /^[A-Za-z0-9][\w.:-]{0,63}$/;
const MAX_DESCRIPTION = 500;

/** By name; the project's skill beats the user's of the same name. Never rejects. */
export async function discoverSkills({ userDir, projectDir }: SkillFolders): Promise<readonly Skill[]> {
  const [user, project] = await Promise.all([
    skillsIn(join(userDir, 'skills'), { source: 'user' }),
    projectDir === undefined
      ? []
      : skillsIn(join(projectDir, '.qwen', 'skills'), { source: 'project', within: projectDir }),
  ]);
  const byName = new Map([...user, ...project].map((skill) => [skill.name, skill]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function skillsIn(folder: string, origin: Pick<Skill, 'source' | 'within'>): Promise<readonly Skill[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names.sort().map(async (entry): Promise<Skill[]> => {
    const dir = join(folder, entry);
    const file = await readHeadedFile(skillFile(dir), origin.within);
    const name = file === undefined ? '' : (headText(file, 'name') ?? entry);
    if (file === undefined || !NAME.test(name)) return [];
    const description = (headText(file, 'description') ?? firstLine(file.body)).replace(/\s+/g, ' ');
    return [{ name, description: description.slice(0, MAX_DESCRIPTION), dir, ...origin }];
  });
  return (await Promise.all(found)).flat();
}

export const skillFile = (dir: string): string => join(dir, 'SKILL.md');

const firstLine = (text: string): string => text.split('\n', 1)[0]?.replace(/^#+\s*/, '') ?? '';

/** One line each, for the reminder that the model gets. */
export const skillLines = (skills: readonly Skill[]): readonly string[] =>
  skills.map(({ name, description }) => `- ${name}: ${description}`);
