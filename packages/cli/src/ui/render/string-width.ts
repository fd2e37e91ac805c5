/**
 * How many columns text takes: at once for what nearly all text of a terminal is made of, by the library for the rest.
 * The bundle has every `string-width` be this one, Ink's too.
 */
import stringWidth, { type Options } from 'string-width';

/**
 * Signs of one column that join with nothing: ASCII, Latin, punctuation, arrows, lines, blocks and our marks. None of
 * them is drawn as an emoji by itself.
 */
const NARROW =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2190-\u21ff\u2500-\u25c9\u2713\u2715\u2717\u279c\u276f\u2733\u273b\u22b6]*$/;

/** Colours and styles: the only sequences that text of ours holds. */
const STYLES = /\u001b\[[\d;:]*m/g;

export default function quickWidth(text: string, options: Options = {}): number {
  const { ambiguousIsNarrow = true, countAnsiEscapeCodes = false } = options;
  if (!ambiguousIsNarrow || countAnsiEscapeCodes) return stringWidth(text, options);
  const plain = text.includes('\u001b') ? text.replace(STYLES, '') : text;
  return NARROW.test(plain) ? plain.length : stringWidth(plain, options);
}
