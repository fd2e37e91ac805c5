/** Writes an allow rule to the settings of the project or the user, beside those that stand there. */
import { rememberRule } from '@qwen-code/qwen-code-core/scheduler/remember-rule.js';
import type { SettingsPaths } from '@qwen-code/qwen-code-core/settings/paths.js';

/** The file that was written. Throws QwenError('config') when it can't be understood or written; then it is as it was. */
export function writeRule(rule: string, scope: 'project' | 'user', { files }: Pick<SettingsPaths, 'files'>): string {
  const file = scope === 'project' ? files.workspace : files.user;
  rememberRule(file, rule);
  return file;
}
