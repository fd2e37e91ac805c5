/**
 * The question whether a folder is trusted, before anything of the folder is read or started. The answer is a rule from then
 * on; one that can't be written down ends the start.
 */
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import { writeFolderTrust } from '@qwen-code/qwen-code-core/trust/this-folder.js';
import type { Dialog } from './dialogs/dialog-desk.js';
import { folderTrustDialog, type FolderTrustResult } from './dialogs/folder-trust.js';

export interface TrustPorts {
  readonly place: Place;
  ask(dialog: Dialog<FolderTrustResult>): Promise<FolderTrustResult>;
  /** Reads the settings again. */
  reread(): Promise<LoadedSettings>;
}

/** Throws QwenError('config') for files that can't be understood or written, 'cancelled' when the person leaves. */
export async function afterTrust({ place, ask, reread }: TrustPorts): Promise<LoadedSettings> {
  const level = await ask(folderTrustDialog({ folder: place.cwd }));
  if (level === undefined) throw new QwenError('cancelled', 'Nothing was started, and nothing of the folder was read.');
  writeFolderTrust(place, level);
  return reread();
}
