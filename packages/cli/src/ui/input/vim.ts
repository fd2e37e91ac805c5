/**
 * The prompt under vim keys: insert and normal mode, counts, operators with motions, one register. Pure. In insert mode only
 * Esc is its own; in normal mode everything that types is, and Enter and control keys go on as ever.
 */
import { nextGrapheme, previousGrapheme } from './graphemes.js';
import type { InputEvent } from './parse-keys.js';
import { edit, moved, replace, type TextBuffer } from './text-buffer.js';
import { firstNonBlank, lineEnd, lineStart, motion } from './vim-motions.js';

export interface VimState {
  readonly mode: 'insert' | 'normal';
  /** What was typed of a command so far, such as `2d`. */
  readonly pending: string;
  readonly register: { readonly text: string; readonly linewise: boolean };
}

export type VimStep =
  | { readonly kind: 'done'; readonly vim: VimState; readonly buffer: TextBuffer }
  /** A move between lines, which may lead into the history. */
  | { readonly kind: 'line'; readonly vim: VimState; readonly direction: 'up' | 'down'; readonly count: number };

export const newVim: VimState = { mode: 'insert', pending: '', register: { text: '', linewise: false } };

/** undefined: not for vim. */
export function vimKey(vim: VimState, buffer: TextBuffer, event: InputEvent): VimStep | undefined {
  if (event.kind === 'paste') return undefined;
  if (vim.mode === 'insert') {
    if (event.id !== 'escape') return undefined;
    return done({ ...vim, mode: 'normal', pending: '' }, onCharacter(moved(buffer, leftOf(buffer))));
  }
  if (event.id === 'escape') return vim.pending === '' ? undefined : done({ ...vim, pending: '' }, buffer);
  const typed = TYPES[event.id] ?? event.text;
  if (typed === '') return undefined;
  const command = readCommand(vim.pending + typed);
  if (command === 'more') return done({ ...vim, pending: vim.pending + typed }, buffer);
  const idle = { ...vim, pending: '' };
  return command === undefined ? done(idle, buffer) : perform(command, idle, buffer);
}

/** Keys that move as letters do. */
const TYPES: Readonly<Record<string, string>> = {
  left: 'h',
  right: 'l',
  home: '0',
  end: '$',
  backspace: 'h',
  delete: 'x',
};

interface Command {
  readonly operator: string;
  readonly key: string;
  readonly count: number;
  readonly counted: boolean;
  readonly target: string | undefined;
}

const COMMAND = /^([1-9]\d*)?([dcy])?([1-9]\d*)?(?:([fFtT])(.)?|(g)(.)?|(.))?$/su;
const MOST = 10_000;

function readCommand(typed: string): Command | 'more' | undefined {
  const found = COMMAND.exec(typed);
  if (found === null) return undefined;
  const [, before, operator = '', after, find, target, g, afterG, plain] = found;
  const key = find ?? (g === undefined ? plain : afterG === undefined ? undefined : `g${afterG}`);
  if (key === undefined || (find !== undefined && target === undefined)) return 'more';
  const count = Math.min(Number(before ?? 1) * Number(after ?? 1), MOST);
  return { operator, key, count, counted: before !== undefined || after !== undefined, target };
}

function perform(command: Command, vim: VimState, buffer: TextBuffer): VimStep {
  const { operator, key, count } = command;
  if (operator !== '') {
    const range = operator === key ? lines(buffer.text, buffer.cursor, count) : reached(command, buffer);
    return range === undefined ? done(vim, buffer) : operate(operator, range, { vim, buffer });
  }
  if (key === 'j' || key === 'k') return { kind: 'line', vim, direction: key === 'k' ? 'up' : 'down', count };
  const to = motion(buffer.text, buffer.cursor, command);
  if (to !== undefined) return done(vim, onCharacter(moved(buffer, to.to)));
  return SINGLE[key]?.(vim, buffer, count) ?? done(vim, buffer);
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly linewise: boolean;
}

function lines(text: string, cursor: number, count: number): Range {
  let to = lineEnd(text, cursor);
  for (let done = 1; done < count && to < text.length; done += 1) to = lineEnd(text, to + 1);
  return { from: lineStart(text, cursor), to, linewise: true };
}

function reached(command: Command, { text, cursor }: TextBuffer): Range | undefined {
  // As everywhere in vim: `cw` leaves the space after the word.
  const asEnd = command.operator === 'c' && command.key === 'w' && /\S/.test(text.charAt(cursor));
  // One before: on the last character of a word that is its end already.
  const found = asEnd ? motion(text, cursor - 1, { ...command, key: 'e' }) : motion(text, cursor, command);
  if (found === undefined) return undefined;
  const [from, to] = [Math.min(cursor, found.to), Math.max(cursor, found.to)];
  if (found.reach === 'linewise') return { from: lineStart(text, from), to: lineEnd(text, to), linewise: true };
  if (found.reach === 'inclusive') return { from, to: nextGrapheme(text, to), linewise: false };
  // `dw` on the last word of a line stays on the line.
  const end = command.key === 'w' ? Math.min(to, Math.max(lineEnd(text, lastOf(text, to)), from)) : to;
  return { from, to: end, linewise: false };
}

