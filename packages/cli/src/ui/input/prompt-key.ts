/** What a key makes of the prompt. Pure: what it asks of the rest of the program comes back as an effect. */
import { newSearch, searchKey } from './history-search.js';
import { imagePath } from './image-path.js';
import { actionOf, EDIT_KEYS, PROMPT_KEYS, type PromptAction } from './key-bindings.js';
import { moveVertically } from './layout.js';
import type { InputEvent } from './parse-keys.js';
import {
  accepted,
  changed,
  freshCompletion,
  fromHistory,
  inMode,
  sent,
  stashed,
  withRecalled,
  type OpenCompletion,
  type PromptState,
  type PromptStep,
} from './prompt-state.js';
import { edit, insert, moved, paste } from './text-buffer.js';
import { newVim, vimKey } from './vim.js';

/** undefined: the key means nothing here. `width` is that of the text, in columns. */
export function promptKey(state: PromptState, event: InputEvent, width: number): PromptStep | undefined {
  if (state.search !== undefined) return { state: inSearch(state, state.search, event) };
  return (
    vimStep(state, event, width) ?? (event.kind === 'paste' ? pasted(state, event.text) : pressed(state, event, width))
  );
}

function inSearch(state: PromptState, search: NonNullable<PromptState['search']>, event: InputEvent): PromptState {
  const next = searchKey(search, event, state.histories[state.mode].sent);
  if (next.kind === 'searching') return { ...state, search: next.search };
  const closed = { ...state, search: undefined };
  return next.text === undefined ? closed : withRecalled(closed, next.text);
}

function vimStep(state: PromptState, event: InputEvent, width: number): PromptStep | undefined {
  // Esc closes what completes the text before it leaves insert mode.
  if (state.vim === undefined || freshCompletion(state) !== undefined) return undefined;
  const step = vimKey(state.vim, state.buffer, event);
  if (step === undefined) return undefined;
  if (step.kind === 'done') return { state: { ...changed(state, step.buffer), vim: step.vim, completion: undefined } };
  let next: PromptState = { ...state, vim: step.vim };
  for (let times = 0; times < Math.min(step.count, MOST_LINES); times += 1) {
    next = upOrDown(next, step.direction === 'up' ? -1 : 1, width);
  }
  return { state: next };
}

const MOST_LINES = 1_000;

function pasted(state: PromptState, text: string): PromptStep {
  const path = state.mode === 'message' ? imagePath(text) : undefined;
  return path === undefined
    ? { state: changed(state, paste(state.buffer, text)) }
    : { state, effect: { kind: 'image-path', path, pasted: text } };
}

type Press = Extract<InputEvent, { kind: 'key' }>;

function pressed(state: PromptState, event: Press, width: number): PromptStep | undefined {
  const { buffer, mode } = state;
  const action = actionOf(PROMPT_KEYS, event.id);
  if (action !== undefined) return act(state, action, width);
  const command = actionOf(EDIT_KEYS, event.id);
  if (command === 'backspace' && mode === 'shell' && buffer.text === '') return { state: inMode(state, 'message') };
  if (command !== undefined) return { state: changed(state, edit(buffer, command)) };
  if (event.text === '') return undefined;
  if (event.id === '?' && buffer.text === '' && mode === 'message') return { state, effect: { kind: 'shortcuts' } };
  if (event.id === '!' && buffer.text === '') return { state: inMode(state, mode === 'shell' ? 'message' : 'shell') };
  return { state: changed(state, insert(buffer, event.text)) };
}

function act(state: PromptState, action: PromptAction, width: number): PromptStep | undefined {
  const completion = freshCompletion(state);
  switch (action) {
    case 'submit':
      return submit(state, completion);
    case 'queue':
      return fresh(sent(state, 'queue'));
    case 'up':
    case 'down':
      return { state: upOrDown(state, action === 'up' ? -1 : 1, width) };
    case 'history-back':
    case 'history-forward':
      return { state: fromHistory(state, action === 'history-back' ? 1 : -1) };
    case 'search':
      return { state: { ...state, search: newSearch, completion: undefined } };
    case 'stash':
      return { state: stashed(state) };
    case 'complete':
      if (completion !== undefined) return { state: accepted(state, completion) };
      return { state: { ...state, wanted: true } };
    case 'edit-outside':
    case 'paste-image':
      return { state, effect: { kind: action } };
    case 'escape':
      if (completion !== undefined) return { state: { ...state, completion: undefined } };
      return { state, effect: { kind: 'escape' } };
    case 'delete-or-leave':
      if (state.buffer.text === '') return { state, effect: { kind: 'leave' } };
      return { state: changed(state, edit(state.buffer, 'delete')) };
  }
}

/** A new message is written in insert mode. */
const fresh = (step: PromptStep): PromptStep => {
  const { vim } = step.state;
  return step.effect === undefined || vim === undefined
    ? step
    : { ...step, state: { ...step.state, vim: { ...newVim, register: vim.register } } };
};

/** A backslash before Enter is the newline of terminals that can't tell Shift+Enter. */
function submit(state: PromptState, completion: OpenCompletion | undefined): PromptStep {
  const { buffer } = state;
  if (buffer.text.endsWith('\\') && buffer.cursor === buffer.text.length) {
    return { state: changed(state, insert(edit(buffer, 'backspace'), '\n')) };
  }
  const leavesIt = completion?.query.optional === true && completion.moved !== true;
  if (completion === undefined || leavesIt || isTyped(state, completion)) return fresh(sent(state, 'submit'));
  const next = accepted(state, completion);
  // A command is run by the key that completed it.
  return next.buffer.text.startsWith('/') && completion.query.from === 0
    ? fresh(sent(next, 'submit'))
    : { state: next };
}

const isTyped = ({ buffer }: PromptState, { query, items, selected }: OpenCompletion): boolean =>
  items[selected] === undefined || buffer.text.slice(query.from, query.to) === items[selected].insert.trimEnd();

function upOrDown(state: PromptState, direction: -1 | 1, width: number): PromptState {
  const { buffer } = state;
  const completion = freshCompletion(state);
  if (completion !== undefined) {
    const count = completion.items.length;
    const selected = (completion.selected + direction + count) % count;
    return { ...state, completion: { ...completion, selected, moved: true } };
  }
  const move = moveVertically(buffer, direction, width);
  if (move !== undefined) return changed(state, moved(buffer, move.cursor, move.column));
  return fromHistory(state, direction === -1 ? 1 : -1);
}
