/**
 * The question whether a folder is trusted, before anything of the folder is read or started: where the feature is on and no
 * rule covers it. The answer is a rule from then on. One that can't be written down ends the start.
 */
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import { readFolderTrust, writeFolderTrust } from '@qwen-code/qwen-code-core/trust/this-folder.js';
import type { Dialog } from './dialogs/dialog-desk.js';
import type { FolderTrustResult } from './dialogs/folder-trust.js';

type Ask = (dialog: Dialog<FolderTrustResult>) => Promise<FolderTrustResult>;

/** Throws QwenError('config') for files that can't be understood or written, 'cancelled' when the person leaves. */
export async function askTrustFirst(place: Place, ask: Ask): Promise<void> {
  if (readFolderTrust(place) !== 'unknown') return;
  const { folderTrustDialog } = await import('./dialogs/folder-trust.js');
  const level = await ask(folderTrustDialog({ folder: place.cwd }));
  if (level === undefined) throw new QwenError('cancelled', 'Nothing was started, and nothing of the folder was read.');
  writeFolderTrust(place, level);
}
