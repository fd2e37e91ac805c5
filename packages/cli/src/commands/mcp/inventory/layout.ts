/** Rows of text fitted to a terminal: columns where they fit, wrapped lines where they don't. Pure. */
import stringWidth from 'string-width';

export type Row = readonly string[];

const GAP = '  ';

/** Lines of a table as wide as its cells, or undefined when that is wider than `width`. The last column is not padded. */
export function columns(rows: readonly Row[], width: number): string[] | undefined {
  const widths = (rows[0] ?? []).map((_cell, index) => Math.max(...rows.map((row) => stringWidth(row[index] ?? ''))));
  const total = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1);
  if (total > width) return undefined;
  return rows.map((row) =>
    row
      .map((cell, index) => padded(cell, widths[index] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - stringWidth(text)));

/** A text of at most `width` columns, its end cut with a sign where it is longer. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const sign of text) {
    if (stringWidth(kept + sign) > width - 1) break;
    kept += sign;
  }
  return `${kept}…`;
}

/** The text in lines of at most `width` columns, broken at blanks; it keeps its own indent, later lines start with `indent`. */
export function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = /^ */.exec(text)?.[0] ?? '';
  let isEmpty = true;
  for (const word of text.trimStart().split(' ')) {
    const longer = isEmpty ? line + word : `${line} ${word}`;
    if (!isEmpty && stringWidth(longer) > width) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
    isEmpty = false;
  }
  return [...lines, line];
}
