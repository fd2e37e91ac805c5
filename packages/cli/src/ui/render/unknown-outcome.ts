/**
 * The panel of a call whose outcome is unknown: what was called where, that it may have completed, that it was not repeated,
 * and what to do. Calm, and not to be overlooked. Pure.
 */
import type { ViewItem } from '../state/view-state.js';
import { framed } from './lines.js';
import type { Look } from './look.js';
import { wrapLines } from './wrap.js';

type Item = Extract<ViewItem, { kind: 'unknown-outcome' }>;

export function unknownOutcomeLines({ tool, recordId }: Item, { width, style }: Look): string[] {
  const where = tool.server === undefined ? '' : ` of the MCP server ${tool.server}`;
  const record = recordId === undefined ? '' : ` (record ${recordId})`;
  const lines = [
    `${tool.title}${where} was called, and no answer came${record}.`,
    'It may have completed. It was not sent again.',
    '',
    'Look at the system it works on before anything is done twice.',
    '/outcomes shows the call, and takes what you found.',
  ];
  return framed(
    'Outcome unknown',
    lines.flatMap((line) => (line === '' ? [''] : wrapLines(line, width - 4))),
    { width, paint: style.warning },
  );
}
