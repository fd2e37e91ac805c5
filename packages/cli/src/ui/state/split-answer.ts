/**
 * Where a streaming answer can be cut: what is before the cut will not change any more and is printed for good. Pure.
 *
 * A cut is between two blocks of markdown. A block that grows beyond what the live part of the screen may take is cut inside,
 * and the rest is given what it needs to be read alone: the fence of code, the head of a table.
 */
export interface SplitAnswer {
  /** Finished markdown; empty when there is nothing to print yet. */
  readonly done: string;
  readonly rest: string;
  /** The cut is inside a block. */
  readonly inside: boolean;
}

export const LIVE_LINES = 10;
const LIVE_CHARS = 1_200;

const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;

export function splitAnswer(text: string): SplitAnswer {
  const { boundary, fence, lines } = scan(text);
  if (boundary > 0) return { done: text.slice(0, boundary).trimEnd(), rest: text.slice(boundary), inside: false };
  if (lines.length <= LIVE_LINES && text.length <= LIVE_CHARS) return { done: '', rest: text, inside: false };
  return fence === undefined ? cutBlock(text, lines) : cutFence(text, lines, fence);
}

interface Scan {
  /** Offset where the last block begins; 0 when there is only one. */
  readonly boundary: number;
  /** The line that opened the fence the text ends in. */
  readonly fence: string | undefined;
  readonly lines: readonly string[];
}

function scan(text: string): Scan {
  const lines = text.split('\n');
  let [fence, mark, boundary, at]: [string | undefined, string, number, number] = [undefined, '', 0, 0];
  for (const [place, line] of lines.entries()) {
    const open = FENCE.exec(line)?.[1];
    // An indented line after an empty one may belong to the list item above it.
    if (fence === undefined && place > 0 && lines[place - 1]?.trim() === '' && /^\S/.test(line)) boundary = at;
    if (fence === undefined && open !== undefined) [fence, mark] = [line, open];
    else if (fence !== undefined && line.trim().startsWith(mark) && line.trim().replaceAll(mark[0] ?? '', '') === '') {
      fence = undefined;
    }
    at += line.length + 1;
  }
  return { boundary, fence, lines };
}

/** All whole lines but the last, with the fence closed; the rest opens it again. */
function cutFence(text: string, lines: readonly string[], fence: string): SplitAnswer {
  const kept = lines.length - 2;
  if (kept < 2) return { done: '', rest: text, inside: false };
  const close = FENCE.exec(fence)?.[1] ?? '```';
  const done = `${lines.slice(0, kept).join('\n')}\n${close}`;
  return { done, rest: `${fence}\n${lines.slice(kept).join('\n')}`, inside: true };
}

function cutBlock(text: string, lines: readonly string[]): SplitAnswer {
  if (lines.length > 3 && /^ *\|?[ :|-]*-[ :|-]*$/.test(lines[1] ?? '') && (lines[1] ?? '').includes('|')) {
    const kept = lines.length - 2;
    const head = lines.slice(0, 2).join('\n');
    return { done: lines.slice(0, kept).join('\n'), rest: `${head}\n${lines.slice(kept).join('\n')}`, inside: true };
  }
  // Between two lines, neither of which goes on with the other's indentation.
  for (let place = lines.length - 2; place > 0; place -= 1) {
    if (!/^\S/.test(lines[place] ?? '')) continue;
    return { done: lines.slice(0, place).join('\n'), rest: lines.slice(place).join('\n'), inside: true };
  }
  if (text.length <= LIVE_CHARS) return { done: '', rest: text, inside: false };
  const sentence = Math.max(
    ...['. ', '! ', '? ', '。'].map((end) => text.lastIndexOf(end, text.length - 200) + end.length),
  );
  const at = sentence > LIVE_CHARS / 4 ? sentence : text.lastIndexOf(' ', text.length - 200) + 1 || text.length;
  return { done: text.slice(0, at).trimEnd(), rest: text.slice(at), inside: true };
}
