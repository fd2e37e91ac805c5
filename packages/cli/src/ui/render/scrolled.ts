/** Lines of which only some fit: the part from `top` on, what is above and below it, and what a key makes of `top`. Pure. */
import type { Style } from './style.js';

export interface ScrollView {
  readonly top: number;
  /** Lines there may be, at least 3, those that tell of the rest among them. */
  readonly rows: number;
  readonly style: Style;
}

export function scrolled(lines: readonly string[], { top, rows, style }: ScrollView): string[] {
  if (lines.length <= rows) return [...lines];
  const start = within(top, lines.length, rows);
  // At the top and at the bottom one line of the frame is free for the text.
  const from = start + pageOf(rows) >= lines.length ? start - 1 : start;
  const to = start === 0 ? rows - 1 : start + pageOf(rows);
  return [
    ...(from > 0 ? [style.warning(`↑ ${more(from)} (PgUp)`)] : []),
    ...lines.slice(from, to),
    ...(to < lines.length ? [style.warning(`↓ ${more(lines.length - to)} (PgDn)`)] : []),
  ];
}

const more = (count: number): string => `${count} more ${count === 1 ? 'line' : 'lines'}`;

export interface ScrollSize {
  /** How many lines there are in all. */
  readonly count: number;
  readonly rows: number;
}

/** undefined: the key does not scroll. */
export function scrollKey(id: string, top: number, { count, rows }: ScrollSize): number | undefined {
  const step = STEPS[id];
  if (step === undefined || count <= rows) return undefined;
  return within(within(top, count, rows) + step * pageOf(rows), count, rows);
}

const STEPS: Readonly<Record<string, number>> = { pageup: -1, pagedown: 1, home: -Infinity, end: Infinity };

const pageOf = (rows: number): number => Math.max(1, rows - 2);

const within = (top: number, count: number, rows: number): number => Math.max(0, Math.min(top, count - pageOf(rows)));