/** The last place before a target that is not the white space in front of it. */
const lastOf = (text: string, to: number): number => text.slice(0, to).trimEnd().length;

interface Place {
  readonly vim: VimState;
  readonly buffer: TextBuffer;
}

function operate(operator: string, { from, to, linewise }: Range, { vim, buffer }: Place): VimStep {
  const { text } = buffer;
  const kept: VimState = { ...vim, register: { text: text.slice(from, to), linewise } };
  if (operator === 'y') return done(kept, moved(buffer, linewise ? buffer.cursor : from));
  if (operator === 'c') return done({ ...kept, mode: 'insert' }, replace(buffer, [from, to], ''));
  if (!linewise) return done(kept, onCharacter(replace(buffer, [from, to], '')));
  // The line feed goes with the lines: the one after them, at the end of the text the one before.
  const cut = replace(buffer, to < text.length ? [from, to + 1] : [Math.max(0, from - 1), to], '');
  return done(kept, moved(cut, firstNonBlank(cut.text, cut.cursor)));
}

type Single = (vim: VimState, buffer: TextBuffer, count: number) => VimStep;

const inserting = (vim: VimState, buffer: TextBuffer): VimStep => done({ ...vim, mode: 'insert' }, buffer);

const SINGLE: Readonly<Record<string, Single>> = {
  i: inserting,
  a: (vim, buffer) => inserting(vim, moved(buffer, rightOf(buffer))),
  I: (vim, buffer) => inserting(vim, moved(buffer, firstNonBlank(buffer.text, buffer.cursor))),
  A: (vim, buffer) => inserting(vim, moved(buffer, lineEnd(buffer.text, buffer.cursor))),
  o: (vim, buffer) => {
    const end = lineEnd(buffer.text, buffer.cursor);
    return inserting(vim, replace(buffer, [end, end], '\n'));
  },
  O: (vim, buffer) => {
    const start = lineStart(buffer.text, buffer.cursor);
    return inserting(vim, moved(replace(buffer, [start, start], '\n'), start));
  },
  x: (vim, buffer, count) => {
    const { text, cursor } = buffer;
    const to = motion(text, cursor, { key: 'l', count, counted: true })?.to ?? cursor;
    return to === cursor ? done(vim, buffer) : operate('d', { from: cursor, to, linewise: false }, { vim, buffer });
  },
  D: (vim, buffer) => operate('d', restOfLine(buffer), { vim, buffer }),
  C: (vim, buffer) => operate('c', restOfLine(buffer), { vim, buffer }),
  Y: (vim, buffer, count) => operate('y', lines(buffer.text, buffer.cursor, count), { vim, buffer }),
  p: (vim, buffer, count) => put(vim, buffer, count, 'after'),
  P: (vim, buffer, count) => put(vim, buffer, count, 'before'),
  u: (vim, buffer, count) => {
    let undone = buffer;
    for (let times = 0; times < count && undone.undo.length > 0; times += 1) undone = edit(undone, 'undo');
    return done(vim, onCharacter(undone));
  },
};

const restOfLine = ({ text, cursor }: TextBuffer): Range => ({
  from: cursor,
  to: lineEnd(text, cursor),
  linewise: false,
});

function put(vim: VimState, buffer: TextBuffer, count: number, where: 'after' | 'before'): VimStep {
  const { text: piece, linewise } = vim.register;
  if (piece === '' && !linewise) return done(vim, buffer);
  const { text, cursor } = buffer;
  if (!linewise) {
    const at = where === 'after' ? rightOf(buffer) : cursor;
    return done(vim, onCharacter(moved(replace(buffer, [at, at], piece.repeat(count)), at + piece.length * count - 1)));
  }
  const block = Array.from({ length: count }, () => piece).join('\n');
  const at = where === 'after' ? lineEnd(text, cursor) : lineStart(text, cursor);
  const changed = replace(buffer, [at, at], where === 'after' ? `\n${block}` : `${block}\n`);
  return done(vim, moved(changed, firstNonBlank(changed.text, where === 'after' ? at + 1 : at)));
}

const done = (vim: VimState, buffer: TextBuffer): VimStep => ({ kind: 'done', vim, buffer });

const leftOf = ({ text, cursor }: TextBuffer): number =>
  cursor === lineStart(text, cursor) ? cursor : previousGrapheme(text, cursor);

const rightOf = ({ text, cursor }: TextBuffer): number =>
  cursor === lineEnd(text, cursor) ? cursor : nextGrapheme(text, cursor);

/** In normal mode the cursor stands on a character, not behind the last one of its line. */
function onCharacter(buffer: TextBuffer): TextBuffer {
  const { text, cursor } = buffer;
  return cursor === lineEnd(text, cursor) ? moved(buffer, leftOf(buffer)) : buffer;
}
