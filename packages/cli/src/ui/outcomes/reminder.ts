/** What a person is reminded of when a conversation begins or is gone on with: calls that are still unknown. Pure. */
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { endOfRecord } from '../../outcomes/open-end.js';
import { outcomeView } from '../../outcomes/outcome-view.js';
import { selectOutcomes } from '../../outcomes/select.js';
import type { StillOpen } from '../state/history-items.js';
import type { ItemContent } from '../state/view-state.js';
import { age, callName, type Onlooker } from './outcome-words.js';

/** Open calls of this project, the newest first. */
export const openHere = (outcomes: readonly Outcome[], { cwd }: Pick<Onlooker, 'cwd'>): readonly Outcome[] =>
  selectOutcomes(outcomes, { states: ['unknown'], workspace: cwd });

/** By its record; a call that was interrupted is known by its own id alone. */
export const stillOpen =
  (open: readonly Outcome[], session: string): StillOpen =>
  ({ callId, recordId }) => {
    const outcome = open.find(({ id, intent }) =>
      recordId === undefined ? intent.session === session && intent.call_id === callId : id === recordId,
    );
    return outcome && { recordId: outcome.id, at: outcome.at, end: endOfRecord(outcome) };
  };

/** `resumed`: the session was there before. At most one item. */
export function reminder(
  open: readonly Outcome[],
  { resumed, ...onlooker }: Onlooker & { readonly resumed: boolean },
): readonly ItemContent[] {
  const own = open.filter(({ intent }) => resumed && intent.session === onlooker.session);
  const [newest] = open;
  if (own.length > 0) {
    const calls = own.map(outcomeView).map(({ id, server, tool, at }) => ({ id, server, tool, at }));
    return [{ kind: 'open-outcomes', calls, others: open.length - own.length }];
  }
  if (newest === undefined) return [];
  const which = `${callName(newest)}, ${age(newest.at, onlooker.nowMs)}`;
  const text =
    open.length === 1
      ? `One call of this project has an unknown outcome (${which}). /outcomes shows it.`
      : `${open.length} calls of this project have an unknown outcome (the newest: ${which}). /outcomes shows them.`;
  return [{ kind: 'notice', tone: 'warning', text }];
}
