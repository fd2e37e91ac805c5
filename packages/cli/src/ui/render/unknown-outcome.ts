/**
 * A call whose outcome is unknown: what was called where and when, that it may have completed, that it was not repeated, and
 * what to do. And what of that is still open when a session is gone on with. Calm, and not to be overlooked. Pure.
 */
import { OPEN_END_WORDS } from '../../outcomes/open-end.js';
import { shortTime } from '../../outcomes/words.js';
import type { ViewItem } from '../state/view-state.js';
import { wrapped } from './lines.js';
import type { Look } from './look.js';
import { factLines, panelLines, type Fact } from './panel.js';

type Item<Kind> = Extract<ViewItem, { kind: Kind }>;

export function unknownOutcomeLines(item: Item<'unknown-outcome'>, look: Look): string[] {
  const { tool, recordId, at, end, byAgent } = item;
  const inner = look.width - 4;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Server', tool.server],
    ['Tool', tool.title],
    ['Called', at === undefined ? undefined : `${shortTime(at)}${byAgent ? ', by an agent' : ''}`],
    ['Record', recordId],
  ];
  const known = facts.flatMap(([name, value]): Fact[] => (value === undefined ? [] : [[name, value]]));
  const lines = [
    ...wrapped('This call may have completed. It was not sent again.', inner).map(look.style.bold),
    ...wrapped(OPEN_END_WORDS[end], inner),
    '',
    ...factLines(known, { ...look, width: inner }),
    '',
    ...wrapped(
      'Find out from the system it works on whether it was done. /outcomes shows the call and takes what you found.',
      inner,
    ),
  ];
  return panelLines('Outcome unknown', lines, look);
}

const MOST_NAMED = 8;

export function openOutcomesLines({ calls, others }: Item<'open-outcomes'>, look: Look): string[] {
  const inner = look.width - 4;
  const named = calls
    .slice(0, MOST_NAMED)
    .flatMap(({ server, tool, at, id }) => [
      ...wrapped(`${tool} on ${server}`, inner).map(look.style.bold),
      ...wrapped(`${shortTime(at)} ${id}`, inner - 2).map((line) => `  ${look.style.muted(line)}`),
    ]);
  const rest = [
    ...(calls.length > MOST_NAMED ? [`${calls.length - MOST_NAMED} more of this session`] : []),
    ...(others === 0 ? [] : [`${others} more of other sessions in this project`]),
  ];
  const lines = [
    ...wrapped(
      calls.length === 1
        ? 'This call of the session may have completed. It was not sent again.'
        : 'These calls of the session may have completed. None was sent again.',
      inner,
    ),
    '',
    ...named,
    ...rest.flatMap((line) => wrapped(line, inner)).map(look.style.muted),
    '',
    ...wrapped(`/outcomes shows ${calls.length === 1 ? 'it' : 'them'} and takes what you found.`, inner),
  ];
  return panelLines('Still unknown', lines, look);
}
