/**
 * A fetched page as text for a model: HTML as Markdown, plain text or as it is, other text as it is, a PDF as its text.
 * Loaded with the first page.
 */
import TurndownService from 'turndown';
import { decodeText } from '../files/text-encoding.js';

export type PageFormat = 'auto' | 'markdown' | 'html' | 'text';

export interface Page {
  readonly url: URL;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Undefined when the page is not text. */
export async function pageText(page: Page, format: PageFormat): Promise<string | undefined> {
  const { contentType, body, url } = page;
  if (/^application\/pdf\b/.test(contentType) || body.subarray(0, 5).toString('latin1') === '%PDF-')
    return pdfText(page);
  const text = decoded(page);
  if (text === undefined || format === 'html') return text;
  const isHtml = contentType === '' ? /^\s*<(?:!doctype html|html)\b/i.test(text) : /\bx?html\b/.test(contentType);
  if (!isHtml) return text;
  return (format === 'text' ? plainConverter() : markdownConverter(url)).turndown(text.slice(0, MAX_HTML_CHARS));
}

/** Converting takes time in proportion; what follows is hardly ever what was asked for. */
const MAX_HTML_CHARS = 2_000_000;
const IGNORED = ['script', 'style', 'noscript', 'template', 'iframe', 'object', 'canvas'] as const;

const markdownConverter = (base: URL): TurndownService =>
  new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
    .remove(IGNORED)
    .addRule('whole-address', {
      filter: (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
      replacement: (content, node) => linkTo(node.getAttribute('href') ?? '', content, base),
    });

function linkTo(href: string, content: string, base: URL): string {
  const label = content.replace(/\s+/g, ' ').trim();
  if (label === '' || !URL.canParse(href, base.href)) return label;
  const { protocol, href: whole } = new URL(href, base.href);
  return /^https?:$/.test(protocol) ? `[${label}](${whole})` : label;
}

const plainConverter = (): TurndownService =>
  new TurndownService().remove(IGNORED).addRule('plain', {
    filter: ({ nodeName }) => !(IGNORED as readonly string[]).includes(nodeName.toLowerCase()),
    replacement: (content, node) => (node.isBlock ? `\n\n${content}\n\n` : content),
  });

function decoded({ contentType, body }: Page): string | undefined {
  const named = /charset="?([\w-]+)/.exec(contentType)?.[1] ?? charsetInHtml(body);
  if (named !== undefined && !/^utf-?8$/i.test(named)) {
    try {
      return new TextDecoder(named).decode(body);
    } catch {
      // An encoding that nobody knows: judged by its bytes.
    }
  }
  const result = decodeText(body);
  return result.kind === 'binary' ? undefined : result.text;
}

const charsetInHtml = (body: Buffer): string | undefined =>
  /<meta[^>]+charset=["']?([\w-]+)/i.exec(body.subarray(0, 1024).toString('latin1'))?.[1];

async function pdfText({ url, body }: Page): Promise<string> {
  const { readPdf } = await import('../files/read-pdf.js');
  return (await readPdf({ path: url.href, data: body })).text;
}
