/**
 * A dialog that is made of pages: lists to choose from and lines to write, one opened from the other. A page is a value; this
 * is what a key makes of the pages that are open. Pure but for what a choice itself does.
 */
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { listStep, TOP, type ListItem, type ListState } from '../dialogs/scroll-list.js';
import { fieldKey, fieldPaste } from '../dialogs/text-field.js';
import type { InputEvent } from '../input/parse-keys.js';
import { emptyBuffer, withText, type TextBuffer } from '../input/text-buffer.js';
import type { Look } from '../render/look.js';

export type MenuStep<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'page'; readonly page: MenuPage<Result> }
  /** Something was changed: the first page anew, with `told` under its title. */
  | { readonly kind: 'again'; readonly page: MenuPage<Result>; readonly told: string };

/** What a choice comes to. May throw QwenError: its sentence is shown, and the page stays. */
export type Choose<Result> = () => MenuStep<Result>;

export interface ListPage<Result> {
  readonly kind: 'list';
  readonly title: string;
  readonly head?: readonly string[];
  readonly items: readonly ListItem<Choose<Result>>[];
  /** Stands in place of a list without items. */
  readonly empty?: string;
  /** The item that is chosen at first. Default 0. */
  readonly selected?: number;
  /** What the chosen item comes to; lines that fit the width. */
  preview?(item: number, look: Look): readonly string[];
}

export interface TextPage<Result> {
  readonly kind: 'text';
  readonly title: string;
  readonly head?: readonly string[];
  readonly text?: string;
  /** As `Choose`. */
  send(text: string): MenuStep<Result>;
}

export type MenuPage<Result> = ListPage<Result> | TextPage<Result>;

interface Level<Result> {
  readonly page: MenuPage<Result>;
  readonly list: ListState;
  readonly field: TextBuffer;
}

export interface MenuState<Result> {
  /** The open one last. Never empty. */
  readonly levels: readonly [Level<Result>, ...Level<Result>[]];
  readonly told: { readonly tone: 'good' | 'bad'; readonly text: string } | undefined;
}

export const openMenu = <Result>(page: MenuPage<Result>): MenuState<Result> => ({
  levels: [levelOf(page)],
  told: undefined,
});

const levelOf = <Result>(page: MenuPage<Result>): Level<Result> => ({
  page,
  list: page.kind === 'list' && page.selected !== undefined ? { ...TOP, selected: page.selected } : TOP,
  field: withText(emptyBuffer, page.kind === 'text' ? (page.text ?? '') : ''),
});

export const topLevel = <Result>({ levels }: MenuState<Result>): Level<Result> => levels.at(-1) ?? levels[0];

export type MenuMove<Result> =
  | { readonly kind: 'state'; readonly state: MenuState<Result> }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'dismissed' };

/** undefined: the key means nothing here. */
export function menuKey<Result>(state: MenuState<Result>, event: InputEvent): MenuMove<Result> | undefined {
  const { page, list, field } = topLevel(state);
  if (page.kind === 'list') {
    const step = event.kind === 'key' ? listStep(page.items, list, event) : undefined;
    if (step?.kind === 'moved') return changed(state, { list: step.state });
    if (step?.kind === 'chosen') return taken(state, step.value);
    return step === undefined ? undefined : back(state);
  }
  if (event.kind === 'paste') return changed(state, { field: fieldPaste(field, event.text) });
  const key = fieldKey(field, event);
  if (key?.kind === 'changed') return changed(state, { field: key.buffer });
  if (key?.kind === 'sent') return taken(state, () => page.send(key.text));
  return key === undefined ? undefined : back(state);
}

const changed = <Result>(
  { levels }: MenuState<Result>,
  change: Partial<Omit<Level<Result>, 'page'>>,
): MenuMove<Result> => {
  const [first, ...rest] = levels;
  const last = rest.pop();
  const next: MenuState<Result>['levels'] =
    last === undefined ? [{ ...first, ...change }] : [first, ...rest, { ...last, ...change }];
  return { kind: 'state', state: { levels: next, told: undefined } };
};

function back<Result>({ levels: [first, ...rest] }: MenuState<Result>): MenuMove<Result> {
  if (rest.length === 0) return { kind: 'dismissed' };
  return { kind: 'state', state: { levels: [first, ...rest.slice(0, -1)], told: undefined } };
}

function taken<Result>(state: MenuState<Result>, choose: Choose<Result>): MenuMove<Result> {
  try {
    const step = choose();
    switch (step.kind) {
      case 'done':
        return step;
      case 'page':
        return { kind: 'state', state: { levels: [...state.levels, levelOf(step.page)], told: undefined } };
      case 'again': {
        const levels: MenuState<Result>['levels'] = [{ ...state.levels[0], page: step.page }];
        return { kind: 'state', state: { levels, told: { tone: 'good', text: step.told } } };
      }
    }
  } catch (error) {
    return { kind: 'state', state: { ...state, told: { tone: 'bad', text: shownText(error) } } };
  }
}
