import { editSettingsFile } from '@qwen-code/qwen-code-core/settings/edit.js';
import { newVim } from '../input/vim.js';
import type { UiCommand } from './ui-command.js';

export const vim: UiCommand = {
  name: 'vim',
  aliases: [],
  description: 'Vim keys in the prompt, on or off, from now on',
  usage: '',
  anytime: true,
  run: (_args, { prompt, wired, print }) => {
    const isOn = prompt.state().vim === undefined;
    editSettingsFile(wired.desk.settings().paths.files.user, ['general', 'vimMode'], isOn);
    prompt.dispatch({ ...prompt.state(), vim: isOn ? newVim : undefined });
    print({ kind: 'notice', tone: 'info', text: `Vim keys are ${isOn ? 'on' : 'off'}, also for later sessions.` });
  },
};
