/**
 * The text being written, as a value: what each editing command makes of it. Pure. The cursor is an offset into the text and
 * always stands between two characters as people see them. A long paste is held aside behind a label, which moves and is
 * deleted as one piece.
 */
import { nextGrapheme, nextWord, previousGrapheme, previousWord } from './graphemes.js';

export interface Paste {
  readonly label: string;
  readonly text: string;
}

interface Snapshot {
  readonly text: string;
  readonly cursor: number;
}

export interface TextBuffer extends Snapshot {
  /** The column that moves up and down keep to; undefined after any other command. */
  readonly column: number | undefined;
  /** Newest first. */
  readonly kills: readonly string[];
  /** Newest first. */
  readonly undo: readonly Snapshot[];
  readonly pastes: readonly Paste[];
  /** What the last command was: typing joins one undo step, kills join one kill. */
  readonly last: 'type' | 'kill' | 'yank' | 'other';
}

export const emptyBuffer: TextBuffer = {
  text: '',
  cursor: 0,
  column: undefined,
  kills: [],
  undo: [],
  pastes: [],
  last: 'other',
};

const MAX_UNDO = 200;
const MAX_KILLS = 20;
const FOLD_LINES = 10;
const FOLD_CHARS = 2_000;
const HUGE_LINES = 100;
const HUGE_CHARS = 10_000;

/** The text with every label replaced by what was pasted. */
export const wholeText = ({ text, pastes }: TextBuffer): string =>
  pastes.reduce((whole, paste) => whole.replaceAll(paste.label, () => paste.text), text);

/** A new text with the cursor at its end; what was killed stays, and what labels stand for. */
export const withText = ({ kills, pastes }: TextBuffer, text: string): TextBuffer => ({
  ...emptyBuffer,
  kills,
  pastes,
  text,
  cursor: text.length,
});

/** Nothing written, and no label means anything any more. */
export const emptied = ({ kills }: TextBuffer): TextBuffer => ({ ...emptyBuffer, kills });

/** Whether a text is more than anybody edits in a prompt. */
export const isHuge = (text: string): boolean => text.length > HUGE_CHARS || text.split('\n').length > HUGE_LINES;

/** Whether a text is held aside when it is pasted. */
const isLong = (text: string): boolean =>
  text.length > FOLD_CHARS || text.split('\n', FOLD_LINES + 1).length > FOLD_LINES;

/** A piece of the text put in place of another, with the cursor behind it; one step to undo. A label goes as a whole. */
export function replace(buffer: TextBuffer, [from, to]: Range, by: string): TextBuffer {
  const cut = buffer.pastes.flatMap(({ label }): Range[] => {
    const at = buffer.text.indexOf(label);
    return at !== -1 && at < to && at + label.length > from ? [[at, at + label.length]] : [];
  });
  const widest: Range = [Math.min(from, ...cut.map(([start]) => start)), Math.max(to, ...cut.map(([, end]) => end))];
  return replaced(buffer, widest, by);
}

export function insert(buffer: TextBuffer, typed: string): TextBuffer {
  const joins = buffer.last === 'type' && !/\s/.test(typed);
  return { ...replaced(buffer, [buffer.cursor, buffer.cursor], typed, joins), last: 'type' };
}

/** Short pastes are typed; long ones stand there as a label. */
export function paste(buffer: TextBuffer, pasted: string): TextBuffer {
  if (!isLong(pasted)) return { ...insert(buffer, pasted), last: 'other' };
  const lines = pasted.replace(/\n$/, '').split('\n').length;
  const size =
    lines > 1 ? `${lines.toLocaleString('en-US')} lines` : `${pasted.length.toLocaleString('en-US')} characters`;
  const label = `[Pasted text #${buffer.pastes.length + 1}: ${size}]`;
  const held = { ...buffer, pastes: [...buffer.pastes, { label, text: pasted }] };
  return { ...insert(held, label), last: 'other' };
}

/** The cursor somewhere else; `column` is kept by moves up and down alone. */
export const moved = (buffer: TextBuffer, cursor: number, column?: number): TextBuffer => ({
  ...buffer,
  cursor: clamp(cursor, buffer.text.length),
  column,
  last: 'other',
});

export type EditCommand = keyof typeof COMMANDS;

