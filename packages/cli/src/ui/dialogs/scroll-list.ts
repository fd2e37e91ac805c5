/**
 * A list of any length to choose from, grouped, filtered by typing, and drawn no higher than it may be. What a key makes of it,
 * and its lines. Pure.
 */
import { actionOf, DIALOG_KEYS } from '../input/key-bindings.js';
import { cut, hanging } from '../render/lines.js';
import type { Style } from '../render/style.js';
import { wrapLines } from '../render/wrap.js';

export interface ListItem<Value> {
  readonly label: string;
  /** Below the label, one line each. */
  readonly details?: readonly string[];
  /** Stands over the first item of each group. */
  readonly group?: string;
  readonly value: Value;
}

export interface ListState {
  readonly selected: number;
  /** undefined: letters are keys; otherwise they are added to it. */
  readonly filter: string | undefined;
}

export const TOP: ListState = { selected: 0, filter: undefined };

export type ListStep<Value> =
  | { readonly kind: 'moved'; readonly state: ListState }
  | { readonly kind: 'chosen'; readonly value: Value }
  | { readonly kind: 'dismissed' };

/** Digits choose where there are no more items than digits; then the items carry them. */
const MOST_NUMBERED = 9;
const PAGE = 10;

/** The items that hold every word of the filter. */
export function filtered<Value>(items: readonly ListItem<Value>[], { filter = '' }: ListState): ListItem<Value>[] {
  const words = filter.toLowerCase().split(' ').filter(Boolean);
  return items.filter(({ label, details = [] }) => {
    const text = [label, ...details].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** undefined: the key means nothing to a list. */
export function listStep<Value>(
  items: readonly ListItem<Value>[],
  state: ListState,
  key: { readonly id: string; readonly text: string },
): ListStep<Value> | undefined {
  const { filter } = state;
  const shown = filtered(items, state);
  const selected = clamp(state.selected, shown.length);
  const moveTo = (next: number): ListStep<Value> => ({ kind: 'moved', state: { ...state, selected: next } });
  const filterBy = (next: string | undefined): ListStep<Value> => ({
    kind: 'moved',
    state: { selected: 0, filter: next },
  });
  const choose = (item: ListItem<Value> | undefined): ListStep<Value> | undefined =>
    item && { kind: 'chosen', value: item.value };
  const isLetter = /^\S$/u.test(key.text) || (key.text === ' ' && filter !== undefined);
  const action = isLetter && filter !== undefined ? undefined : actionOf(DIALOG_KEYS, key.id);
  if (action === 'dismiss') return filter === undefined ? { kind: 'dismissed' } : filterBy(undefined);
  if (action === 'choose') return choose(shown[selected]);
  if (action === 'up') return moveTo((selected + shown.length - 1) % Math.max(1, shown.length));
  if (action === 'down') return moveTo((selected + 1) % Math.max(1, shown.length));
  const jump = { pageup: -PAGE, pagedown: PAGE, home: -Infinity, end: Infinity }[key.id];
  if (jump !== undefined) return moveTo(clamp(selected + jump, shown.length));
  if (key.id === 'backspace' && filter !== undefined)
    return filterBy(filter === '' ? undefined : [...filter].slice(0, -1).join(''));
  if (!isLetter) return undefined;
  if (filter !== undefined) return filterBy(filter + key.text);
  if (isNumbered(items) && /^[1-9]$/.test(key.id)) return choose(shown[Number(key.id) - 1]);
  if (items.length <= 1) return undefined;
  return filterBy(key.text === '/' ? '' : key.text);
}

const clamp = (place: number, length: number): number => Math.max(0, Math.min(place, length - 1));
const isNumbered = (items: readonly unknown[]): boolean => items.length <= MOST_NUMBERED;

export interface ScrollLook {
  readonly style: Style;
  readonly width: number;
  /** Lines there may be. */
  readonly rows: number;
}

export function scrollLines(
  items: readonly ListItem<unknown>[],
  state: ListState,
  { style, width, rows }: ScrollLook,
): string[] {
  const shown = filtered(items, state);
  const selected = clamp(state.selected, shown.length);
  const lines: { readonly text: string; readonly item: number }[] = [];
  shown.forEach((item, place) => {
    const add = (text: string): void => void lines.push({ text, item: place });
    if (item.group !== undefined && item.group !== shown[place - 1]?.group) {
      if (place > 0) add('');
      add(style.muted(cut(item.group, width)));
    }
    itemLines(
      item,
      { number: isNumbered(items) ? place + 1 : undefined, chosen: place === selected },
      { style, width },
    ).forEach(add);
  });
  const filterLine = state.filter === undefined ? [] : [`${style.muted('Filter:')} ${cut(state.filter, width - 9)}▏`];
  const none = shown.length === 0 ? [style.muted('Nothing fits.')] : [];
  const first = lines.findIndex(({ item }) => item === selected);
  const last = lines.findLastIndex(({ item }) => item === selected);
  return [
    ...filterLine,
    ...none,
    ...windowed(
      lines.map(({ text }) => text),
      { from: Math.max(0, first), to: Math.max(0, last) },
      { style, rows: Math.max(3, rows - filterLine.length) },
    ),
  ];
}

interface ItemMarks {
  readonly number: number | undefined;
  readonly chosen: boolean;
}

function itemLines(
  { label, details = [] }: ListItem<unknown>,
  { number, chosen }: ItemMarks,
  { style, width }: Pick<ScrollLook, 'style' | 'width'>,
): string[] {
  const numbered = number === undefined ? label : `${number}. ${label}`;
  const head = wrapLines(numbered, width - 2).map((line) => (chosen ? style.bold(line) : line));
  const below = details.flatMap((detail) => wrapLines(detail, width - 4)).map((line) => `  ${style.muted(line)}`);
  return hanging(chosen ? '› ' : '  ', [...head, ...below], style.accent);
}

export interface Window {
  /** Lines that must be seen, the first and the last of them. */
  readonly from: number;
  readonly to: number;
}

/** As many lines as there may be, around those that must be seen, and signs where there are more. */
export function windowed(
  lines: readonly string[],
  { from, to }: Window,
  { style, rows }: Pick<ScrollLook, 'style' | 'rows'>,
): string[] {
  if (lines.length <= rows) return [...lines];
  const room = Math.max(1, rows - 2);
  const middle = from - Math.floor((room - (to - from + 1)) / 2);
  const start = Math.max(0, Math.min(middle, from, lines.length - room));
  const end = start + room;
  return [
    style.muted(start > 0 ? `↑ ${start} more` : ' '),
    ...lines.slice(start, end),
    style.muted(end < lines.length ? `↓ ${lines.length - end} more` : ' '),
  ];
}

export const SCROLL_HINT = 'Enter opens, type to filter, Esc goes back';
