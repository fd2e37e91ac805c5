/** Lines that are made already: one piece of text, which Ink neither breaks nor measures anew. */
import { Text } from 'ink';
import type { ReactElement } from 'react';

export function LinesView({ lines }: { readonly lines: readonly string[] }): ReactElement | null {
  // An empty line of its own would have no height.
  return lines.length === 0 ? null : <Text>{lines.map((line) => (line === '' ? ' ' : line)).join('\n')}</Text>;
}
