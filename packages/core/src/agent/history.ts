/**
 * The conversation as a value: messages in order, only ever added to. Pure.
 *
 * A history is valid when every tool call is followed by exactly one result before anybody else speaks; APIs refuse any other.
 * The system prompt is not part of it.
 */
import type { Message, ToolCallRequest } from '../models/types.js';
import type { FinishedCall } from '../scheduler/types.js';
import type { ToolResult } from '../tools/types.js';

export type History = readonly Message[];

type ToolMessage = Extract<Message, { role: 'tool' }>;

export const append = (history: History, ...messages: readonly Message[]): History => [...history, ...messages];

export function toolMessage({ call, result }: FinishedCall): ToolMessage {
  const { status, text, media, openOutcomes } = result;
  return {
    role: 'tool',
    callId: call.id,
    name: call.name,
    text,
    ...(media === undefined ? {} : { media }),
    ...(isUnknown(result) ? { unknown: recordOf(result) } : status !== 'ok' && { ended: status }),
    ...(openOutcomes === undefined ? {} : { openOutcomes }),
  };
}

const isUnknown = ({ code, outcomeUnknown }: ToolResult): boolean =>
  outcomeUnknown === true || code === 'mcp_outcome_unknown';

const recordOf = ({ recordId }: ToolResult): { readonly recordId?: string } =>
  recordId === undefined ? {} : { recordId };

/**
 * The same history made valid: a call without a result gets the text `missing` gives for it, a result without a call and a second result
 * of one call go. For histories that were cut off: nothing is ever run again because of it.
 */
export function repaired(history: History, missing: (call: ToolCallRequest) => string): History {
  const valid: Message[] = [];
  for (let place = 0; place < history.length; place += 1) {
    const message = history[place];
    if (message === undefined || message.role === 'tool') continue;
    valid.push(message);
    if (message.role !== 'assistant') continue;
    const results = resultsAfter(history, place);
    for (const call of message.toolCalls) {
      const { id, name } = call;
      valid.push(results.get(id) ?? { role: 'tool', callId: id, name, text: missing(call), unknown: {} });
    }
  }
  return valid;
}

/** The first result of each call in the run of tool messages that follows. */
function resultsAfter(history: History, assistant: number): ReadonlyMap<string, ToolMessage> {
  const results = new Map<string, ToolMessage>();
  for (let place = assistant + 1; ; place += 1) {
    const message = history[place];
    if (message?.role !== 'tool') return results;
    if (!results.has(message.callId)) results.set(message.callId, message);
  }
}
