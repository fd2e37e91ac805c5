/**
 * The text of a PDF, page by page. Layout, pictures and scans are not read. The library is heavy and loads here only.
 */
import { errorResult, okResult } from '../results.js';
import type { ToolResult } from '../types.js';
import { MAX_PAGES, pageRange } from './page-range.js';
import { textWindow, type WindowRequest } from './text-window.js';

export interface PdfRequest extends WindowRequest {
  readonly path: string;
  readonly data: Uint8Array;
  readonly pages?: string;
}

export async function readPdf({ path, data, pages, ...window }: PdfRequest): Promise<ToolResult> {
  const { getDocumentProxy } = await import('unpdf');
  // The library takes the bytes over, so it gets its own.
  const pdf = await getDocumentProxy(new Uint8Array(data), { verbosity: 0 }).catch(() => undefined);
  if (pdf === undefined)
    return errorResult(`${path} is a PDF that could not be read: it is damaged or locked with a password.`);
  try {
    const total = pdf.numPages;
    const range = pageRange(pages, total);
    if (range === undefined) {
      return errorResult(`pages must be one page or a range such as "1-5" within the ${total} pages of ${path}.`);
    }
    const texts: string[] = [];
    for (let page = range.first; page <= range.last; page += 1) {
      texts.push(`[page ${page}]\n${await pageText(await pdf.getPage(page))}`);
    }
    const shown = textWindow(texts.join('\n\n'), window);
    if (shown.kind === 'past-end') return errorResult(`The text of these pages has only ${shown.totalLines} lines.`);
    const more =
      range.last < total ? ` Read on with pages "${range.last + 1}-${Math.min(range.last + MAX_PAGES, total)}".` : '';
    return okResult(`PDF ${path}: text of pages ${range.first}-${range.last} of ${total}.${more}\n---\n${shown.text}`);
  } finally {
    await pdf.destroy();
  }
}

interface TextPage {
  getTextContent(): Promise<{ readonly items: readonly object[] }>;
}

async function pageText(page: TextPage): Promise<string> {
  const { items } = await page.getTextContent();
  const text = items
    .map((item) => ('str' in item ? `${item.str}${'hasEOL' in item && item.hasEOL ? '\n' : ''}` : ''))
    .join('');
  return text.trim() === '' ? '(no text on this page)' : text;
}
