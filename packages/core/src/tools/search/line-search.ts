/**
 * Finds a pattern in one text, line by line, or across lines for a pattern that says so. Pure.
 */
export interface LineMatch {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** `regexp` has the flags g and m. */
export function searchLines(text: string, regexp: RegExp, acrossLines: boolean): LineMatch[] {
  return acrossLines ? across(text, regexp) : withinLines(text, regexp);
}

/** What looks beyond the match could see over the end of a line, where a line on its own has nothing. */
const LOOKS_AROUND = /\(\?(?:[=!]|<[=!])/;

function withinLines(text: string, regexp: RegExp): LineMatch[] {
  regexp.lastIndex = 0;
  // Most texts hold no match at all, and one look at the whole says so much faster than one at each line.
  if (!LOOKS_AROUND.test(regexp.source) && !regexp.test(text)) return [];
  const found: LineMatch[] = [];
  const lines = text.split('\n');
  // The nothing after the last newline is not a line.
  if (lines.at(-1) === '') lines.pop();
  for (const [index, raw] of lines.entries()) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    regexp.lastIndex = 0;
    if (regexp.test(line)) found.push({ line: index + 1, text: line });
  }
  return found;
}

/** Blocks of whole lines; matches that share a line share a block. */
function across(text: string, regexp: RegExp): LineMatch[] {
  const blocks: { from: number; until: number }[] = [];
  for (const { index, 0: matched } of text.matchAll(regexp)) {
    const newline = text.indexOf('\n', index + Math.max(matched.length - 1, 0));
    const until = newline === -1 ? text.length : newline + 1;
    const last = blocks.at(-1);
    if (last !== undefined && index < last.until) last.until = Math.max(last.until, until);
    else blocks.push({ from: index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1, until });
  }
  let line = 1;
  let counted = 0;
  return blocks.map(({ from, until }) => {
    for (; counted < from; counted += 1) if (text[counted] === '\n') line += 1;
    return { line, text: text.slice(from, until).replace(/\r?\n$/, '') };
  });
}
