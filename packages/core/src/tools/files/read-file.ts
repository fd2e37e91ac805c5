/**
 * read_file: what a file holds, as text or as media. Loaded at the first call.
 */
import { integerArgument, textArgument } from '../arguments.js';
import type { Execute } from '../lazy-tool.js';
import { errorResult, okResult } from '../results.js';
import type { ToolResult } from '../types.js';
import { loadFile } from './load-file.js';
import { mediaKind } from './media-kind.js';
import { notebookText } from './read-notebook.js';
import { decodeText } from './text-encoding.js';
import { textWindow, type WindowRequest } from './text-window.js';
import type { Workspace } from './workspace.js';

/** What the usual vision endpoints take at most, once base64 has made it a third longer. */
const MAX_IMAGE_BYTES = 7 * 1024 * 1024;

export function readFileWith(workspace: Workspace): Execute {
  return async (args) => {
    const checked = await workspace.check(textArgument(args, 'file_path') ?? '', 'read');
    if (checked.kind === 'refused') return errorResult(checked.shown);
    const { path } = checked;
    const data = await loadFile(workspace, checked, 'Find the part you need with grep_search or a shell command.');
    const window = { offset: integerArgument(args, 'offset', 0), limit: integerArgument(args, 'limit', 1) };
    const media = mediaKind(data);
    if (media?.kind === 'image') return imageResult(path, data, media.mimeType);
    if (media?.kind === 'pdf') {
      const { readPdf } = await import('./read-pdf.js');
      return readPdf({ path, data, pages: textArgument(args, 'pages'), ...window });
    }
    return textResult(path, data, window);
  };
}

function imageResult(path: string, data: Buffer, mimeType: string): ToolResult {
  if (data.length > MAX_IMAGE_BYTES) {
    return errorResult(
      `${path} is an image of ${data.length} bytes; at most ${MAX_IMAGE_BYTES} can be shown. Scale it down first.`,
    );
  }
  const text = `Image ${path} (${mimeType}, ${data.length} bytes).`;
  return okResult(text, { media: [{ kind: 'image', data: data.toString('base64'), mimeType }] });
}

function textResult(path: string, data: Buffer, window: WindowRequest): ToolResult {
  const decoded = decodeText(data);
  if (decoded.kind === 'binary') {
    return errorResult(`${path} is a binary file of ${data.length} bytes and can't be shown as text.`);
  }
  if (decoded.text === '') return okResult(`${path} is empty.`);
  const text = path.endsWith('.ipynb') ? (notebookText(decoded.text) ?? decoded.text) : decoded.text;
  const shown = textWindow(text, window);
  if (shown.kind === 'past-end') {
    return errorResult(
      `offset ${window.offset} is past the end: ${path} has ${shown.totalLines} lines, counted from 0.`,
    );
  }
  const note = decoded.kind === 'foreign-text' ? 'Not valid UTF-8: some characters may be shown wrong.\n---\n' : '';
  return okResult(note + shown.text);
}
