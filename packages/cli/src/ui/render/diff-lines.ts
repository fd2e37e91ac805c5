/** The lines of a change, coloured. The sign in front says it without colours. Pure. */
import { safeText } from './safe-text.js';
import type { DiffLine } from './diff.js';
import type { Look } from './look.js';
import { wrapLines } from './wrap.js';

export interface DiffLook extends Pick<Look, 'style' | 'width'> {
  /** False where the numbers would be those of a piece and not of the file. */
  readonly numbered: boolean;
}

const SIGNS = { added: '+', removed: '-', same: ' ' } as const;

export function diffLines(lines: readonly DiffLine[], { style, width, numbered }: DiffLook): string[] {
  const widest = numbered
    ? Math.max(0, ...lines.map((line) => (line.kind === 'gap' ? 0 : String(line.number).length)))
    : 0;
  return lines.flatMap((line) => {
    if (line.kind === 'gap') return [style.muted('⋯')];
    const number = numbered ? `${String(line.number).padStart(widest)} ` : '';
    const sign = `${SIGNS[line.kind]} `;
    const paint = { added: style.added, removed: style.removed, same: (same: string) => same }[line.kind];
    const text = safeText(line.text).replaceAll('\n', '');
    const pieces = wrapLines(text, width - number.length - 2);
    return (pieces.length === 0 ? [''] : pieces).map((piece, place) =>
      place === 0 ? `${style.muted(number)}${paint(sign + piece)}` : ' '.repeat(number.length) + paint(`  ${piece}`),
    );
  });
}
