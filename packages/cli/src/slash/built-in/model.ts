/** /model and /effort: which model answers from the next request on, and how hard it thinks. */
import type { CommandPorts } from '../ports.js';
import { answer, refused, type Expansion, type SlashCommand } from '../types.js';

export const EFFORTS = ['none', 'low', 'medium', 'high', 'max'];

export const modelCommands = (ports: CommandPorts): readonly SlashCommand[] => [
  {
    name: 'model',
    aliases: [],
    description: 'The model that answers; with an id, another one for this session',
    source: 'built-in',
    usage: '[id]',
    run: (args) => Promise.resolve(model(args, ports)),
    complete: () => ports.models().map(({ id }) => id),
  },
  {
    name: 'effort',
    aliases: [],
    description: 'How hard the model thinks, for this session',
    source: 'built-in',
    usage: EFFORTS.join('|'),
    run: (args) => Promise.resolve(effort(args, ports)),
    complete: () => EFFORTS,
  },
];

function model(args: string, { session, models, setModel }: CommandPorts): Expansion {
  if (args === '') return answer([`Model: ${session().model}`, ...models().map(({ id }) => `  ${id}`)].join('\n'));
  if (args.startsWith('-')) {
    return refused('/model chooses the model of this session only; fastModel and compactionModel are settings.');
  }
  setModel(args);
  return answer(`Model: ${session().model}`);
}

function effort(args: string, { setEffort }: CommandPorts): Expansion {
  if (!EFFORTS.includes(args)) return refused(`Give one of ${EFFORTS.join(', ')}.`);
  setEffort(args);
  return answer(`Effort: ${args}`);
}
