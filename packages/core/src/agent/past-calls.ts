/** The calls of a conversation that is taken up again, as its history holds them. Pure. */
import type { Message, ToolCallRequest } from '../models/types.js';
import type { PastCall } from '../scheduler/call-memory.js';
import type { ToolArguments } from '../tools/types.js';
import type { History } from './history.js';

type ToolMessage = Extract<Message, { role: 'tool' }>;

/** Calls whose arguments don't parse never ran, and are left out; so are calls without a result. */
export function pastCalls(history: History): PastCall[] {
  const results = new Map<string, ToolMessage>();
  const past: PastCall[] = [];
  // Backwards, because ids may be used again: a result belongs to the nearest call before it.
  for (const message of history.toReversed()) {
    if (message.role === 'tool') results.set(message.callId, message);
    if (message.role !== 'assistant') continue;
    for (const call of message.toolCalls.toReversed()) {
      const result = results.get(call.id);
      const args = parsed(call);
      results.delete(call.id);
      if (result !== undefined && args !== undefined) past.push(pastCall(call, args, result));
    }
  }
  return past.reverse();
}

function pastCall({ id, name }: ToolCallRequest, args: ToolArguments, { text, ended, unknown }: ToolMessage): PastCall {
  return { providerId: id, toolName: name, args, text, ...(ended && { ended }), ...(unknown && { unknown }) };
}

function parsed({ argumentsJson }: ToolCallRequest): ToolArguments | undefined {
  try {
    const value: unknown = argumentsJson.trim() === '' ? {} : (JSON.parse(argumentsJson) ?? {});
    return typeof value === 'object' && !Array.isArray(value) ? (value as ToolArguments) : undefined;
  } catch {
    return undefined;
  }
}
