/**
 * What a write changed, in lines: the counts for the statistics and the piece of the new text to show. Pure.
 */
import { diffLines } from 'diff';
import { countLines } from '../../shared/text-limit.js';

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Beyond this the exact comparison costs more than it tells; whole changed regions are counted instead. */
const MAX_EDIT_LENGTH = 2000;

export function countChanges(before: string, after: string): LineCounts {
  const parts = diffLines(before, after, { maxEditLength: MAX_EDIT_LENGTH });
  if (parts === undefined) {
    const { start, beforeEnd, afterEnd } = changedRegion(before, after);
    return { added: afterEnd - start, removed: beforeEnd - start };
  }
  const sum = (changed: typeof parts): number => changed.reduce((total, { value }) => total + countLines(value), 0);
  return { added: sum(parts.filter(({ added }) => added)), removed: sum(parts.filter(({ removed }) => removed)) };
}

const CONTEXT_LINES = 3;
const MAX_SNIPPET_LINES = 40;

/** The changed region of the new text with a few lines around it, headed by where it is. Empty when all is gone. */
export function changeSnippet(before: string, after: string): string {
  const lines = after.split('\n').slice(0, countLines(after));
  if (lines.length === 0) return '';
  const { start, afterEnd } = changedRegion(before, after);
  const from = Math.max(start - CONTEXT_LINES, 0);
  const to = Math.min(afterEnd + CONTEXT_LINES, lines.length, from + MAX_SNIPPET_LINES);
  const shown = lines.slice(from, to).map((line) => line.replace(/\r$/, ''));
  return `Lines ${from + 1}-${to} of ${lines.length} now:\n---\n${shown.join('\n')}`;
}

/** From the first line that differs to the last, as half-open ranges counted from 0. */
function changedRegion(before: string, after: string): { start: number; beforeEnd: number; afterEnd: number } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let same = 0;
  while (same < shorter - start && old[old.length - 1 - same] === now[now.length - 1 - same]) same += 1;
  return { start, beforeEnd: old.length - same, afterEnd: now.length - same };
}
