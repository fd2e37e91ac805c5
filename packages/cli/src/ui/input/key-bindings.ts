/**
 * Which key does what, as data. Keys are named as parse-keys names them. The prompt, the dialogs and the screen each have
 * their own table; `help` rows are what `?` and the guide show.
 */
import type { EditCommand } from './text-buffer.js';

/** What a key in the prompt does besides editing. */
export type PromptAction =
  | 'submit'
  | 'queue'
  | 'up'
  | 'down'
  | 'history-back'
  | 'history-forward'
  | 'search'
  | 'stash'
  | 'complete'
  | 'edit-outside'
  | 'paste-image'
  | 'escape'
  | 'delete-or-leave';

/** What a key in the prompt does in some states of the program alone; in all others it is what the tables below say. */
export type ContextAction = 'background' | 'retry' | 'tool-descriptions' | 'edit-queued';

/** What a key does wherever one is. */
export type ScreenAction = 'interrupt' | 'redraw' | 'expand' | 'raw' | 'next-mode' | 'suspend';

export type DialogAction = 'up' | 'down' | 'choose' | 'dismiss';

type Keys<Action extends string> = Readonly<Record<Action, readonly string[]>>;

export const SCREEN_KEYS: Keys<ScreenAction> = {
  interrupt: ['ctrl+c'],
  redraw: ['ctrl+l'],
  expand: ['ctrl+o'],
  raw: ['alt+m'],
  'next-mode': ['shift+tab'],
  suspend: ['ctrl+z'],
};

export const PROMPT_KEYS: Keys<PromptAction> = {
  submit: ['enter'],
  queue: ['ctrl+q'],
  up: ['up'],
  down: ['down'],
  'history-back': ['ctrl+p'],
  'history-forward': ['ctrl+n'],
  search: ['ctrl+r'],
  stash: ['ctrl+s'],
  complete: ['tab'],
  'edit-outside': ['ctrl+x'],
  'paste-image': ['ctrl+v'],
  escape: ['escape'],
  'delete-or-leave': ['ctrl+d'],
};

export const CONTEXT_KEYS: Keys<ContextAction> = {
  background: ['ctrl+b'],
  retry: ['ctrl+y'],
  'tool-descriptions': ['ctrl+t'],
  'edit-queued': ['up'],
};

export const EDIT_KEYS: Keys<EditCommand> = {
  newline: ['ctrl+j', 'shift+enter', 'ctrl+enter', 'alt+enter'],
  left: ['left', 'ctrl+b'],
  right: ['right', 'ctrl+f'],
  'word-left': ['alt+b', 'ctrl+left', 'alt+left'],
  'word-right': ['alt+f', 'ctrl+right', 'alt+right'],
  'line-start': ['ctrl+a', 'home'],
  'line-end': ['ctrl+e', 'end'],
  'text-start': ['ctrl+home'],
  'text-end': ['ctrl+end'],
  backspace: ['backspace', 'ctrl+h', 'shift+backspace'],
  delete: ['delete'],
  'kill-line-end': ['ctrl+k'],
  'kill-line-start': ['ctrl+u'],
  'kill-word-left': ['ctrl+w', 'alt+backspace', 'ctrl+backspace'],
  'kill-word-right': ['alt+d', 'ctrl+delete', 'alt+delete'],
  yank: ['ctrl+y'],
  'yank-older': ['alt+y'],
  transpose: ['ctrl+t'],
  undo: ['ctrl+_', 'ctrl+/'],
  clear: [],
};

export const DIALOG_KEYS: Keys<DialogAction> = {
  up: ['up', 'k', 'ctrl+p'],
  down: ['down', 'j', 'ctrl+n'],
  choose: ['enter'],
  dismiss: ['escape'],
};

/** The action of a key in one table; undefined when it has none there. */
export function actionOf<Action extends string>(keys: Keys<Action>, id: string): Action | undefined {
  for (const action in keys) if (keys[action].includes(id)) return action;
  return undefined;
}

/** A line each of `?`. */
export const SHORTCUTS: readonly (readonly [keys: string, does: string])[] = [
  ['Enter', 'send; while a turn runs: add to it'],
  ['Ctrl+Q', 'send when the turn is over'],
  ['Ctrl+J, Shift+Enter', 'new line'],
  ['Esc', 'stop the turn; twice: clear the text'],
  ['Ctrl+C', 'stop the turn or clear the text; twice: leave'],
  ['Ctrl+D twice', 'leave'],
  ['Shift+Tab', 'next approval mode'],
  ['Ctrl+O', 'show thinking and output whole, or fold them'],
  ['Ctrl+L', 'draw the screen anew'],
  ['Up, Down, Ctrl+P, Ctrl+N', 'earlier and later messages; Up takes back the one that waits'],
  ['Ctrl+R', 'search what was sent before'],
  ['Ctrl+S', 'lay the text aside, or bring it back'],
  ['Ctrl+X', 'write in your editor'],
  ['Ctrl+V', 'paste an image'],
  ['Ctrl+B', 'let the running shell command go on in the background'],
  ['Ctrl+Y', 'after an error: try again; else insert what was cut'],
  ['Ctrl+T', 'with nothing written: the tools and what they do'],
  ['Alt+M', 'show answers as they were written, or formatted'],
  ['Ctrl+Z', 'suspend; fg goes on'],
  ['/', 'commands'],
  ['@', 'files, folders and MCP resources'],
  ['!', 'shell commands; again or Backspace: back to messages'],
];
