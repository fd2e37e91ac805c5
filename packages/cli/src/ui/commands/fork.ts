import type { UiCommand } from './ui-command.js';

export const fork: UiCommand = {
  name: 'fork',
  aliases: ['branch'],
  description: 'Go on in a copy of this session; the original stays as it is',
  usage: '',
  run: async (_args, { sessions, print }) => {
    await sessions.fork();
    print({ kind: 'notice', tone: 'info', text: 'This is a copy of the session. /resume goes back to the original.' });
  },
};
