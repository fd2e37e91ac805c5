import { readFolderTrust, writeFolderTrust } from '@qwen-code/qwen-code-core/trust/this-folder.js';
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
    const after = readFolderTrust(place);
    const wanted = level === 'DO_NOT_TRUST' ? 'untrusted' : 'trusted';
    notice(
      after === wanted
        ? `This folder is ${after === 'trusted' ? 'trusted' : 'not trusted'} from now on (${file}). MCP servers and permission rules follow at once; instructions, commands and .env with the next session.`
        : `Written to ${file}, but another rule there still covers this folder: it is ${after === 'trusted' ? 'trusted' : 'not trusted'}.`,
    );
  },
};
