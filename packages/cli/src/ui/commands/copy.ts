import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { copyText } from '../outside/copy-text.js';
import type { UiCommand } from './ui-command.js';

export const copy: UiCommand = {
  name: 'copy',
  aliases: [],
  description: 'Put the last answer into the clipboard',
  usage: '',
  run: async (_args, { wired, print, place }) => {
    const answers = wired.history().flatMap((message) => (message.role === 'assistant' ? [message.text.trim()] : []));
    const last = answers.findLast((text) => text !== '');
    if (last === undefined) throw new QwenError('usage', 'There is no answer yet.');
    if (!(await copyText(last, place))) {
      throw new QwenError(
        'usage',
        'There is no program for the clipboard here, and the answer is too long for the terminal.',
      );
    }
    print({ kind: 'notice', tone: 'info', text: 'The last answer is in the clipboard.' });
  },
};
