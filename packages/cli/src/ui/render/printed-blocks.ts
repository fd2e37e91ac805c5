/**
 * What is to be printed of the finished items: those that came since the last time, or the end of the conversation when the
 * screen was cleared. A long conversation is not printed whole again: that would take seconds. Pure.
 */
import type { ViewItem } from '../state/view-state.js';
import { hasGap, itemLines } from './item-lines.js';
import type { Look } from './look.js';

export interface PrintedBlock {
  readonly id: number;
  readonly lines: readonly string[];
  /** An empty line stands above it. */
  readonly gap: boolean;
}

const blockOf = (item: ViewItem, look: Look): PrintedBlock => ({
  id: item.id,
  lines: itemLines(item, look),
  gap: hasGap(item),
});

export const newBlocks = (items: readonly ViewItem[], afterId: number, look: Look): readonly PrintedBlock[] =>
  items.slice(items.findLastIndex(({ id }) => id <= afterId) + 1).map((item) => blockOf(item, look));

/** In screens. */
const PRINTED_AGAIN = 20;
const NOT_AGAIN = 'What was said before this is not printed again. /export has all of it.';

/** `rows`: of the screen. */
export function lastBlocks(items: readonly ViewItem[], rows: number, look: Look): readonly PrintedBlock[] {
  const blocks: PrintedBlock[] = [];
  let left = rows * PRINTED_AGAIN;
  let at = items.length;
  while (at > 0 && left > 0) {
    at -= 1;
    const block = blockOf(items[at] as ViewItem, look);
    blocks.push(block);
    left -= block.lines.length + 1;
  }
  const isWhole = at === 0 && (items[0]?.id ?? 1) === 1;
  if (!isWhole) blocks.push({ id: 0, lines: [look.style.muted(NOT_AGAIN)], gap: false });
  return blocks.reverse();
}
