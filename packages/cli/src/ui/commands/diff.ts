import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { gitChanges } from '../../slash/built-in/diff.js';
import { safeText } from '../render/safe-text.js';
import type { UiCommand } from './ui-command.js';

export const diff: UiCommand = {
  name: 'diff',
  aliases: [],
  description: 'What is changed and not committed',
  usage: '',
  anytime: true,
  run: async (_args, { wired, place, print }, signal) => {
    if (!wired.policy().workspaceTrusted) {
      throw new QwenError('usage', '/diff runs git, which is not done in a folder that is not trusted.');
    }
    const { changed, untracked } = await gitChanges(place.cwd, signal);
    const parts = [
      ...(changed === '' ? [] : [fenced(safeText(changed))]),
      ...(untracked.length === 0
        ? []
        : [['**New files that git does not follow**', '', ...untracked.map(item)].join('\n')]),
    ];
    print({ kind: 'report', text: parts.length === 0 ? 'Nothing is changed.' : parts.join('\n\n') });
  },
};

/** With a fence longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${text}\n${fence}`;
}

const item = (path: string): string => `- \`${safeText(path).replaceAll('`', "'")}\``;
