/**
 * write_file: the whole content of a file. What it replaces keeps its mode, and where the content leaves it open also
 * its line endings and byte order mark. Loaded at the first call.
 */
import { textArgument } from '../arguments.js';
import type { Execute } from '../lazy-tool.js';
import { errorResult, okResult } from '../results.js';
import { countChanges } from './line-changes.js';
import { inStyleOf, lineEndingOf } from './line-endings.js';
import { loadFile } from './load-file.js';
import { decodeText, encodeText, type Decoded } from './text-encoding.js';
import type { InsidePath, Workspace } from './workspace.js';
import { writeChecked } from './write-checked.js';

export function writeFileWith(workspace: Workspace): Execute {
  return async (args) => {
    const checked = await workspace.check(textArgument(args, 'file_path') ?? '', 'write');
    if (checked.kind === 'refused') return errorResult(checked.shown);
    const asked = textArgument(args, 'content') ?? '';
    const previous = await previousText(workspace, checked);
    const content = inStyleOf(previous?.text ?? '', asked);
    await writeChecked(workspace, checked, encodeText(content, previous?.encoding ?? 'utf-8'));
    const lines = countChanges(previous?.text ?? '', content);
    if (!checked.exists) return okResult(`Created ${checked.path} with ${lines.added} lines.`, { lines });
    const kept = lineEndingOf(content) === 'crlf' && !asked.includes('\r\n') ? ' Its CRLF line endings were kept.' : '';
    return okResult(`Overwrote ${checked.path} (${lines.added} lines added, ${lines.removed} removed).${kept}`, {
      lines,
    });
  };
}

type Text = Extract<Decoded, { kind: 'text' }>;

/** What was there, when it was text that can be told; a big or binary file is replaced without a comparison. */
async function previousText(workspace: Workspace, checked: InsidePath): Promise<Text | undefined> {
  if (!checked.exists) return undefined;
  const data = await loadFile(workspace, checked, '').catch(() => undefined);
  const decoded = data === undefined ? undefined : decodeText(data);
  return decoded?.kind === 'text' ? decoded : undefined;
}
