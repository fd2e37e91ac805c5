/** `--scope` of add and remove: which settings file is meant. */
import { hasWorkspaceFile } from '@qwen-code/qwen-code-core/settings/layers.js';
import { settingsPaths, type Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Options } from 'yargs';
import type { Values } from './parse-command.js';

export const SCOPE_OPTION: Options = {
  alias: 's',
  type: 'string',
  describe: "user: your own settings; project: this directory's .qwen/settings.json",
  defaultDescription: 'user',
};

export type ScopeFile =
  | { readonly kind: 'file'; readonly scope: 'user' | 'project'; readonly file: string }
  | { readonly kind: 'wrong'; readonly shown: string };

export function scopeFile(values: Values, place: Place): ScopeFile {
  const scope = values.text('scope') ?? 'user';
  if (scope !== 'user' && scope !== 'project') return { kind: 'wrong', shown: '--scope must be user or project.' };
  if (scope === 'project' && !hasWorkspaceFile(place)) {
    const shown = 'The home directory has no project settings: run this in a project, or use --scope user.';
    return { kind: 'wrong', shown };
  }
  const { files } = settingsPaths(place);
  return { kind: 'file', scope, file: scope === 'user' ? files.user : files.workspace };
}
