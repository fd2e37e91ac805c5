/**
 * Older spellings, brought to the present ones in memory when a file is read. The file itself is not changed.
 *
 * `tools.allowed` and `tools.exclude` are permission rules today. `tools.core` stays what it is, a restriction of the
 * built-in tools: as an allow rule it would let tools run unasked that the file only meant to keep.
 */
import type { Settings } from './schema.js';

const MODE_SPELLINGS: Readonly<Record<string, 'auto-edit'>> = { auto_edit: 'auto-edit', autoedit: 'auto-edit' };

export function withPresentSpelling(settings: Settings): Settings {
  if (settings.tools === undefined) return settings;
  const { allowed, exclude, approvalMode, ...tools } = settings.tools;
  const mode = approvalMode === undefined ? undefined : (MODE_SPELLINGS[approvalMode] ?? approvalMode);
  const permissions = {
    ...settings.permissions,
    ...withRules('allow', settings.permissions?.allow, allowed),
    ...withRules('deny', settings.permissions?.deny, exclude),
  };
  return {
    ...settings,
    tools: { ...tools, ...(mode === undefined ? {} : { approvalMode: mode }) },
    ...(Object.keys(permissions).length === 0 ? {} : { permissions }),
  };
}

function withRules(
  key: 'allow' | 'deny',
  rules: readonly string[] | undefined,
  older: readonly string[] | undefined,
): Partial<Record<'allow' | 'deny', string[]>> {
  return older === undefined ? {} : { [key]: [...new Set([...(rules ?? []), ...older])] };
}
