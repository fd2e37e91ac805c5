/** /skills and /agents: what the model can be given and whom it can ask. */
import { answer, type SlashCommand } from '../types.js';
import type { WorkspacePorts } from './workspace-ports.js';

export const listCommands = ({ skills, agents }: WorkspacePorts): readonly SlashCommand[] => [
  {
    name: 'skills',
    aliases: [],
    description: 'The skills there are',
    source: 'built-in',
    usage: '',
    run: () =>
      Promise.resolve(
        answer(
          skills.length === 0
            ? 'There are no skills; one is a folder with a SKILL.md in ~/.qwen/skills or .qwen/skills.'
            : skills.map(({ name, description }) => `/${name}  ${description}`).join('\n'),
        ),
      ),
  },
  {
    name: 'agents',
    aliases: [],
    description: 'The types of agents that the model can start',
    source: 'built-in',
    usage: '',
    run: () =>
      Promise.resolve(
        answer([...agents(), 'Your own are Markdown files in ~/.qwen/agents or .qwen/agents.'].join('\n')),
      ),
  },
];
