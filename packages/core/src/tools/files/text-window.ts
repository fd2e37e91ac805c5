/**
 * Which lines of a text a reader gets, and the sentence that says how to read on. Pure.
 * A text that fits is given raw; a window starts with one line of what it shows, then `---`.
 */
import { countLines } from '../../shared/text-limit.js';

export const MAX_LINES = 2000;
const MAX_CHARS = 100_000;
const MAX_LINE_CHARS = 2000;

export interface WindowRequest {
  /** First line wanted, counted from 0. */
  readonly offset?: number;
  /** How many lines are wanted. */
  readonly limit?: number;
}

export type TextWindow =
  { readonly kind: 'shown'; readonly text: string } | { readonly kind: 'past-end'; readonly totalLines: number };

export function textWindow(text: string, { offset = 0, limit }: WindowRequest): TextWindow {
  const totalLines = countLines(text);
  if (offset > 0 && offset >= totalLines) return { kind: 'past-end', totalLines };
  const lines = text.split('\n', offset + Math.min(limit ?? MAX_LINES, MAX_LINES)).slice(offset, totalLines);
  const { shown, count, cutLine } = withinChars(lines);
  const end = offset + count;
  const body = shown.join('\n') + (end === totalLines && text.endsWith('\n') && !cutLine ? '\n' : '');
  if (body === text) return { kind: 'shown', text };
  const notes = [
    end < totalLines ? ` Read on with offset ${end}.` : '',
    cutLine ? ` Lines over ${MAX_LINE_CHARS} characters are cut.` : '',
  ];
  return { kind: 'shown', text: `Showing lines ${offset + 1}-${end} of ${totalLines}.${notes.join('')}\n---\n${body}` };
}

/** At least one line, else nothing could be read past a long one. */
function withinChars(lines: readonly string[]): { shown: string[]; count: number; cutLine: boolean } {
  const shown: string[] = [];
  let chars = 0;
  let cutLine = false;
  for (const line of lines) {
    const tooLong = line.length > MAX_LINE_CHARS;
    const text = tooLong
      ? `${line.slice(0, MAX_LINE_CHARS)}... [${line.length - MAX_LINE_CHARS} more characters]`
      : line;
    chars += text.length + 1;
    if (chars > MAX_CHARS && shown.length > 0) break;
    shown.push(text);
    cutLine ||= tooLong;
  }
  return { shown, count: shown.length, cutLine };
}
