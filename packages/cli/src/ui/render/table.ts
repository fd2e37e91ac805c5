/**
 * A markdown table: columns that share the width, cells that wrap. Where even the narrowest columns do not fit, each row is
 * a list of `head: value` lines. Pure.
 */
import stringWidth from 'string-width';
import type { Tokens } from 'marked';
import { inline } from './inline.js';
import type { Style } from './style.js';
import { wrapLines } from './wrap.js';

const LEAST = 6;
/** Between two columns. */
const BAR = ' │ ';

export function tableLines(
  table: Tokens.Table,
  { width, style }: { readonly width: number; readonly style: Style },
): string[] {
  const head = table.header.map(({ tokens }) => style.bold(inline(tokens, style)));
  const rows = table.rows.map((row) => row.map(({ tokens }) => inline(tokens, style)));
  const widths = columnWidths([head, ...rows], width - BAR.length * (head.length - 1));
  if (widths === undefined) return asList(head, rows, width);
  const line = (row: readonly string[]): string[] =>
    rowLines(row, { widths, align: table.align, bar: style.muted(BAR) });
  const rule = style.muted(widths.map((each) => '─'.repeat(each)).join('─┼─'));
  return [...line(head), rule, ...rows.flatMap(line)];
}

/** What each column gets: what it needs, as long as that fits; the widest give way first. */
function columnWidths(rows: readonly (readonly string[])[], space: number): number[] | undefined {
  const needs = (rows[0] ?? []).map((_, column) => Math.max(1, ...rows.map((row) => cellWidth(row[column] ?? ''))));
  const widths = [...needs];
  let over = widths.reduce((sum, each) => sum + each, 0) - space;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= LEAST) return undefined;
    const next = Math.max(LEAST, ...widths.filter((each) => each < widest));
    const wide = widths.flatMap((each, column) => (each === widest ? [column] : []));
    const less = Math.min(widest - next || 1, Math.ceil(over / wide.length));
    for (const column of wide) widths[column] = widest - less;
    over -= less * wide.length;
  }
  return widths;
}

const cellWidth = (text: string): number => Math.max(...text.split('\n').map((line) => stringWidth(line)));

interface RowShape {
  readonly widths: readonly number[];
  readonly align: readonly ('center' | 'left' | 'right' | null)[];
  readonly bar: string;
}

function rowLines(row: readonly string[], { widths, align, bar }: RowShape): string[] {
  const cells = widths.map((width, column) => wrapLines(row[column] ?? '', width));
  const height = Math.max(1, ...cells.map((cell) => cell.length));
  return Array.from({ length: height }, (_, at) =>
    cells
      .map((cell, column) => pad(cell[at] ?? '', widths[column] ?? 0, align[column] ?? null))
      .join(bar)
      .trimEnd(),
  );
}

function pad(text: string, width: number, align: RowShape['align'][number]): string {
  const space = Math.max(0, width - stringWidth(text));
  const before = align === 'right' ? space : align === 'center' ? Math.floor(space / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(space - before);
}

const asList = (head: readonly string[], rows: readonly (readonly string[])[], width: number): string[] =>
  rows.flatMap((row, place) => [
    ...(place > 0 ? [''] : []),
    ...row.flatMap((cell, column) => wrapLines(`${head[column] ?? ''}: ${cell}`, width)),
  ]);
