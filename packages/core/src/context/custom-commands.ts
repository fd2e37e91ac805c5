/**
 * Custom commands: files below `commands` of the user's folder and of a trusted project. A folder in between becomes a part
 * of the name, `git/commit.md` is `git:commit`. The project's command beats the user's of the same name.
 */
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { headText, readHeadedFile } from '../shared/headed-file.js';
import { parseTemplate, type TemplatePart } from './command-template.js';
import { readInside } from './read-inside.js';

export interface CustomCommand {
  readonly name: string;
  readonly description: string;
  readonly source: 'user' | 'project';
  readonly parts: readonly TemplatePart[];
}

export interface CommandFolders {
  /** `~/.qwen`, absolute. */
  readonly userDir: string;
  /** Undefined when the project is not trusted. */
  readonly projectDir: string | undefined;
}

const NAME = /^[A-Za-z0-9_][\w.:-]{0,99}$/;
const MAX_DESCRIPTION = 200;
const MAX_FILES = 500;

/** By name. Never rejects: a file that can't be read as a command is none. */
export async function loadCustomCommands({ userDir, projectDir }: CommandFolders): Promise<readonly CustomCommand[]> {
  const [user, project] = await Promise.all([
    commandsIn(join(userDir, 'commands'), 'user', undefined),
    projectDir === undefined ? [] : commandsIn(join(projectDir, '.qwen', 'commands'), 'project', projectDir),
  ]);
  const byName = new Map([...user, ...project].map((command) => [command.name, command]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function commandsIn(
  folder: string,
  source: CustomCommand['source'],
  within: string | undefined,
): Promise<readonly CustomCommand[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => /\.(?:md|toml)$/.test(entry.name) && !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    // Markdown after TOML, so that it wins where both are there.
    .sort((a, b) => b.localeCompare(a))
    .slice(0, MAX_FILES);
  const found = await Promise.all(paths.map((path) => readCommand(path, within ?? folder, within)));
  return found.flatMap((file, place) => {
    const name = relative(folder, paths[place] ?? '')
      .replace(/\.(?:md|toml)$/, '')
      .split(sep)
      .join(':');
    if (file === undefined || file.prompt.trim() === '' || !NAME.test(name)) return [];
    const description = (file.description ?? firstLine(file.prompt)).replace(/\s+/g, ' ').slice(0, MAX_DESCRIPTION);
    return [{ name, description, source, parts: parseTemplate(file.prompt) }];
  });
}

interface CommandFile {
  readonly prompt: string;
  readonly description: string | undefined;
}

/** `within`: the folder that it must lie in; the user may link anywhere. */
async function readCommand(path: string, folder: string, within: string | undefined): Promise<CommandFile | undefined> {
  if (path.endsWith('.toml')) return readToml(path, folder);
  const file = await readHeadedFile(path, within);
  return file && { prompt: file.body, description: headText(file, 'description') };
}

/** The older form: `prompt` and `description` as keys. */
async function readToml(path: string, folder: string): Promise<CommandFile | undefined> {
  const file = await readInside(path, folder);
  if (file === undefined) return undefined;
  try {
    const { parse } = await import('smol-toml');
    const { prompt, description } = parse(file.text);
    if (typeof prompt !== 'string') return undefined;
    return { prompt, description: typeof description === 'string' ? description : undefined };
  } catch {
    return undefined;
  }
}

const firstLine = (text: string): string =>
  text
    .trim()
    .split('\n', 1)[0]
    ?.replace(/^#+\s*/, '') ?? '';
