/**
 * The prompt as a value: what is written and as what, what was sent before, what completes it. Pure. What a key makes of it is
 * in prompt-key.
 */
import type { Completion, CompletionQuery } from '../completion/source.js';
import { historyOf, remembered, step, type PromptHistory } from './history.js';
import type { HistorySearch } from './history-search.js';
import {
  emptied,
  emptyBuffer,
  isHuge,
  moved,
  paste,
  replace,
  wholeText,
  withText,
  type TextBuffer,
} from './text-buffer.js';
import type { VimState } from './vim.js';

export interface OpenCompletion {
  readonly query: CompletionQuery;
  readonly items: readonly Completion[];
  readonly selected: number;
  /** One line about what is being written. */
  readonly help?: string | undefined;
  /** Somebody has gone up or down in it. */
  readonly moved?: true;
  /** Of an older text: still shown, so that nothing flickers, but not chosen from. */
  readonly stale?: true;
}

/** A message to the model, or a command for the shell. */
export type PromptMode = 'message' | 'shell';

export interface PromptState {
  readonly buffer: TextBuffer;
  readonly mode: PromptMode;
  /** What was sent before, of each mode. */
  readonly histories: Readonly<Record<PromptMode, PromptHistory>>;
  readonly completion: OpenCompletion | undefined;
  /** Tab came before it was found what completes the text: the best of that is taken then. */
  readonly wanted: boolean;
  /** The text was put there and not typed: nothing is to complete it. */
  readonly recalled: boolean;
  readonly search: HistorySearch | undefined;
  /** Laid aside by Ctrl+S. */
  readonly stash: Pick<PromptState, 'buffer' | 'mode'> | undefined;
  /** undefined: no vim keys. */
  readonly vim: VimState | undefined;
}

/** A text that leaves the prompt. */
export interface SentEffect {
  readonly kind: 'submit' | 'queue' | 'shell';
  readonly text: string;
}

export type PromptEffect =
  | SentEffect
  | { readonly kind: 'escape' | 'leave' | 'shortcuts' | 'edit-outside' | 'paste-image' }
  /** A paste that looks like the path of an image; `pasted` is what it was. */
  | { readonly kind: 'image-path'; readonly path: string; readonly pasted: string };

export interface PromptStep {
  readonly state: PromptState;
  readonly effect?: PromptEffect;
}

export interface PromptStart {
  /** Oldest first. */
  readonly sent?: readonly string[];
  readonly commands?: readonly string[];
  readonly vim?: VimState | undefined;
}

export const emptyPrompt = ({ sent = [], commands = [], vim }: PromptStart = {}): PromptState => ({
  buffer: emptyBuffer,
  mode: 'message',
  histories: { message: historyOf(sent), shell: historyOf(commands) },
  completion: undefined,
  wanted: false,
  recalled: false,
  search: undefined,
  stash: undefined,
  vim,
});

export const withPromptText = (state: PromptState, text: string): PromptState => ({
  ...state,
  buffer: withText(state.buffer, text),
  completion: undefined,
  recalled: true,
});

/** A text that was not typed here: of the history, of an editor. One that nobody reads in a prompt is folded, as a paste. */
export const withRecalled = (state: PromptState, text: string): PromptState =>
  isHuge(text)
    ? { ...withPromptText(state, ''), buffer: paste(withText(state.buffer, ''), text) }
    : withPromptText(state, text);

/** After a change by hand. */
export const changed = (state: PromptState, buffer: TextBuffer): PromptState => {
  const { completion } = state;
  if (buffer.text === state.buffer.text) return { ...state, buffer, wanted: false };
  return { ...state, buffer, wanted: false, recalled: false, completion: completion && { ...completion, stale: true } };
};

export const inMode = (state: PromptState, mode: PromptMode): PromptState => ({
  ...state,
  mode,
  completion: undefined,
});

/** The completion that a key may choose from. */
export const freshCompletion = ({ completion }: PromptState): OpenCompletion | undefined =>
  completion?.stale === true || completion?.items.length === 0 ? undefined : completion;

/** With what was found for the text as it is now. */
export function completedBy(state: PromptState, completion: OpenCompletion | undefined): PromptState {
  const settled = { ...state, wanted: false };
  const isWanted = state.wanted && completion !== undefined && completion.items.length > 0;
  return isWanted ? accepted(settled, completion) : { ...settled, completion };
}

export function accepted(state: PromptState, { query, items, selected }: OpenCompletion): PromptState {
  const item = items[selected];
  if (item === undefined) return { ...state, completion: undefined };
  const buffer = replace(state.buffer, [query.from, query.to], item.insert);
  return {
    ...state,
    buffer: moved(buffer, query.from + item.insert.length),
    completion: undefined,
    recalled: false,
  };
}

/** Sends what is written, if anything is. */
export function sent(state: PromptState, kind: 'submit' | 'queue'): PromptStep {
  const text = wholeText(state.buffer).trim();
  if (text === '') return { state };
  const { mode, histories } = state;
  const next: PromptState = {
    ...state,
    buffer: emptied(state.buffer),
    histories: { ...histories, [mode]: remembered(histories[mode], text) },
    completion: undefined,
    recalled: false,
  };
  return { state: next, effect: { kind: mode === 'shell' ? 'shell' : kind, text } };
}

/** One step back (1) or forth (-1) in the history. */
export function fromHistory(state: PromptState, direction: 1 | -1): PromptState {
  const { mode, histories, buffer } = state;
  const found = step(histories[mode], direction, buffer.text);
  if (found === undefined) return state;
  const isDraft = found.history.back === 0;
  return {
    ...(isDraft ? withPromptText(state, found.text) : withRecalled(state, found.text)),
    histories: { ...histories, [mode]: found.history },
  };
}

/** What is written goes aside, and what was laid aside comes back. */
export function stashed(state: PromptState): PromptState {
  const { buffer, mode, stash } = state;
  const next: PromptState = {
    ...state,
    buffer: stash?.buffer ?? emptied(buffer),
    mode: stash?.mode ?? mode,
    completion: undefined,
    recalled: true,
  };
  return { ...next, stash: buffer.text === '' ? undefined : { buffer, mode } };
}
