/**
 * What the user's own files say about one folder, and how an answer of the user is written down. Reads user and system
 * settings and trustedFolders.json alone: nothing of the folder itself.
 */
import { resolve } from 'node:path';
import { editJsonFile } from '../settings/edit.js';
import { SETTINGS_FILE } from '../settings/layers.js';
import { settingsPaths, type Place } from '../settings/paths.js';
import { readJsonObject } from '../settings/read-json.js';
import { folderTrust, type FolderTrust, type TrustLevel } from './folder-trust.js';
import { pathForms, readTrustRules, TRUST_FILE } from './store.js';
import { isFolderTrustOn } from './workspace-trust.js';

/** `off`: the feature is, and every folder counts as trusted. `unknown`: no rule covers the folder. */
export type FolderTrustState = 'off' | FolderTrust;

/** Throws QwenError('config') when one of the files can't be understood. */
export function readFolderTrust(place: Place): FolderTrustState {
  const { files, trustedFolders } = settingsPaths(place);
  const [user, system] = [files.user, files.system].map((file) => readJsonObject({ what: SETTINGS_FILE, file })?.value);
  if (!isFolderTrustOn({ user, system })) return 'off';
  return folderTrust(pathForms(place.cwd), readTrustRules(trustedFolders), place.platform);
}

/**
 * Writes the rule for this folder; what else stands in the file stays. Returns the file. Throws QwenError('config') when it
 * can't be understood or written, and then it is as it was.
 */
export function writeFolderTrust(place: Place, level: TrustLevel): string {
  const file = settingsPaths(place).trustedFolders;
  readTrustRules(file);
  editJsonFile({ what: TRUST_FILE, file, newFile: '{}\n', mode: 0o600 }, [
    { path: [resolve(place.cwd)], value: level },
  ]);
  return file;
}
