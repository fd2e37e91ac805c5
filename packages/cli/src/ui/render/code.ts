/** A block of code: set off by two columns, highlighted where a highlighter knows the language. Pure. */
import type { Style } from './style.js';
import type { Highlight } from './highlight.js';
import { wrapLines } from './wrap.js';

export interface CodeOptions {
  /** In terminal columns. */
  readonly width: number;
  readonly style: Style;
  /** Missing until it is loaded. */
  readonly highlight?: Highlight | undefined;
}

export function codeLines(
  { text, lang }: { readonly text: string; readonly lang?: string | undefined },
  { width, style, highlight }: CodeOptions,
): string[] {
  const language = /^\S+/.exec(lang ?? '')?.[0] ?? '';
  if (language === 'diff' || language === 'patch') return text.split('\n').map((line) => `  ${diffLine(line, style)}`);
  const styled = highlight?.(text, language, style) ?? style.code(text);
  return wrapLines(styled, width - 2).map((line) => `  ${line}`);
}

function diffLine(line: string, style: Style): string {
  if (line.startsWith('+')) return style.added(line);
  if (line.startsWith('-')) return style.removed(line);
  return line.startsWith('@@') ? style.info(line) : line;
}
