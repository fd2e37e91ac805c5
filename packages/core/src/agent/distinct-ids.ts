/**
 * Gives each call of one message an id of its own, because APIs refuse a message that holds one id twice. Pure. What the
 * provider sent is kept beside it: whether two calls are one is decided by that.
 */
import type { ToolCallRequest } from '../models/types.js';
import type { IdentifiedCall } from '../scheduler/run-calls.js';

export function withDistinctIds(calls: readonly ToolCallRequest[]): readonly IdentifiedCall[] {
  const used = new Set<string>();
  return calls.map((call) => {
    let id = call.id;
    for (let copy = 2; used.has(id); copy += 1) id = `${call.id}_${copy}`;
    used.add(id);
    return { call: { ...call, id }, providerId: call.id };
  });
}
