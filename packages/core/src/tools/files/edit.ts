/**
 * edit: replaces an exact piece of a text file, or creates one. Keeps line endings, byte order mark, encoding and mode.
 * Loaded at the first call.
 */
import { flagArgument, textArgument } from '../arguments.js';
import type { Execute } from '../lazy-tool.js';
import { errorResult, okResult } from '../results.js';
import type { ToolResult } from '../types.js';
import { changeSnippet, countChanges } from './line-changes.js';
import { loadFile } from './load-file.js';
import { replaceText, type Replacement } from './replace-text.js';
import { decodeText, encodeText } from './text-encoding.js';
import type { InsidePath, Workspace } from './workspace.js';
import { writeChecked } from './write-checked.js';

export function editWith(workspace: Workspace): Execute {
  return async (args) => {
    const checked = await workspace.check(textArgument(args, 'file_path') ?? '', 'write');
    if (checked.kind === 'refused') return errorResult(checked.shown);
    const edit = {
      oldText: textArgument(args, 'old_string') ?? '',
      newText: textArgument(args, 'new_string') ?? '',
      all: flagArgument(args, 'replace_all') ?? false,
    };
    return edit.oldText === '' ? create(workspace, checked, edit.newText) : change(workspace, checked, edit);
  };
}

async function create(workspace: Workspace, checked: InsidePath, text: string): Promise<ToolResult> {
  const { path } = checked;
  if (checked.exists && (await loadFile(workspace, checked, '')).length > 0) {
    return errorResult(
      `${path} exists and is not empty; an empty old_string only creates a file. ` +
        `Give the text to replace, or use write_file to replace the whole.`,
    );
  }
  await writeChecked(workspace, checked, encodeText(text, 'utf-8'));
  const lines = countChanges('', text);
  return okResult(`Created ${path} with ${lines.added} lines.`, { lines });
}

async function change(workspace: Workspace, checked: InsidePath, edit: Replacement): Promise<ToolResult> {
  const { path } = checked;
  if (!checked.exists) {
    return errorResult(
      `${path} does not exist, so nothing in it can be replaced. To create it, give an empty old_string.`,
    );
  }
  const decoded = decodeText(await loadFile(workspace, checked, 'Change it with a shell command instead.'));
  if (decoded.kind === 'binary') return errorResult(`${path} is a binary file; only text can be edited.`);
  if (decoded.kind === 'foreign-text') {
    return errorResult(`${path} is not valid UTF-8 or UTF-16; editing would damage it. Convert it to UTF-8 first.`);
  }
  const replaced = replaceText(decoded.text, edit);
  if (replaced.kind === 'refused') return errorResult(`Nothing was changed in ${path}: ${replaced.shown}`);
  await writeChecked(workspace, checked, encodeText(replaced.text, decoded.encoding));
  const sentence = `Updated ${path} (${replaced.count} ${replaced.count === 1 ? 'replacement' : 'replacements'}).`;
  const snippet = changeSnippet(decoded.text, replaced.text);
  return okResult(snippet === '' ? `${sentence} It is empty now.` : `${sentence} ${snippet}`, {
    lines: countChanges(decoded.text, replaced.text),
  });
}
