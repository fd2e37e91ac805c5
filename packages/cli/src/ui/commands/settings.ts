import { menuDialog } from '../menu/menu.js';
import { settingsPage } from '../settings/settings-pages.js';
import type { UiCommand } from './ui-command.js';

export const settings: UiCommand = {
  name: 'settings',
  aliases: [],
  description: 'See and change everyday settings',
  usage: '',
  anytime: true,
  run: async (_args, { wired, dialogs }, signal) => {
    let isChanged = false;
    const page = settingsPage({
      files: wired.desk.settings(),
      changed: () => {
        isChanged = true;
      },
    });
    await dialogs.ask(menuDialog('settings', page), { signal });
    if (isChanged) await wired.reload();
  },
};
