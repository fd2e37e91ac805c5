/**
 * A conversation made shorter: a summary in place of its earlier part, then what came last, word for word. What the user
 * asked for last and every call whose outcome is unknown are put in by this code, whatever the summary says.
 */
import type { Message } from '../../models/types.js';
import { limitText } from '../../shared/text-limit.js';
import type { History } from '../history.js';
import { openOutcomes, openOutcomesText } from './open-outcomes.js';
import { lastRequest, type SplitHistory } from './split-history.js';

const REQUEST = { maxChars: 20_000, maxLines: 1_000, headShare: 0.7 };
const UNDERSTOOD = 'Understood: I go on from this summary.';

/** Pure. */
export function compactHistory({ head, tail }: SplitHistory, summary: string): History {
  const open = openOutcomes(head);
  const opens = tail[0]?.role;
  const asked = opens === 'assistant' ? lastRequest(head) : undefined;
  const text = [
    'The earlier part of this conversation was left out to save room. A summary of it:',
    `<summary>\n${summary}\n</summary>`,
    ...(asked === undefined
      ? []
      : [`What the user asked for last, in their own words:\n${limitText(asked, REQUEST).text}`]),
    openOutcomesText(open),
  ];
  const first: Message = {
    role: 'user',
    text: text.filter((part) => part !== '').join('\n\n'),
    ...(open.length > 0 && { openOutcomes: open }),
    repeats: asked === undefined ? {} : { request: asked },
  };
  // Some servers take no two messages of the user in a row.
  return opens === 'assistant' ? [first, ...tail] : [first, spoken(UNDERSTOOD), ...tail];
}

const spoken = (text: string): Message => ({ role: 'assistant', text, reasoning: '', toolCalls: [] });
