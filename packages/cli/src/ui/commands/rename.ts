import { menuDialog } from '../menu/menu.js';
import type { UiCommand } from './ui-command.js';

export const rename: UiCommand = {
  name: 'rename',
  aliases: ['tag'],
  description: 'Give this session a title',
  usage: '[title]',
  run: async (args, { sessions, dialogs, print }, signal) => {
    const change = (title: string): string => {
      sessions.current().rename(title);
      return title;
    };
    const title =
      args === ''
        ? await dialogs.ask(
            menuDialog<string>('rename', {
              kind: 'text',
              title: 'Title of this session',
              send: (text) => ({ kind: 'done', result: change(text) }),
            }),
            { signal },
          )
        : change(args);
    if (title !== undefined) print({ kind: 'notice', tone: 'info', text: `This session is called "${title}".` });
  },
};
