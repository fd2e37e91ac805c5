/** How a text falls into lines of a given width, and moves between those lines. Pure; width is counted in terminal columns. */
import stringWidth from 'string-width';
import { graphemesOf } from './graphemes.js';

/** A piece of the text on one line of the screen, without the line feed. */
export interface VisualLine {
  readonly from: number;
  readonly to: number;
}

/** Always at least one line. A character wider than the whole line gets one of its own. */
export function layoutLines(text: string, width: number): readonly VisualLine[] {
  const lines: VisualLine[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    wrapLine(line, from, width, lines);
    from += line.length + 1;
  }
  return lines;
}

function wrapLine(line: string, start: number, width: number, lines: VisualLine[]): void {
  let [from, used, at] = [start, 0, start];
  for (const char of graphemesOf(line)) {
    const wide = stringWidth(char);
    if (used + wide > width && at > from) {
      lines.push({ from, to: at });
      [from, used] = [at, 0];
    }
    at += char.length;
    used += wide;
  }
  lines.push({ from, to: at });
}

/** The line a cursor stands on; at the place where a long line is broken it is at the start of the second piece. */
export function lineOf(lines: readonly VisualLine[], cursor: number): number {
  for (let row = lines.length - 1; row > 0; row -= 1) {
    if ((lines[row]?.from ?? 0) <= cursor) return row;
  }
  return 0;
}

export interface VerticalMove {
  readonly cursor: number;
  readonly column: number;
}

/** One line up (-1) or down (1), keeping the column as far as the line allows; undefined beyond the first and last line. */
export function moveVertically(
  { text, cursor, column }: { readonly text: string; readonly cursor: number; readonly column: number | undefined },
  direction: -1 | 1,
  width: number,
): VerticalMove | undefined {
  const lines = layoutLines(text, width);
  const row = lineOf(lines, cursor);
  const [here, there] = [lines[row], lines[row + direction]];
  if (here === undefined || there === undefined) return undefined;
  const wanted = column ?? stringWidth(text.slice(here.from, cursor));
  let [at, used] = [there.from, 0];
  for (const char of graphemesOf(text.slice(there.from, there.to))) {
    const wide = stringWidth(char);
    if (used + wide > wanted) break;
    used += wide;
    at += char.length;
  }
  // The end of a broken line is the start of the next one: stay a character before it.
  const next = lines[row + direction + 1];
  const shared = next !== undefined && next.from === at && at > there.from;
  return { cursor: shared ? at - (graphemesOf(text.slice(there.from, at)).at(-1)?.length ?? 0) : at, column: wanted };
}
