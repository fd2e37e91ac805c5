/** A list to choose one from, by arrows or digits: what a key makes of it, and its lines. Pure. */
import { actionOf, DIALOG_KEYS } from '../input/key-bindings.js';
import { hanging } from '../render/lines.js';
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
}

export function listLines(choices: readonly Choice<unknown>[], { style, width, selected }: ListLook): string[] {
  return choices.flatMap(({ label }, place) => {
    const chosen = place === selected;
    const lines = wrapLines(`${place + 1}. ${label}`, width - 2).map((line) => (chosen ? style.bold(line) : line));
    return hanging(chosen ? '› ' : '  ', lines, style.accent);
  });
}

export const LIST_HINT = 'Up, down or a digit to choose, Enter to confirm';
