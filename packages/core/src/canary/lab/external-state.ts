/** What a server's ledger says of its store. Pure. */
import type { LedgerEvent } from '../ledger.js';
import type { ExternalState, LabTool } from './lab-case.js';

/** Of the tool under test: how often the store changed. Setting the same status again is no change. */
export function externalState(events: readonly LedgerEvent[], tool: LabTool): ExternalState {
  if (tool === 'lookup') return 'unchanged';
  const changes = tool === 'set_status_then_drop' ? transitions(events) : commitsOf(events, tool).length;
  if (changes === 0) return 'not_committed';
  return changes === 1 ? 'committed_once' : `committed_${changes}_times`;
}

function transitions(events: readonly LedgerEvent[]): number {
  const statuses = new Map<unknown, unknown>();
  return commitsOf(events, 'set_status_then_drop').filter(({ args }) => {
    const { key, status } = (args ?? {}) as { key?: unknown; status?: unknown };
    const isChange = statuses.get(key) !== status;
    statuses.set(key, status);
    return isChange;
  }).length;
}

const commitsOf = (events: readonly LedgerEvent[], tool: LabTool): Extract<LedgerEvent, { event: 'commit' }>[] =>
  events.flatMap((event) => (event.event === 'commit' && event.tool === tool ? [event] : []));

/** Does the answer of the read-only tool say what the ledger says? It is the JSON of the counter and the statuses. */
export function lookupAgrees(answer: string, events: readonly LedgerEvent[]): boolean {
  try {
    const { counter, statuses } = JSON.parse(answer) as { counter?: unknown; statuses?: object };
    const keys = new Set(
      commitsOf(events, 'set_status_then_drop').map(({ args }) => (args as { key?: unknown } | undefined)?.key),
    );
    const isSameCount = counter === commitsOf(events, 'increment_then_drop').length;
    return isSameCount && Object.keys(statuses ?? {}).length === keys.size;
  } catch {
    return false;
  }
}
