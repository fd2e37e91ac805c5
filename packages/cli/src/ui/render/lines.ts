/** Small things that all renderers do with lines. Pure. */
import stringWidth from 'string-width';
import type { Style } from './style.js';
import { wrapLines } from './wrap.js';

/** The text after a mark, its further lines below the first. */
export function hanging(
  mark: string,
  lines: readonly string[],
  paint: (mark: string) => string = (same) => same,
): string[] {
  const indent = ' '.repeat(Math.min(stringWidth(mark), 2));
  return (lines.length === 0 ? [''] : lines).map((line, place) => (place === 0 ? paint(mark) : indent) + line);
}

export const wrapped = (text: string, width: number): string[] =>
  text.split('\n').flatMap((line) => (line === '' ? [''] : wrapLines(line, width)));

/** The first lines, and how many are left out. */
export function folded(lines: readonly string[], limit: number, { style }: { readonly style: Style }): string[] {
  if (lines.length <= limit + 1) return [...lines];
  return [...lines.slice(0, limit), style.muted(`… ${lines.length - limit} more lines (Ctrl+O)`)];
}

/** The last lines, and how many are before them. */
export function tail(lines: readonly string[], limit: number, { style }: { readonly style: Style }): string[] {
  if (lines.length <= limit + 1) return [...lines];
  return [style.muted(`… ${lines.length - limit} earlier lines (Ctrl+O)`), ...lines.slice(lines.length - limit)];
}

/** The first line and the last ones, with a sign between them, where all are more than there may be. */
export function clipped(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, 1), '…', ...lines.slice(Math.min(lines.length - most + 2, lines.length))];
}

/** Cut to a width, with a sign that it was. Styled text is cut by `wrapLines` instead. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let [short, used] = ['', 0];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    short += segment;
  }
  return `${short}…`;
}

/** As `cut`, but the end is what stays: that of a path says most. */
export function cutStart(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let [short, used] = ['', 0];
  for (const { segment } of [...new Intl.Segmenter().segment(text)].reverse()) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    short = segment + short;
  }
  return `…${short}`;
}

/** A frame around lines, with a title in its upper edge. Lines have to fit `width - 4`. */
export function framed(
  title: string,
  lines: readonly string[],
  { width, paint }: { readonly width: number; readonly paint: (text: string) => string },
): string[] {
  const inner = width - 4;
  const head = cut(title, Math.max(inner - 2, 1));
  const pad = (line: string): string => line + ' '.repeat(Math.max(0, inner - stringWidth(line)));
  return [
    paint(`╭─ ${head} ${'─'.repeat(Math.max(0, width - 5 - stringWidth(head)))}╮`),
    ...lines.map((line) => `${paint('│')} ${pad(line)} ${paint('│')}`),
    paint(`╰${'─'.repeat(width - 2)}╯`),
  ];
}

/** `3s`, `1m 05s`, `2h 03m`. */
export function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}

/** `950`, `1.2k`, `3.4M`. */
export function count(value: number): string {
  if (value < 1_000) return String(Math.round(value));
  return value < 1_000_000 ? `${(value / 1_000).toFixed(1)}k` : `${(value / 1_000_000).toFixed(1)}M`;
}
