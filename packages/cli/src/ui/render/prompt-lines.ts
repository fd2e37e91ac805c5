/** The prompt as lines: its frame, the part of the text around the cursor, and what completes it. Pure. */
import stringWidth from 'string-width';
import { nextGrapheme } from '../input/graphemes.js';
import { layoutLines, lineOf } from '../input/layout.js';
import type { OpenCompletion, PromptState } from '../input/prompt-state.js';
import { cut } from './lines.js';
import type { Look } from './look.js';
import { safeText } from './safe-text.js';

/** Frame and mark. */
const AROUND = 6;
const MOST_COMPLETIONS = 6;
const PLACEHOLDER = 'Type a message, / for commands';

/** What the text has of the width. */
export const promptTextWidth = (width: number): number => Math.max(width - AROUND, 8);

export interface PromptLook extends Look {
  readonly maxRows: number;
  /** Keys go somewhere else: no cursor. */
  readonly blurred: boolean;
}

export function promptLines({ buffer, completion }: PromptState, look: PromptLook): string[] {
  const { style, width, maxRows, blurred } = look;
  const textWidth = promptTextWidth(width);
  const edge = blurred ? style.muted : style.accent;
  const rows =
    buffer.text === ''
      ? [emptyRow(look)]
      : textRows(buffer, textWidth, look).slice(...visible(buffer, textWidth, maxRows));
  const mark = (place: number): string => (place === 0 ? style.user('> ') : '  ');
  const line = (row: string, place: number): string =>
    `${edge('│')} ${mark(place)}${row}${' '.repeat(Math.max(0, textWidth - stringWidth(row)))} ${edge('│')}`;
  const rule = '─'.repeat(Math.max(0, textWidth + 4));
  return [
    edge(`╭${rule}╮`),
    ...rows.map(line),
    edge(`╰${rule}╯`),
    ...(completion === undefined || blurred ? [] : completionLines(completion, look)),
  ];
}

function emptyRow({ style, blurred, width }: PromptLook): string {
  const text = cut(PLACEHOLDER, promptTextWidth(width) - 1);
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

function completionLines({ items, selected }: OpenCompletion, { style, width }: Look): string[] {
  const first = Math.max(0, Math.min(selected - Math.floor(MOST_COMPLETIONS / 2), items.length - MOST_COMPLETIONS));
  const shown = items.slice(first, first + MOST_COMPLETIONS);
  const widest = Math.min(Math.max(...shown.map(({ label }) => stringWidth(label))), Math.floor(width / 2));
  return shown.map(({ label, detail = '' }, place) => {
    const chosen = first + place === selected;
    const name = cut(label, widest);
    const rest = cut(detail, Math.max(0, width - widest - 5));
    const line = `${name}${' '.repeat(widest - stringWidth(name))}  `;
    return `${chosen ? style.accent('› ') : '  '}${chosen ? style.bold(line) : line}${style.muted(rest)}`;
  });
}
