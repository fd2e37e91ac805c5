/** A list to choose one from, by arrows or digits: what a key makes of it, and its lines. Pure. */
import { actionOf, DIALOG_KEYS } from '../input/key-bindings.js';
import { cut, hanging } from '../render/lines.js';
import type { Style } from '../render/style.js';
import { wrapLines } from '../render/wrap.js';

export interface Choice<Value> {
  readonly label: string;
  readonly value: Value;
}

export type ListKey<Value> =
  | { readonly kind: 'moved'; readonly selected: number }
  | { readonly kind: 'chosen'; readonly value: Value }
  | { readonly kind: 'dismissed' };

/** undefined: the key means nothing to a list. */
export function listKey<Value>(
  choices: readonly Choice<Value>[],
  selected: number,
  id: string,
): ListKey<Value> | undefined {
  const digit = /^[1-9]$/.test(id) ? choices[Number(id) - 1] : undefined;
  if (digit !== undefined) return { kind: 'chosen', value: digit.value };
  switch (actionOf(DIALOG_KEYS, id)) {
    case 'up':
      return { kind: 'moved', selected: (selected + choices.length - 1) % choices.length };
    case 'down':
      return { kind: 'moved', selected: (selected + 1) % choices.length };
    case 'choose': {
      const choice = choices[selected];
      return choice === undefined ? undefined : { kind: 'chosen', value: choice.value };
    }
    case 'dismiss':
      return { kind: 'dismissed' };
    default:
      return undefined;
  }
}

export interface ListLook {
  readonly style: Style;
  readonly width: number;
  readonly selected: number;
  /** Lines there may be, where there is little room. Each choice has one at the least, cut to the width. */
  readonly most?: number;
}

export function listLines(choices: readonly Choice<unknown>[], look: ListLook): string[] {
  const { style, width, selected, most = Infinity } = look;
  const texts = choices.map(({ label }, place) => `${place + 1}. ${label}`);
  const whole = texts.map((text) => wrapLines(text, width - 2));
  return texts.flatMap((text, place) => {
    const chosen = place === selected;
    const lines = fits(whole, { most, place, selected }) ? (whole[place] ?? []) : [cut(text, width - 2)];
    return hanging(chosen ? '› ' : '  ', chosen ? lines.map(style.bold) : lines, style.accent);
  });
}

interface Room {
  readonly most: number;
  readonly place: number;
  readonly selected: number;
}

/** Whether this one may have all its lines: where all together are too many, the selected one alone may. */
function fits(whole: readonly (readonly string[])[], { most, place, selected }: Room): boolean {
  if (whole.flat().length <= most) return true;
  return place === selected && whole.length - 1 + (whole[place] ?? []).length <= most;
}

export const LIST_HINT = 'Up, down or a digit to choose, Enter to confirm';
