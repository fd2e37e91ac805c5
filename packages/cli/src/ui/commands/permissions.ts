import { menuDialog } from '../menu/menu.js';
import { foreignRules, permissionsPage } from '../settings/permission-pages.js';
import type { UiCommand } from './ui-command.js';

export const permissions: UiCommand = {
  name: 'permissions',
  aliases: [],
  description: 'Rules about what may run, and the folders of the workspace',
  usage: '',
  anytime: true,
  run: async (_args, { wired, dialogs }, signal) => {
    let isChanged = false;
    const { desk } = wired;
    const files = desk.settings();
    const { rules, workspaceTrusted: trusted } = wired.policy();
    const page = permissionsPage({
      ...{ files, foreign: foreignRules(rules, files), trusted },
      directories: () => desk.directories(),
      addDirectory: (path) => desk.addDirectory(path),
      changed: () => {
        isChanged = true;
      },
    });
    await dialogs.ask(menuDialog('permissions', page), { signal });
    if (isChanged) await wired.reload();
  },
};
