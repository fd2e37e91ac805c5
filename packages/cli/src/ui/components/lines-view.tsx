/** Lines that are made already: one piece of text, which Ink neither breaks nor measures anew. */
import { Text } from 'ink';
import { createContext, useContext, type ReactElement } from 'react';
import { clipped } from '../render/lines.js';

const MostLines = createContext(Infinity);

/** How many lines each may have of what stands in it. */
export const MostLinesProvider = MostLines.Provider;
export const useMostLines = (): number => useContext(MostLines);

export function LinesView({ lines }: { readonly lines: readonly string[] }): ReactElement | null {
  const shown = clipped(lines, useMostLines());
  // An empty line of its own would have no height.
  return shown.length === 0 ? null : <Text>{shown.map((line) => (line === '' ? ' ' : line)).join('\n')}</Text>;
}
