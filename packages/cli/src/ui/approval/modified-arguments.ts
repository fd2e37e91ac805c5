/** The arguments of an edit that a person has written over in their editor. Asks and changes nothing itself. */
import type { Tool, ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import { contentAfter } from './change-preview.js';

/** The content that a file is to have, opened in the person's editor. Rejects with a QwenError. */
export type EditFile = (content: string, path: string) => Promise<string>;

/** The arguments as they are where the change can't be foreseen or nothing was written over. Rejects as `edit` does. */
export async function modifiedArguments(
  { tool, args }: { readonly tool: Pick<Tool, 'name'>; readonly args: ToolArguments },
  cwd: string,
  edit: EditFile,
): Promise<ToolArguments> {
  const content = await contentAfter(tool, args, cwd);
  if (content === undefined) return args;
  const text = await edit(content.after, String(args['file_path']));
  if (text === content.after) return args;
  if (tool.name === 'write_file') return { ...args, content: text };
  // The whole file, so that it becomes what was written and nothing else.
  return { ...args, old_string: content.before, new_string: text, replace_all: false };
}
