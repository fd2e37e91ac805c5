/** The prompt as lines: its frame, the part of the text around the cursor, and what completes it. Pure. */
import stringWidth from 'string-width';
import { nextGrapheme } from '../input/graphemes.js';
import { layoutLines, lineOf } from '../input/layout.js';
import type { Completion } from '../completion/source.js';
import { found, type HistorySearch } from '../input/history-search.js';
import type { OpenCompletion, PromptState } from '../input/prompt-state.js';
import { cut, cutStart } from './lines.js';
import type { Look } from './look.js';
import { safeText } from './safe-text.js';

/** Frame and mark. */
const AROUND = 6;
/** Behind a full row. */
const CURSOR = 1;
const MOST_COMPLETIONS = 6;
const PLACEHOLDER = {
  message: 'Type a message, / for commands, @ for files',
  shell: 'Type a shell command, Backspace to leave',
};

/** What the text has of the width. */
export const promptTextWidth = (width: number): number => Math.max(width - AROUND - CURSOR, 8);

export interface PromptLook extends Look {
  readonly maxRows: number;
  /** Keys go somewhere else: no cursor. */
  readonly blurred: boolean;
}

export function promptLines(state: PromptState, look: PromptLook): string[] {
  const { buffer, mode, stash } = state;
  const { style, width, maxRows, blurred } = look;
  const textWidth = promptTextWidth(width);
  const rowWidth = textWidth + CURSOR;
  const edge = blurred ? style.muted : mode === 'shell' ? style.warning : style.accent;
  const rows =
    buffer.text === ''
      ? [emptyRow(PLACEHOLDER[mode], look)]
      : textRows(buffer, textWidth, look).slice(...visible(buffer, textWidth, maxRows));
  const mark = (place: number): string =>
    place === 0 ? (mode === 'shell' ? style.warning('! ') : style.user('> ')) : '  ';
  const line = (row: string, place: number): string =>
    `${edge('│')} ${mark(place)}${row}${' '.repeat(Math.max(0, rowWidth - stringWidth(row)))} ${edge('│')}`;
  const rule = '─'.repeat(rowWidth + 4);
  return [
    edge(`╭${rule}╮`),
    ...rows.map(line),
    edge(`╰${rule}╯`),
    ...(stash === undefined ? [] : [style.muted(cut('Something is laid aside: Ctrl+S brings it back', width))]),
    ...(blurred ? [] : belowLines(state, look)),
  ];
}

function belowLines({ search, completion, histories, mode }: PromptState, look: Look): string[] {
  if (search !== undefined) return searchLines(search, histories[mode].sent, look);
  return completion === undefined ? [] : completionLines(completion, look);
}

function searchLines(search: HistorySearch, sent: readonly string[], look: Look): string[] {
  const { style, width } = look;
  const texts = found(sent, search);
  const items = texts.map((text) => ({ insert: text, label: safeText(text).replaceAll('\n', ' ⏎ ') }));
  const head = `Search: ${safeText(search.word)}${style.inverse(' ')}`;
  const hint = texts.length === 0 ? 'nothing found' : 'Enter takes it, Ctrl+R goes on, Esc leaves';
  const room = width - stringWidth(head) - 2;
  return [
    `${head}${room < 8 ? '' : `  ${style.muted(cut(hint, room))}`}`,
    ...(items.length === 0 ? [] : choiceLines(items, search.selected, look)),
  ];
}

function emptyRow(placeholder: string, { style, blurred, width }: PromptLook): string {
  const text = cut(placeholder, promptTextWidth(width));
  return blurred ? style.muted(text) : style.inverse(text.slice(0, 1)) + style.muted(text.slice(1));
}

function textRows(
  { text, cursor }: PromptState['buffer'],
  textWidth: number,
  { style, blurred }: PromptLook,
): string[] {
  const lines = layoutLines(text, textWidth);
  const row = blurred ? -1 : lineOf(lines, cursor);
  return lines.map(({ from, to }, place) => {
    if (place !== row) return safeText(text.slice(from, to));
    const end = cursor < to ? nextGrapheme(text, cursor) : cursor;
    const under = cursor < to ? safeText(text.slice(cursor, end)) || ' ' : ' ';
    return safeText(text.slice(from, cursor)) + style.inverse(under) + safeText(text.slice(end, to));
  });
}

/** The rows around the cursor, as arguments of slice. */
function visible({ text, cursor }: PromptState['buffer'], textWidth: number, maxRows: number): [number, number] {
  const lines = layoutLines(text, textWidth);
  const row = lineOf(lines, cursor);
  const first = Math.max(0, Math.min(row - Math.floor(maxRows / 2), lines.length - maxRows));
  return [first, first + maxRows];
}

function completionLines({ items, selected, help }: OpenCompletion, look: Look): string[] {
  const about = help === undefined ? [] : [look.style.muted(cut(safeText(help), look.width))];
  return [...about, ...(items.length === 0 ? [] : choiceLines(items, selected, look))];
}

function choiceLines(items: readonly Completion[], selected: number, { style, width }: Look): string[] {
  const first = Math.max(0, Math.min(selected - Math.floor(MOST_COMPLETIONS / 2), items.length - MOST_COMPLETIONS));
  const shown = items.slice(first, first + MOST_COMPLETIONS);
  const half = shown.some(({ detail = '' }) => detail !== '') ? Math.floor(width / 2) : width - 4;
  const widest = Math.min(Math.max(...shown.map(({ label }) => stringWidth(label))), half);
  return shown.map(({ label, detail = '', keepsEnd }, place) => {
    const chosen = first + place === selected;
    const name = keepsEnd === true ? cutStart(label, widest) : cut(label, widest);
    const rest = cut(detail, Math.max(0, width - widest - 5));
    const line = `${name}${' '.repeat(widest - stringWidth(name))}  `;
    return `${chosen ? style.accent('› ') : '  '}${chosen ? style.bold(line) : line}${style.muted(rest)}`;
  });
}
