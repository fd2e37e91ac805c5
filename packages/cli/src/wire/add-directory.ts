import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { Workspace } from '@qwen-code/qwen-code-core/tools/files/workspace.js';

/** One more folder of the workspace, for this process; the absolute path. Throws QwenError('usage') when there is none. */
export function addDirectory(workspace: Workspace, path: string): string {
  const directory = resolve(
    workspace.cwd,
    path.replace(/^~(?=$|[/\\])/, () => homedir()),
  );
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new QwenError('usage', `There is no folder ${directory}.`);
  }
  workspace.add(directory);
  return directory;
}
