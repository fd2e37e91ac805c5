import type { UiCommand } from './ui-command.js';

export const clear: UiCommand = {
  name: 'clear',
  aliases: ['reset', 'new'],
  description: 'Begin a new session on an empty screen',
  usage: '',
  run: async (_args, { sessions, print }) => {
    const canGoBack = sessions.recorded && sessions.current().points().length > 0;
    await sessions.begin({ kind: 'new' });
    if (canGoBack) print({ kind: 'notice', tone: 'info', text: 'A new session. /resume goes back to the one before.' });
  },
};
