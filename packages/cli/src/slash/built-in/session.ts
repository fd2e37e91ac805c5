/** Commands about the conversation: forgetting it and summing it up. */
import type { CommandPorts } from '../ports.js';
import { answer, type SlashCommand } from '../types.js';

export const sessionCommands = ({ clear, compact }: CommandPorts): readonly SlashCommand[] => [
  {
    name: 'clear',
    aliases: ['reset', 'new'],
    description: 'Start over: forget the conversation so far',
    source: 'built-in',
    usage: '',
    run: () => {
      clear();
      return Promise.resolve(answer('The conversation starts over; what was recorded of it stays.'));
    },
  },
  {
    name: 'compress',
    aliases: ['summarize'],
    description: 'Put a summary in place of the earlier part of the conversation',
    source: 'built-in',
    usage: '[what to keep above all]',
    run: async (args, signal) => {
      const { before, after } = await compact(signal, args);
      return answer(`Compressed from about ${before} to about ${after} tokens.`);
    },
  },
];
