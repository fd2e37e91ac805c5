/**
 * Agent types of the user (`agents/*.md` of the user's directory), of a trusted project (`.qwen/agents/*.md`), and of the
 * program that drives this one. The head names them, the text below is what they are told.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { headList, headText, readHeadedFile } from '../../shared/headed-file.js';
import { BUILT_IN_TYPES, type AgentType } from './agent-types.js';

export interface AgentFolders {
  /** `~/.qwen`, absolute. */
  readonly userDir: string;
  /** The project's directory, absolute; undefined when it is not trusted. */
  readonly projectDir: string | undefined;
}

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Without the built-in ones. The project's type beats the user's of the same name. Never rejects. */
export async function discoverAgents({ userDir, projectDir }: AgentFolders): Promise<readonly AgentType[]> {
  const [user, project] = await Promise.all([
    typesIn(join(userDir, 'agents'), { source: 'user' }),
    projectDir === undefined
      ? []
      : typesIn(join(projectDir, '.qwen', 'agents'), { source: 'project', within: projectDir }),
  ]);
  return mergeTypes(user, project);
}

/** Later lists beat earlier ones; nobody takes the name of a built-in type. */
export function mergeTypes(...lists: readonly (readonly AgentType[])[]): readonly AgentType[] {
  const taken = new Set(BUILT_IN_TYPES.map(({ name }) => name));
  const byName = new Map(lists.flat().map((type) => [type.name, type]));
  return [...byName.values()].filter(({ name }) => !taken.has(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface Origin {
  readonly source: 'user' | 'project';
  readonly within?: string;
}

async function typesIn(folder: string, { source, within }: Origin): Promise<readonly AgentType[]> {
  const names = (await readdir(folder).catch(() => [])).filter((entry) => entry.endsWith('.md')).sort();
  const found = names.map(async (entry): Promise<AgentType[]> => {
    const file = await readHeadedFile(join(folder, entry), within);
    const name = file === undefined ? '' : (headText(file, 'name') ?? entry.slice(0, -'.md'.length));
    if (file === undefined || !NAME.test(name) || file.body === '') return [];
    return [
      {
        name,
        description: headText(file, 'description') ?? name,
        instructions: file.body,
        tools: headList(file, 'tools'),
        readsOnly: false,
        model: ownModel(headText(file, 'model')),
        source,
      },
    ];
  });
  return (await Promise.all(found)).flat();
}

/** One entry of the `agents` that the SDK sends at initialize; undefined when it is none. */
export function sessionAgentType(entry: unknown): AgentType | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { name, description, systemPrompt, tools, model } = entry as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || !NAME.test(name) || typeof systemPrompt !== 'string') return undefined;
  return {
    name,
    description: typeof description === 'string' ? description : name,
    instructions: systemPrompt,
    tools: Array.isArray(tools) ? tools.filter((tool) => typeof tool === 'string') : undefined,
    readsOnly: false,
    model: ownModel(typeof model === 'string' ? model : undefined),
    source: 'session',
  };
}

const ownModel = (model: string | undefined): string | undefined =>
  model === undefined || model === '' || model === 'inherit' ? undefined : model;
