/**
 * Files that decide what may run: the settings of qwen and its servers, and what git and editors run by themselves. A mode
 * that edits without asking asks about these, or the model could grant itself whatever it likes. Pure.
 */
import type { JudgedCall } from './judge-call.js';

const FOLDERS = new Set(['.qwen', '.git', '.husky', '.vscode', '.idea']);
const FILES = new Set(['.mcp.json', '.gitmodules', '.envrc']);

/** True as well for a path that could not be followed. */
export function isProtected({ path }: JudgedCall): boolean {
  if (path?.real === undefined) return true;
  return [path.asked, path.real].some((each) => {
    const names = each
      .normalize('NFKC')
      .toLowerCase()
      .split(/[/\\]/)
      .map((name) => name.replace(/[. ]+$/, ''));
    return names.some((name) => FOLDERS.has(name)) || FILES.has(names.at(-1) ?? '');
  });
}
