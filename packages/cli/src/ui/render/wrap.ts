/** Lines that fit a width, styles kept across the breaks. Pure. */
import wrapAnsi from 'wrap-ansi';

export const wrapLines = (text: string, width: number): string[] =>
  text === '' ? [] : text.split('\n').flatMap((line) => wrapLine(line, Math.max(width, 1)));

/** The space that a line is broken at belongs to neither piece. */
function wrapLine(line: string, width: number): string[] {
  const pieces = wrapAnsi(line, width, { hard: true, trim: false }).split('\n');
  return pieces.map((piece, place) => {
    const start = place === 0 ? piece : piece.replace(/^ (?=\S)/, '');
    return place === pieces.length - 1 ? start : start.trimEnd();
  });
}
