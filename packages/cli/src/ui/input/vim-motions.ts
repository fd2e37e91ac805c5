/** Where the motions of vim lead, over a text and a cursor. Pure. */
import { nextGrapheme, previousGrapheme } from './graphemes.js';

/** How far an operator reaches: up to the target, with the character on it, or whole lines. */
export type Reach = 'exclusive' | 'inclusive' | 'linewise';

export interface Motion {
  readonly to: number;
  readonly reach: Reach;
}

export interface MotionKey {
  readonly key: string;
  readonly count: number;
  /** A count was typed: `3G` is a line, `G` the last one. */
  readonly counted: boolean;
  /** What f, t, F and T look for. */
  readonly target?: string | undefined;
}

/** undefined: no motion of that name, or it leads nowhere. */
export function motion(text: string, cursor: number, { key, count, counted, target }: MotionKey): Motion | undefined {
  if (target !== undefined) return findOnLine(text, cursor, { key, count, target });
  const step = STEPS[key];
  if (step !== undefined) return { to: repeated(step.go, text, cursor, count), reach: step.reach };
  switch (key) {
    case '0':
      return { to: lineStart(text, cursor), reach: 'exclusive' };
    case '^':
      return { to: firstNonBlank(text, cursor), reach: 'exclusive' };
    case '$':
      return { to: lineEnd(text, repeated(lineBelow, text, cursor, count - 1)), reach: 'exclusive' };
    case 'gg':
      return { to: firstNonBlank(text, repeated(lineBelow, text, 0, count - 1)), reach: 'linewise' };
    case 'G': {
      const line = counted ? repeated(lineBelow, text, 0, count - 1) : text.length;
      return { to: firstNonBlank(text, line), reach: 'linewise' };
    }
    default:
      return undefined;
  }
}

type Go = (text: string, at: number) => number;

const repeated = (go: Go, text: string, from: number, count: number): number => {
  let at = from;
  for (let done = 0; done < count; done += 1) {
    const next = go(text, at);
    if (next === at) break;
    at = next;
  }
  return at;
};

export const lineStart = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

export function firstNonBlank(text: string, at: number): number {
  const start = lineStart(text, at);
  const indent = /^[ \t]*/.exec(text.slice(start, lineEnd(text, start)));
  return start + (indent?.[0].length ?? 0);
}

/** The start of the next line; where one is, when there is none. */
function lineBelow(text: string, at: number): number {
  const end = lineEnd(text, at);
  return end === text.length ? at : end + 1;
}

const lineAbove = (text: string, at: number): number => {
  const start = lineStart(text, at);
  return start === 0 ? at : lineStart(text, start - 1);
};

const left: Go = (text, at) => (at === lineStart(text, at) ? at : previousGrapheme(text, at));
const right: Go = (text, at) => (at === lineEnd(text, at) ? at : nextGrapheme(text, at));

/** Words are runs of letters, digits and underscores, or runs of other signs. */
const WORD = /[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_\s]+/gu;

const wordForward: Go = (text, at) => {
  for (const { index } of text.matchAll(WORD)) if (index > at) return index;
  return text.length;
};

const wordEnd: Go = (text, at) => {
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const last = previousGrapheme(text, index + word.length);
    if (last > at) return last;
  }
  return at;
};

const wordBack: Go = (text, at) => {
  let found = 0;
  for (const { index } of text.matchAll(WORD)) {
    if (index >= at) break;
    found = index;
  }
  return found;
};

const STEPS: Readonly<Record<string, { readonly go: Go; readonly reach: Reach }>> = {
  h: { go: left, reach: 'exclusive' },
  l: { go: right, reach: 'exclusive' },
  w: { go: wordForward, reach: 'exclusive' },
  e: { go: wordEnd, reach: 'inclusive' },
  b: { go: wordBack, reach: 'exclusive' },
  j: { go: lineBelow, reach: 'linewise' },
  k: { go: lineAbove, reach: 'linewise' },
};

function findOnLine(
  text: string,
  cursor: number,
  { key, count, target }: { readonly key: string; readonly count: number; readonly target: string },
): Motion | undefined {
  const forward = key === 'f' || key === 't';
  const [from, to] = [lineStart(text, cursor), lineEnd(text, cursor)];
  let at = cursor;
  for (let done = 0; done < count; done += 1) {
    at = forward ? text.indexOf(target, nextGrapheme(text, at)) : at === 0 ? -1 : text.lastIndexOf(target, at - 1);
    if (at < from || at >= to) return undefined;
  }
  if (forward) return { to: key === 'f' ? at : previousGrapheme(text, at), reach: 'inclusive' };
  return { to: key === 'F' ? at : at + target.length, reach: 'exclusive' };
}
