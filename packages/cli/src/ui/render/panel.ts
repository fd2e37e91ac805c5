/** What must not be overlooked, as a block of its own: in a frame, or for screen readers in words alone. Pure. */
import { framed, wrapped } from './lines.js';
import type { Look } from './look.js';

export type Fact = readonly [name: string, value: string];

/** Below this a name has a line to itself. */
const STACKED = 36;

/** Names before their values. */
export function factLines(facts: readonly Fact[], { style, width }: Pick<Look, 'style' | 'width'>): string[] {
  const room = Math.max(...facts.map(([name]) => name.length)) + 2;
  return facts.flatMap(([name, value]) => {
    if (width - room < STACKED / 2) {
      return [style.muted(name), ...wrapped(value, width - 2).map((line) => `  ${line}`)];
    }
    return wrapped(value, width - room).map(
      (line, place) => `${style.muted((place === 0 ? name : '').padEnd(room))}${line}`,
    );
  });
}

/** Lines have to fit `width - 4`. */
export function panelLines(
  title: string,
  lines: readonly string[],
  { style, marks, width }: Pick<Look, 'style' | 'marks' | 'width'>,
): string[] {
  if (marks.boxes) return framed(title, lines, { width, paint: style.warning });
  return [`${marks.warning}${title}`, ...lines.filter((line) => line !== '')];
}
