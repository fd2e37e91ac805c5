/** Writes an allow rule to the settings of the project or the user, beside those that stand there. */
import { relative, sep } from 'node:path';
import { rememberRule } from '@qwen-code/qwen-code-core/scheduler/remember-rule.js';
import type { Place, SettingsPaths } from '@qwen-code/qwen-code-core/settings/paths.js';

/** The file that was written. Throws QwenError('config') when it can't be understood or written; then it is as it was. */
export function writeRule(rule: string, scope: 'project' | 'user', { files }: Pick<SettingsPaths, 'files'>): string {
  const file = scope === 'project' ? files.workspace : files.user;
  rememberRule(file, rule);
  return file;
}

/** The same files as people write them: from the working directory, and from `~`. */
export function ruleFiles(
  { cwd, homeDir }: Pick<Place, 'cwd' | 'homeDir'>,
  { files }: Pick<SettingsPaths, 'files'>,
): { readonly project: string; readonly user: string } {
  const inHome = files.user.startsWith(homeDir + sep);
  return {
    project: relative(cwd, files.workspace),
    user: inHome ? `~${files.user.slice(homeDir.length)}` : files.user,
  };
}
