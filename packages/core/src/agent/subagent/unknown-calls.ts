/**
 * The calls of a sub-agent whose outcome nobody knows, also those of its own sub-agents, and how they are told to whoever
 * started it. A sub-agent that says nothing of them must not make them disappear.
 */
import type { OpenOutcome } from '../../models/types.js';
import type { AgentEvent, FinishedCall } from '../events.js';

/** The call was sent, and may have been done. */
export const isUnknownOutcome = ({ result }: Pick<FinishedCall, 'result'>): boolean =>
  result.code === 'mcp_outcome_unknown' || result.outcomeUnknown === true;

/** The unknown call that this event ends, if it does. */
export function unknownCallOf(event: AgentEvent): OpenOutcome | undefined {
  if (event.type === 'subagent') return unknownCallOf(event.event);
  if (event.type !== 'tool-end' || !isUnknownOutcome(event)) return undefined;
  const { call, result } = event;
  const { id: callId, name: tool, argumentsJson } = call;
  return { callId, tool, argumentsJson, ...(result.recordId !== undefined && { recordId: result.recordId }) };
}

/** Empty when there are none. */
export function unknownCallsText(unknown: readonly OpenOutcome[]): string {
  if (unknown.length === 0) return '';
  const named = unknown.map(({ tool, recordId }) => (recordId === undefined ? tool : `${tool} (record ${recordId})`));
  return (
    `\n\n[The outcome of ${unknown.length === 1 ? 'one call' : `${unknown.length} calls`} of this agent is unknown ` +
    `(mcp_outcome_unknown): ${named.join(', ')}. What was called may have been carried out and was not sent again. ` +
    'Do not repeat it, neither yourself nor by another agent, before you have verified what happened.]'
  );
}