/** Every editing command by name; the keys are in key-bindings. */
export const COMMANDS = {
  newline: (buffer: TextBuffer) => insert(buffer, '\n'),
  left: (buffer: TextBuffer) => moved(buffer, before(buffer)),
  right: (buffer: TextBuffer) => moved(buffer, after(buffer)),
  'word-left': (buffer: TextBuffer) => moved(buffer, previousWord(buffer.text, buffer.cursor)),
  'word-right': (buffer: TextBuffer) => moved(buffer, nextWord(buffer.text, buffer.cursor)),
  'line-start': (buffer: TextBuffer) => moved(buffer, lineStart(buffer)),
  'line-end': (buffer: TextBuffer) => moved(buffer, lineEnd(buffer)),
  'text-start': (buffer: TextBuffer) => moved(buffer, 0),
  'text-end': (buffer: TextBuffer) => moved(buffer, buffer.text.length),
  backspace: (buffer: TextBuffer) => replaced(buffer, [before(buffer), buffer.cursor], ''),
  delete: (buffer: TextBuffer) => replaced(buffer, [buffer.cursor, after(buffer)], ''),
  'kill-line-end': (buffer: TextBuffer) => {
    const end = lineEnd(buffer);
    // At the end of a line its line feed goes.
    return killed(buffer, [buffer.cursor, end === buffer.cursor ? after(buffer) : end], 'forward');
  },
  'kill-line-start': (buffer: TextBuffer) => killed(buffer, [lineStart(buffer), buffer.cursor], 'backward'),
  'kill-word-left': (buffer: TextBuffer) =>
    killed(buffer, [previousWord(buffer.text, buffer.cursor), buffer.cursor], 'backward'),
  'kill-word-right': (buffer: TextBuffer) =>
    killed(buffer, [buffer.cursor, nextWord(buffer.text, buffer.cursor)], 'forward'),
  yank: (buffer: TextBuffer): TextBuffer => ({
    ...replaced(buffer, [buffer.cursor, buffer.cursor], buffer.kills[0] ?? ''),
    last: 'yank',
  }),
  'yank-older': (buffer: TextBuffer): TextBuffer => {
    const [newest = '', ...older] = buffer.kills;
    if (buffer.last !== 'yank' || older.length === 0) return buffer;
    const kills = [...older, newest];
    const swapped = replaced(buffer, [buffer.cursor - newest.length, buffer.cursor], kills[0] ?? '');
    return { ...swapped, kills, last: 'yank' };
  },
  transpose,
  undo: (buffer: TextBuffer): TextBuffer => {
    const [newest, ...undo] = buffer.undo;
    return newest === undefined ? buffer : { ...buffer, ...newest, undo, column: undefined, last: 'other' };
  },
  clear: (buffer: TextBuffer) => (buffer.text === '' ? buffer : killed(buffer, [0, buffer.text.length], 'forward')),
} as const satisfies Record<string, (buffer: TextBuffer) => TextBuffer>;

export const edit = (buffer: TextBuffer, command: EditCommand): TextBuffer => COMMANDS[command](buffer);

type Range = readonly [from: number, to: number];

function replaced(buffer: TextBuffer, [from, to]: Range, by: string, joins = false): TextBuffer {
  if (from === to && by === '') return { ...buffer, column: undefined, last: 'other' };
  const { text, cursor, undo } = buffer;
  return {
    ...buffer,
    text: text.slice(0, from) + by + text.slice(to),
    cursor: from + by.length,
    column: undefined,
    undo: joins ? undo : [{ text, cursor }, ...undo].slice(0, MAX_UNDO),
    last: 'other',
  };
}

function killed(buffer: TextBuffer, [from, to]: Range, direction: 'forward' | 'backward'): TextBuffer {
  if (from === to) return { ...buffer, last: 'other' };
  const cut = buffer.text.slice(from, to);
  const [newest = '', ...older] = buffer.kills;
  const joined = direction === 'forward' ? newest + cut : cut + newest;
  const kills = buffer.last === 'kill' ? [joined, ...older] : [cut, ...buffer.kills].slice(0, MAX_KILLS);
  return { ...replaced(buffer, [from, to], ''), kills, last: 'kill' };
}

function transpose(buffer: TextBuffer): TextBuffer {
  const { text } = buffer;
  const atEnd = buffer.cursor === lineEnd(buffer);
  const middle = atEnd ? before(buffer) : buffer.cursor;
  const [from, to] = [previousGrapheme(text, middle), nextGrapheme(text, middle)];
  if (from === middle || to === middle || text.slice(from, to).includes('\n')) return buffer;
  return replaced(buffer, [from, to], text.slice(middle, to) + text.slice(from, middle));
}

const clamp = (at: number, length: number): number => Math.max(0, Math.min(at, length));
const lineStart = ({ text, cursor }: Snapshot): number => (cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1);

function lineEnd({ text, cursor }: Snapshot): number {
  const end = text.indexOf('\n', cursor);
  return end === -1 ? text.length : end;
}

const before = ({ text, cursor, pastes }: TextBuffer): number =>
  cursor - (labelAt(pastes, (label) => text.endsWith(label, cursor)) ?? cursor - previousGrapheme(text, cursor));

const after = ({ text, cursor, pastes }: TextBuffer): number =>
  cursor + (labelAt(pastes, (label) => text.startsWith(label, cursor)) ?? nextGrapheme(text, cursor) - cursor);

const labelAt = (pastes: readonly Paste[], stands: (label: string) => boolean): number | undefined =>
  pastes.find(({ label }) => stands(label))?.label.length;
