/**
 * Writes an "always" answer into a settings file, as one more rule of `permissions.allow`. Every other line of the file stays
 * as it is, and a file that can't be understood is not written.
 */
import { editSettingsFile, readSettingsKey } from '../settings/edit.js';
import { QwenError } from '../shared/qwen-error.js';

const ALLOW = ['permissions', 'allow'] as const;

/**
 * `file` is the settings file of the project or of the user. A rule that is there already is not written twice.
 * Throws QwenError('config') with one sentence; the file is as it was then.
 */
export function rememberRule(file: string, rule: string): void {
  const rules = readSettingsKey(file, ALLOW) ?? [];
  if (!Array.isArray(rules)) {
    throw new QwenError(
      'config',
      `Settings file ${file}: "permissions.allow" must be a list. Correct it there; nothing was changed.`,
    );
  }
  if (!rules.includes(rule)) editSettingsFile(file, ALLOW, [...(rules as unknown[]), rule]);
}
