/** The open page of a menu as lines. Pure. */
import { filtered, scrollLines } from '../dialogs/scroll-list.js';
import { fieldLines } from '../dialogs/text-field.js';
import { framed, wrapped } from '../render/lines.js';
import type { Look } from '../render/look.js';
import { topLevel, type ListPage, type MenuPage, type MenuState } from './menu-state.js';

export interface MenuLook extends Look {
  /** That it may take. */
  readonly rows: number;
  /** Whether keys reach it. */
  readonly ready: boolean;
}

/** The frame, and the empty line above the hint. */
const AROUND_ROWS = 3;
/** Rows of a list, however much stands around it. */
const LEAST_LIST = 4;
const LIST_HINT = 'Enter chooses, type to filter, Esc goes back';
const FIELD_HINT = 'Enter takes it, Esc goes back';
const EMPTY_HINT = 'Esc goes back';

function hintOf<Result>(page: MenuPage<Result>): string {
  if (page.kind === 'text') return FIELD_HINT;
  return page.items.length === 0 ? EMPTY_HINT : LIST_HINT;
}

export function menuLines<Result>(state: MenuState<Result>, look: MenuLook): string[] {
  const { style, width, rows, ready } = look;
  const inner = width - 4;
  const { page, field } = topLevel(state);
  const head = (page.head ?? []).flatMap((line) => wrapped(line, inner));
  const told = state.told === undefined ? [] : wrapped(state.told.text, inner).map(style[state.told.tone]);
  const above = [...head, ...told, ...(head.length + told.length === 0 ? [] : [''])];
  const hint = wrapped(hintOf(page), inner).map(style.muted);
  const room = Math.max(LEAST_LIST, rows - AROUND_ROWS - above.length - hint.length);
  const body =
    page.kind === 'text'
      ? fieldLines(field, { style, width: inner })
      : listLines(page, state, { ...look, width: inner, rows: room });
  return framed(page.title, [...above, ...body, '', ...(ready ? hint : hint.map(() => ''))], {
    width,
    paint: style.accent,
  });
}

function listLines<Result>(page: ListPage<Result>, state: MenuState<Result>, look: MenuLook): string[] {
  const { style, width, rows } = look;
  const { list } = topLevel(state);
  if (page.items.length === 0) return wrapped(page.empty ?? 'There is nothing to choose from.', width).map(style.muted);
  const shown = filtered(page.items, list);
  const item = shown[Math.max(0, Math.min(list.selected, shown.length - 1))];
  const all = item === undefined ? [] : (page.preview?.(page.items.indexOf(item), look) ?? []);
  const preview = all.slice(0, Math.max(0, rows - LEAST_LIST - 1));
  const listed = scrollLines(page.items, list, { style, width, rows: Math.max(LEAST_LIST, rows - all.length - 1) });
  return preview.length === 0 ? listed : [...listed, '', ...preview];
}
