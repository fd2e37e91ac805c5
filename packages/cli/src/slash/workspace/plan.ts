/** /plan: only tools that read may run, until a plan is agreed to. */
import { answer, prompt, type SlashCommand } from '../types.js';
import type { WorkspacePorts } from './workspace-ports.js';

export const planCommand = ({ setMode }: WorkspacePorts): SlashCommand => ({
  name: 'plan',
  aliases: [],
  description: 'Plan mode, with a first message or without',
  source: 'built-in',
  usage: '[message]',
  run: (args) => {
    setMode('plan');
    return Promise.resolve(args === '' ? answer('Plan mode is on: only tools that read may run.') : prompt(args));
  },
});
