/**
 * The lines of a question: what it is about, which scrolls where it does not fit, then what is chosen from, which always does,
 * and what the keys do. Pure.
 */
import { wrapped } from '../render/lines.js';
import type { Look } from '../render/look.js';
import { panelLines } from '../render/panel.js';
import { scrolled } from '../render/scrolled.js';

export interface DialogParts {
  readonly title: string;
  readonly body: readonly string[];
  /** The first line of the body that is shown. */
  readonly top: number;
  /** What is chosen from, or written in. */
  readonly list: readonly string[];
  /** undefined: keys do not reach the dialog yet. */
  readonly hint: string | undefined;
}

export interface DialogLook extends Pick<Look, 'style' | 'marks' | 'width'> {
  /** Rows that the dialog may take. */
  readonly rows: number;
}

/** What fits between the edges of the frame. */
export const innerWidth = (width: number): number => width - 4;

const EDGES = 2;
const LEAST_BODY = 3;
/** Room for the hint is kept while it is not shown yet. */
const HINT_ROWS = 1;

export const bodyRows = ({ list }: Pick<DialogParts, 'list'>, rows: number): number =>
  Math.max(LEAST_BODY, rows - EDGES - list.length - HINT_ROWS - 1);

/** Lines that the list may have where the body takes no more than its least. */
export const mostListRows = (rows: number): number => rows - EDGES - LEAST_BODY - HINT_ROWS;

export function dialogLines({ title, body, top, list, hint }: DialogParts, look: DialogLook): string[] {
  const { style, width, rows } = look;
  const room = bodyRows({ list }, rows);
  const shown = scrolled(body, { top, rows: room, style });
  const words = hint === undefined ? [''] : hintLines(hint, body.length > room, innerWidth(width)).map(style.muted);
  const isTight = shown.length + list.length + words.length + EDGES + 1 > rows;
  return panelLines(title, [...shown, ...(isTight ? [] : ['']), ...list, ...words], look);
}

/** Below this, what the keys do in a list need not be said: there is more to read. */
const NARROW = 60;

function hintLines(hint: string, scrolls: boolean, width: number): string[] {
  if (!scrolls) return wrapped(hint, width);
  return wrapped(width < NARROW ? 'PgDn reads on, Enter to confirm' : `${hint}, PgUp and PgDn to read`, width);
}
