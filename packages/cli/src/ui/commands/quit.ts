import type { UiCommand } from './ui-command.js';

export const quit: UiCommand = {
  name: 'quit',
  aliases: ['exit'],
  description: 'End the session',
  usage: '',
  anytime: true,
  run: (_args, { leave }) => leave(),
};
