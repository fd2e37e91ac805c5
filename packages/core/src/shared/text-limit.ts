/**
 * Cuts a long text to what a model should read: its head and its tail, with a line between that says what is left out.
 * Pure. Keeping the whole somewhere else is the caller's business.
 */
export interface TextLimit {
  readonly maxChars: number;
  readonly maxLines: number;
  /** The part of both limits that the head gets, 0 to 1. Default 0.5. */
  readonly headShare?: number;
}

export interface LimitedText {
  readonly text: string;
  readonly cut: boolean;
  readonly omittedChars: number;
}

/** What `tools.truncateToolOutputThreshold` and its line count are when no setting says otherwise. */
export const DEFAULT_TEXT_LIMIT: TextLimit = { maxChars: 25_000, maxLines: 1_000 };

/** The text as it is when it fits; else head, marker, tail. The marker comes on top of the limits. */
export function limitText(text: string, { maxChars, maxLines, headShare = 0.5 }: TextLimit): LimitedText {
  if (text.length <= maxChars && countLines(text) <= maxLines) return { text, cut: false, omittedChars: 0 };
  const headChars = Math.floor(maxChars * headShare);
  const headLines = Math.floor(maxLines * headShare);
  const head = takeHead(text, headChars, headLines);
  const tail = takeTail(text.slice(head.length), maxChars - headChars, maxLines - headLines);
  const omittedChars = text.length - head.length - tail.length;
  if (omittedChars === 0) return { text, cut: false, omittedChars };
  return { text: joinCut(head, omittedChars, tail), cut: true, omittedChars };
}

/** Puts the marker between what was kept. */
export function joinCut(head: string, omittedChars: number, tail: string): string {
  const before = head === '' || head.endsWith('\n') ? head : `${head}\n`;
  return `${before}... [${omittedChars} characters left out] ...\n${tail.replace(/^\n/, '')}`;
}

/** The start of a text within both limits, ending with a whole line unless that would waste half of it. */
export function takeHead(text: string, maxChars: number, maxLines: number): string {
  const end = Math.min(nthLineEnd(text, maxLines), maxChars);
  if (end >= text.length) return text;
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1;
  const at = lineEnd > end / 2 ? lineEnd : end;
  return text.slice(0, splitsPair(text, at) ? at - 1 : at);
}

/** The end of a text within both limits, starting with a whole line unless that would waste half of it. */
export function takeTail(text: string, maxChars: number, maxLines: number): string {
  const start = Math.max(nthLineStartFromEnd(text, maxLines), text.length - maxChars);
  if (start <= 0) return text;
  const lineStart = text.indexOf('\n', start - 1) + 1;
  const at = lineStart > 0 && text.length - lineStart > (text.length - start) / 2 ? lineStart : start;
  return text.slice(splitsPair(text, at) ? at + 1 : at);
}

/** Lines as an editor counts them: a newline at the end starts no further line. */
export function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function nthLineEnd(text: string, count: number): number {
  let end = 0;
  for (let line = 0; line < count; line += 1) {
    const newline = text.indexOf('\n', end);
    if (newline === -1) return text.length;
    end = newline + 1;
  }
  return end;
}

function nthLineStartFromEnd(text: string, count: number): number {
  let start = text.length;
  for (let line = 0; line < count; line += 1) {
    // The newline that ends the line before this one; at -2 for the text's own last newline.
    const newline = start < 2 ? -1 : text.lastIndexOf('\n', start - 2);
    if (newline === -1) return 0;
    start = newline + 1;
  }
  return start;
}

const splitsPair = (text: string, at: number): boolean =>
  /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(at - 1, at + 1));
