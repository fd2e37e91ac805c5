/** What a call would change in a file, as it is now. Reads the file; changes nothing. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { replaceText } from '@qwen-code/qwen-code-core/tools/files/replace-text.js';
import type { Tool, ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import { diffOf } from '../render/diff.js';
import type { ChangePreview } from './subject.js';

const MAX_BYTES = 1_000_000;

/** undefined for tools whose change can't be foreseen. Never rejects. */
export async function changePreview(
  tool: Pick<Tool, 'name' | 'server'>,
  args: ToolArguments,
  cwd: string,
): Promise<ChangePreview | undefined> {
  const path = args['file_path'];
  if (tool.server !== undefined || !(tool.name === 'edit' || tool.name === 'write_file') || typeof path !== 'string')
    return undefined;
  const before = await textOf(resolve(cwd, path));
  if (before === 'unreadable') return none('The file can’t be shown here: it is too large or not text.');
  const after = tool.name === 'edit' ? edited(before ?? '', args) : args['content'];
  if (typeof after !== 'string') return none('The text to replace is not in the file as it is now.');
  const lines = diffOf(before ?? '', after);
  return lines === undefined ? none('The whole file changes.') : { kind: 'diff', lines, isNew: before === undefined };
}

const none = (shown: string): ChangePreview => ({ kind: 'none', shown });

/** undefined: there is no such file. */
async function textOf(path: string): Promise<string | 'unreadable' | undefined> {
  try {
    if ((await stat(path)).size > MAX_BYTES) return 'unreadable';
    const text = await readFile(path, 'utf8');
    return text.includes('\u0000') ? 'unreadable' : text;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'unreadable';
  }
}

function edited(before: string, args: ToolArguments): string | undefined {
  const [oldText, newText] = [args['old_string'], args['new_string']];
  if (typeof oldText !== 'string' || typeof newText !== 'string') return undefined;
  if (oldText === '') return before === '' ? newText : undefined;
  const replaced = replaceText(before, { oldText, newText, all: args['replace_all'] === true });
  return replaced.kind === 'replaced' ? replaced.text : undefined;
}
