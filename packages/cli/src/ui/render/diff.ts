/** A change of a file as lines with their numbers, unchanged stretches left out. Pure. */
import { structuredPatch } from 'diff';

export type DiffLine =
  | { readonly kind: 'added' | 'removed' | 'same'; readonly number: number; readonly text: string }
  /** Unchanged lines that are left out. */
  | { readonly kind: 'gap' };

const CONTEXT = 3;
/** Beyond this a comparison would hold up the screen. */
const MAX_EDITS = 2_000;

/** undefined when the texts differ too much to be compared line by line. */
export function diffOf(before: string, after: string): readonly DiffLine[] | undefined {
  const patch = structuredPatch('', '', before, after, '', '', { context: CONTEXT, maxEditLength: MAX_EDITS });
  return patch?.hunks.flatMap((hunk, place) => [...(place > 0 ? [{ kind: 'gap' as const }] : []), ...hunkLines(hunk)]);
}

interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly string[];
}

function hunkLines({ oldStart, newStart, lines }: Hunk): DiffLine[] {
  let [old, now] = [oldStart, newStart];
  return lines.flatMap((line): DiffLine[] => {
    const text = line.slice(1);
    switch (line[0]) {
      case '+':
        return [{ kind: 'added', number: now++, text }];
      case '-':
        return [{ kind: 'removed', number: old++, text }];
      case ' ':
        old += 1;
        return [{ kind: 'same', number: now++, text }];
      default:
        return [];
    }
  });
}

/** How many lines came and went. */
export const diffCounts = (lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } => ({
  added: lines.filter(({ kind }) => kind === 'added').length,
  removed: lines.filter(({ kind }) => kind === 'removed').length,
});
