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

function withinLines(text: string, regexp: RegExp): LineMatch[] {
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

function across(text: string, regexp: RegExp): LineMatch[] {
  const found: LineMatch[] = [];
  let line = 1;
  let counted = 0;
  let shownUntil = 0;
  for (const { index, 0: matched } of text.matchAll(regexp)) {
    const from = index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1;
    if (index < shownUntil) continue;
    const lastAt = index + Math.max(matched.length - 1, 0);
    const newline = text.indexOf('\n', lastAt);
    shownUntil = newline === -1 ? text.length : newline + 1;
    for (; counted < from; counted += 1) if (text[counted] === '\n') line += 1;
    found.push({ line, text: text.slice(from, shownUntil).replace(/\r?\n$/, '') });
  }
  return found;
}
