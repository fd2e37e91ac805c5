import {
  readFolderTrust,
  writeFolderTrust,
  type FolderTrustState,
} from '@qwen-code/qwen-code-core/trust/this-folder.js';
import { folderTrustDialog } from '../dialogs/folder-trust.js';
import type { UiCommand } from './ui-command.js';

const NOW = {
  trusted: 'It is trusted now.',
  untrusted: 'It is not trusted now.',
  unknown: 'No rule covers it now.',
} as const;

export const trust: UiCommand = {
  name: 'trust',
  aliases: [],
  description: 'Whether this folder is trusted',
  usage: '',
  anytime: true,
  run: async (_args, { wired, place, dialogs, print, refresh }) => {
    const notice = (text: string): void => print({ kind: 'notice', tone: 'info', text });
    const before = readFolderTrust(place);
    if (before === 'off') {
      notice('Every folder is trusted: "security.folderTrust.enabled" is not set in your settings.');
      return;
    }
    const level = await dialogs.ask(folderTrustDialog({ folder: place.cwd, now: NOW[before] }));
    if (level === undefined) return;
    const file = writeFolderTrust(place, level);
    await wired.reload();
    refresh();
    notice(told(level === 'DO_NOT_TRUST' ? 'untrusted' : 'trusted', readFolderTrust(place), file));
  },
};

/** Another rule can be deeper, or as deep and a distrust. */
function told(wanted: 'trusted' | 'untrusted', now: FolderTrustState, file: string): string {
  if (now !== wanted) return `Written to ${file}, but another rule there counts for this folder: it is ${now}.`;
  return now === 'trusted'
    ? `This folder is trusted from now on (${file}). Servers and permission rules follow at once; instructions, commands and .env with the next session.`
    : `This folder is not trusted from now on (${file}). What was read of it already stays in this session.`;
}
