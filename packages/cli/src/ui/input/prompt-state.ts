/**
 * The prompt as a value: text, history and what completes it, and what a key makes of them. Pure. What a key asks of the rest
 * of the program comes back as an effect.
 */
import type { Completion, CompletionQuery } from '../completion/source.js';
import { historyOf, remembered, step, type PromptHistory } from './history.js';
import { actionOf, EDIT_KEYS, PROMPT_KEYS, type PromptAction } from './key-bindings.js';
import { moveVertically } from './layout.js';
import type { InputEvent } from './parse-keys.js';
import { edit, emptyBuffer, insert, moved, paste, wholeText, withText, type TextBuffer } from './text-buffer.js';

export interface OpenCompletion {
  readonly query: CompletionQuery;
  readonly items: readonly Completion[];
  readonly selected: number;
}

export interface PromptState {
  readonly buffer: TextBuffer;
  readonly history: PromptHistory;
  readonly completion: OpenCompletion | undefined;
}

export type PromptEffect =
  { readonly kind: 'submit' | 'queue'; readonly text: string } | { readonly kind: 'escape' | 'leave' | 'shortcuts' };

export interface PromptStep {
  readonly state: PromptState;
  readonly effect?: PromptEffect;
}

export const emptyPrompt = (sent: readonly string[] = []): PromptState => ({
  buffer: emptyBuffer,
  history: historyOf(sent),
  completion: undefined,
});

export const withPromptText = (state: PromptState, text: string): PromptState => ({
  ...state,
  buffer: withText(state.buffer, text),
  completion: undefined,
});

/** undefined: the key means nothing here. `width` is that of the text, in columns. */
export function promptKey(state: PromptState, event: InputEvent, width: number): PromptStep | undefined {
  const { buffer } = state;
  if (event.kind === 'paste') return changed(state, paste(buffer, event.text));
  const action = actionOf(PROMPT_KEYS, event.id);
  if (action !== undefined) return act(state, action, width);
  const command = actionOf(EDIT_KEYS, event.id);
  if (command !== undefined) return changed(state, edit(buffer, command));
  if (event.text === '') return undefined;
  if (event.id === '?' && buffer.text === '') return { state, effect: { kind: 'shortcuts' } };
  return changed(state, insert(buffer, event.text));
}

const changed = (state: PromptState, buffer: TextBuffer): PromptStep => ({
  state: { ...state, buffer, completion: buffer.text === state.buffer.text ? state.completion : undefined },
});

function act(state: PromptState, action: PromptAction, width: number): PromptStep | undefined {
  const { buffer, completion } = state;
  switch (action) {
    case 'submit':
      return submit(state);
    case 'queue':
      return send(state, 'queue');
    case 'up':
    case 'down':
      return upOrDown(state, action === 'up' ? -1 : 1, width);
    case 'history-back':
      return fromHistory(state, 1);
    case 'history-forward':
      return fromHistory(state, -1);
    case 'complete':
      return completion === undefined ? undefined : { state: accepted(state, completion) };
    case 'escape':
      if (completion !== undefined) return { state: { ...state, completion: undefined } };
      return { state, effect: { kind: 'escape' } };
    case 'delete-or-leave':
      return buffer.text === '' ? { state, effect: { kind: 'leave' } } : changed(state, edit(buffer, 'delete'));
  }
}

/** A backslash before Enter is the newline of terminals that can't tell Shift+Enter. */
function submit(state: PromptState): PromptStep {
  const { buffer, completion } = state;
  if (buffer.text.endsWith('\\') && buffer.cursor === buffer.text.length) {
    return changed(state, insert(edit(buffer, 'backspace'), '\n'));
  }
  if (completion === undefined || isTyped(buffer, completion)) return send(state, 'submit');
  const next = accepted(state, completion);
  // A command is run by the key that completed it.
  return next.buffer.text.startsWith('/') && completion.query.from === 0 ? send(next, 'submit') : { state: next };
}

const isTyped = ({ text }: TextBuffer, { query, items, selected }: OpenCompletion): boolean =>
  items[selected] === undefined || text.slice(query.from, query.to) === items[selected].insert.trimEnd();

function send(state: PromptState, kind: 'submit' | 'queue'): PromptStep {
  const text = wholeText(state.buffer).trim();
  if (text === '') return { state };
  const history = remembered(state.history, text);
  return { state: { ...withPromptText(state, ''), history }, effect: { kind, text } };
}

function accepted(state: PromptState, { query, items, selected }: OpenCompletion): PromptState {
  const item = items[selected];
  if (item === undefined) return { ...state, completion: undefined };
  const { text } = state.buffer;
  const completed = text.slice(0, query.from) + item.insert + text.slice(query.to);
  const buffer = moved(withText(state.buffer, completed), query.from + item.insert.length);
  return { ...state, buffer: { ...buffer, undo: state.buffer.undo }, completion: undefined };
}

function upOrDown(state: PromptState, direction: -1 | 1, width: number): PromptStep {
  const { buffer, completion } = state;
  if (completion !== undefined && completion.items.length > 0) {
    const count = completion.items.length;
    return {
      state: { ...state, completion: { ...completion, selected: (completion.selected + direction + count) % count } },
    };
  }
  const move = moveVertically(buffer, direction, width);
  if (move !== undefined) return changed(state, moved(buffer, move.cursor, move.column));
  return fromHistory(state, direction === -1 ? 1 : -1);
}

function fromHistory(state: PromptState, direction: 1 | -1): PromptStep {
  const found = step(state.history, direction, state.buffer.text);
  return { state: found === undefined ? state : { ...withPromptText(state, found.text), history: found.history } };
}
