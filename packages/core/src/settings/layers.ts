/**
 * Reads the four settings files and decides which count: the workspace's own file only in a trusted workspace that is
 * not the home directory. A file that counts and can't be read or parsed stops the run, because continuing without its
 * deny rules and trust flags would allow more than the user meant. No file is ever written here.
 */
import { createFolderCheck } from '../trust/workspace-trust.js';
import { pathForms } from '../trust/store.js';
import { readProjectServers } from './project-servers.js';
import { FILE_SCOPES, settingsPaths, type FileScope, type Place, type SettingsPaths } from './paths.js';
import { isJsonObject, ownValue, readJsonObject, type JsonObject, type ParsedJson } from './read-json.js';

export const SETTINGS_FILE = 'Settings file';

export interface RawLayer extends ParsedJson {
  readonly scope: FileScope;
  readonly file: string;
}

export interface SettingsSource {
  readonly scope: FileScope;
  readonly file: string;
  readonly state: 'used' | 'missing' | 'ignored';
}

export interface RawLayers {
  /** Lowest precedence first; only files that exist and count. */
  readonly layers: readonly RawLayer[];
  readonly sources: readonly SettingsSource[];
  readonly workspaceTrusted: boolean;
  readonly isTrusted: (dir: string) => boolean;
  /** Servers that an untrusted workspace's own files name; for telling only. */
  readonly untrustedServers: readonly string[];
}

/** Throws QwenError('config'). */
export function readLayers(
  place: Place,
  paths: SettingsPaths,
  {
    trustOverride,
    unread = false,
  }: { readonly trustOverride?: boolean | undefined; readonly unread?: boolean | undefined },
): RawLayers {
  const read = (scope: FileScope): ParsedJson | undefined =>
    readJsonObject({ what: SETTINGS_FILE, file: paths.files[scope] });
  const operators = { 'system-defaults': read('system-defaults'), user: read('user'), system: read('system') };
  const isTrusted = createFolderCheck({
    user: operators.user?.value,
    system: operators.system?.value,
    trustedFolders: paths.trustedFolders,
    platform: place.platform,
    override: unread ? false : trustOverride,
  });
  const workspaceTrusted = isTrusted(place.cwd);
  const workspaceCounts = workspaceTrusted && hasWorkspaceFile(place);
  const parsed = { ...operators, workspace: workspaceCounts ? read('workspace') : undefined };
  const sources = FILE_SCOPES.map((scope): SettingsSource => {
    const ignored = scope === 'workspace' && !workspaceCounts;
    return { scope, file: paths.files[scope], state: ignored ? 'ignored' : parsed[scope] ? 'used' : 'missing' };
  });
  return {
    layers: FILE_SCOPES.flatMap((scope) => {
      const layer = parsed[scope];
      return layer === undefined ? [] : [{ ...layer, scope, file: paths.files[scope] }];
    }),
    sources,
    workspaceTrusted,
    isTrusted,
    untrustedServers: workspaceTrusted || unread ? [] : untrustedNames(place, () => read('workspace')?.value),
  };
}

/**
 * In the home directory `.qwen/settings.json` is the user's file, not a project's; so it is wherever QWEN_HOME makes the
 * two the same file.
 */
export function hasWorkspaceFile(place: Place): boolean {
  const { files } = settingsPaths(place);
  return !sameFile(place.cwd, place.homeDir) && !sameFile(files.workspace, files.user);
}

function sameFile(one: string, other: string): boolean {
  const forms = pathForms(other);
  return pathForms(one).some((path) => forms.includes(path));
}

function untrustedNames(place: Place, readWorkspace: () => JsonObject | undefined): string[] {
  const inSettings = hasWorkspaceFile(place) ? serverNames(readWorkspace) : [];
  return [...new Set([...inSettings, ...Object.keys(readProjectServers(place.cwd)?.servers ?? {})])];
}

function serverNames(read: () => JsonObject | undefined): string[] {
  try {
    const servers = ownValue(read(), 'mcpServers');
    return isJsonObject(servers) ? Object.keys(servers) : [];
  } catch {
    return [];
  }
}
