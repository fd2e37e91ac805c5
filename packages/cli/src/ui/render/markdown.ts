/**
 * Markdown as lines for a terminal of a given width. Pure. What marked takes for HTML is shown as it was written; a link
 * shows where it leads. The text has to be safe already (safe-text).
 */
import { lexer, type Token, type Tokens } from 'marked';
import { codeLines, type CodeOptions } from './code.js';
import { inline } from './inline.js';
import { tableLines } from './table.js';
import { wrapLines } from './wrap.js';

export type MarkdownOptions = CodeOptions;

export function markdownLines(text: string, options: MarkdownOptions): string[] {
  return blocks(lexer(text), options, true);
}

/** `apart`: with an empty line between two blocks, as they were written; not inside a tight list. */
function blocks(tokens: readonly Token[], options: MarkdownOptions, apart: boolean): string[] {
  const lines: string[] = [];
  for (const token of tokens) {
    const more = block(token, options);
    if (more.length === 0) continue;
    if (apart && lines.length > 0) lines.push('');
    lines.push(...more);
  }
  return lines;
}

function block(token: Token, options: MarkdownOptions): string[] {
  const { style, width } = options;
  switch (token.type) {
    case 'heading':
      return wrapLines(style.bold(style.heading(inline(token.tokens ?? [], style))), width);
    case 'code':
      return codeLines(token as Tokens.Code, options);
    case 'list':
      return listLines(token as Tokens.List, options);
    case 'blockquote':
      return indented(blocks(token.tokens ?? [], narrower(options, 2), true), style.muted('│ '));
    case 'table':
      return tableLines(token as Tokens.Table, options);
    case 'hr':
      return [style.muted('─'.repeat(Math.min(width, 40)))];
    case 'html':
      return wrapLines(token.raw.trimEnd(), width);
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    default:
      return wrapLines(inline('tokens' in token ? (token.tokens ?? []) : [token], style), width);
  }
}

function listLines(list: Tokens.List, options: MarkdownOptions): string[] {
  const first = list.ordered && list.start !== '' ? list.start : 1;
  const widest = list.ordered ? String(first + list.items.length - 1).length + 2 : 2;
  return list.items.flatMap((item, place) => {
    const mark = list.ordered ? `${first + place}. `.padStart(widest) : '• ';
    const box = item.task ? (item.checked === true ? '☒ ' : '☐ ') : '';
    const lines = blocks(item.tokens, narrower(options, widest + box.length), item.loose);
    const gap = list.loose && place > 0 ? [''] : [];
    return [
      ...gap,
      ...indented(lines.length === 0 ? [''] : lines, ' '.repeat(widest + box.length), options.style.accent(mark) + box),
    ];
  });
}

const indented = (lines: readonly string[], by: string, first = by): string[] =>
  lines.map((line, place) => (place === 0 ? first : by) + line);

const narrower = (options: MarkdownOptions, by: number): MarkdownOptions => ({
  ...options,
  width: Math.max(options.width - by, 8),
});
