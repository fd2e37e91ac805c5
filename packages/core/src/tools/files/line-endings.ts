/**
 * Lets an edit be written with plain newlines whatever the file uses, and puts the file's own endings back. Pure.
 * A file of mixed endings is left exactly as it is outside the edited text.
 */
export type LineEnding = 'lf' | 'crlf' | 'mixed';

export function lineEndingOf(text: string): LineEnding {
  const crlf = text.split('\r\n').length - 1;
  if (crlf === 0) return 'lf';
  return text.split('\n').length - 1 === crlf ? 'crlf' : 'mixed';
}

export const toLf = (text: string): string => text.replaceAll('\r\n', '\n');

export const toCrlf = (text: string): string => toLf(text).replaceAll('\n', '\r\n');

/** New content in the style of the file it replaces; content that has carriage returns of its own is left alone. */
export function inStyleOf(previous: string, content: string): string {
  return lineEndingOf(previous) === 'crlf' && !content.includes('\r\n') ? toCrlf(content) : content;
}
