/** Whether the ignore files leave out one path of the workspace, itself or a folder that it is in. */
import { dirname } from 'node:path';
import type { InsidePath } from '../files/workspace.js';
import type { IgnoreOptions } from './ignore-options.js';
import { loadIgnoreRules } from './ignore-rules.js';

export async function isIgnored(
  { real, root }: Pick<InsidePath, 'real' | 'root'>,
  isDirectory: boolean,
  options: IgnoreOptions,
): Promise<boolean> {
  if (real === root) return false;
  const folder = dirname(real);
  const rules = await loadIgnoreRules(folder, root, options);
  if (rules.startsIgnored) return true;
  return (await rules.inside(folder, ['.gitignore'])).ignores(real, isDirectory);
}
