/** What a call would change in a file, as it is now. Reads the file; changes nothing. */
import { isUtf8 } from 'node:buffer';
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
  const file = await fileAt(resolve(cwd, path));
  if (file.kind === 'unreadable') return none('The file can’t be shown here: it is too large or not text.');
  const before = file.kind === 'text' ? file.text : '';
  const after = tool.name === 'edit' ? edited(before, args) : args['content'];
  if (typeof after !== 'string') return none('The text to replace is not in the file as it is now.');
  const lines = diffOf(before, after);
  if (lines === undefined) return none('The whole file changes.');
  const notes = [
    ...(file.kind === 'text' ? file.notes : []),
    ...(after.includes('\u0000') ? ['writes binary data'] : []),
  ];
  return { kind: 'diff', lines, isNew: file.kind === 'missing', notes };
}

/** What the tool writes in the file, whole; undefined where that can't be foreseen. Never rejects. */
export async function contentAfter(
  tool: Pick<Tool, 'name'>,
  args: ToolArguments,
  cwd: string,
): Promise<{ readonly before: string; readonly after: string } | undefined> {
  const path = args['file_path'];
  const file = typeof path === 'string' ? await fileAt(resolve(cwd, path)) : { kind: 'unreadable' as const };
  if (file.kind === 'unreadable') return undefined;
  const before = file.kind === 'text' ? file.text : '';
  const after = tool.name === 'edit' ? edited(before, args) : args['content'];
  return typeof after === 'string' ? { before, after } : undefined;
}

const none = (shown: string): ChangePreview => ({ kind: 'none', shown });

type FileText =
  | { readonly kind: 'text'; readonly text: string; readonly notes: readonly string[] }
  | { readonly kind: 'missing' | 'unreadable' };

async function fileAt(path: string): Promise<FileText> {
  try {
    if ((await stat(path)).size > MAX_BYTES) return { kind: 'unreadable' };
    const bytes = await readFile(path);
    const text = bytes.toString('utf8');
    if (text.includes('\u0000')) return { kind: 'unreadable' };
    const notes = [
      ...(isUtf8(bytes) ? [] : ['not UTF-8: some signs look different here']),
      ...(text.startsWith('\ufeff') ? ['begins with a byte order mark'] : []),
      ...(text.includes('\r\n') ? ['line ends of Windows'] : []),
    ];
    return { kind: 'text', text, notes };
  } catch (error) {
    return { kind: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable' };
  }
}

function edited(before: string, args: ToolArguments): string | undefined {
  const [oldText, newText] = [args['old_string'], args['new_string']];
  if (typeof oldText !== 'string' || typeof newText !== 'string') return undefined;
  if (oldText === '') return before === '' ? newText : undefined;
  const replaced = replaceText(before, { oldText, newText, all: args['replace_all'] === true });
  return replaced.kind === 'replaced' ? replaced.text : undefined;
}
