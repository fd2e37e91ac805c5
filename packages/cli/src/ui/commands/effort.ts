import { EFFORTS } from '../../slash/built-in/model.js';
import { pickDialog } from '../menu/menu.js';
import { runHeadlessCommand } from './run-headless-command.js';
import type { UiCommand } from './ui-command.js';

export const effort: UiCommand = {
  name: 'effort',
  aliases: [],
  description: 'How hard the model thinks, for this session',
  usage: `[${EFFORTS.join('|')}]`,
  run: async (args, ports, signal) => {
    const items = EFFORTS.map((name) => ({ label: name, value: name }));
    const page = { title: 'Effort', head: ['How hard the model thinks from the next request on.'], items };
    const chosen = args === '' ? await ports.dialogs.ask(pickDialog('effort', page), { signal }) : args;
    if (chosen !== undefined) await runHeadlessCommand(`/effort ${chosen}`, ports, signal);
  },
};
