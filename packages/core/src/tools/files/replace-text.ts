/**
 * Replaces an exact piece of a text, and refuses to guess: a piece that is missing or stands in several places changes
 * nothing, and the answer says what would help. Pure.
 */
import { lineEndingOf, toCrlf, toLf } from './line-endings.js';
import { nearMatch } from './near-match.js';

export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly all: boolean;
}

export type Replaced =
  | { readonly kind: 'replaced'; readonly text: string; readonly count: number }
  /** What is wrong with the edit, worded to follow the file's name. */
  | { readonly kind: 'refused'; readonly shown: string };

export function replaceText(text: string, { oldText, newText, all }: Replacement): Replaced {
  const ending = lineEndingOf(text);
  if (ending !== 'mixed') {
    const replaced = replaceExactly(toLf(text), { oldText: toLf(oldText), newText: toLf(newText), all });
    if (ending === 'lf' || replaced.kind === 'refused') return replaced;
    return { ...replaced, text: toCrlf(replaced.text) };
  }
  const asGiven = replaceExactly(text, { oldText, newText, all });
  if (asGiven.kind === 'replaced' || oldText.includes('\r\n')) return asGiven;
  const asCrlf = replaceExactly(text, { oldText: toCrlf(oldText), newText: toCrlf(newText), all });
  return asCrlf.kind === 'replaced' ? asCrlf : asGiven;
}

function replaceExactly(text: string, { oldText, newText, all }: Replacement): Replaced {
  if (oldText === newText) return refused('old_string and new_string are the same: nothing would change.');
  const parts = text.split(oldText);
  const count = parts.length - 1;
  if (count === 0) return refused(`old_string was not found. ${nearMatch(text, oldText)}`);
  if (count > 1 && !all) return refused(ambiguous(parts, oldText));
  return { kind: 'replaced', text: parts.join(newText), count };
}

const MAX_LINES_NAMED = 10;

function ambiguous(parts: readonly string[], oldText: string): string {
  const lines: number[] = [];
  let before = '';
  for (const part of parts.slice(0, MAX_LINES_NAMED)) {
    before += part;
    lines.push(before.split('\n').length);
    before += oldText;
  }
  const count = parts.length - 1;
  const named = lines.slice(0, count).join(', ') + (count > MAX_LINES_NAMED ? ', ...' : '');
  return (
    `old_string stands there ${count} times (at lines ${named}). ` +
    `Give more of the lines around the one you mean, or set replace_all to change all of them.`
  );
}

const refused = (shown: string): Replaced => ({ kind: 'refused', shown });
