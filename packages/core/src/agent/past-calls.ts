/** The calls of a conversation that is taken up again, as its history holds them. Pure. */
import type { ToolCallRequest } from '../models/types.js';
import type { PastCall } from '../scheduler/call-memory.js';
import type { ToolArguments } from '../tools/types.js';
import type { History } from './history.js';

/** Calls whose arguments don't parse never ran, and are left out; so are calls without a result. */
export function pastCalls(history: History): PastCall[] {
  const texts = new Map<string, string>();
  const past: PastCall[] = [];
  // Backwards, because ids may be used again: a result belongs to the nearest call before it.
  for (const message of history.toReversed()) {
    if (message.role === 'tool') texts.set(message.callId, message.text);
    if (message.role !== 'assistant') continue;
    for (const call of message.toolCalls.toReversed()) {
      const text = texts.get(call.id);
      const args = parsed(call);
      texts.delete(call.id);
      if (text !== undefined && args !== undefined) past.push({ providerId: call.id, toolName: call.name, args, text });
    }
  }
  return past.reverse();
}

function parsed({ argumentsJson }: ToolCallRequest): ToolArguments | undefined {
  try {
    const value: unknown = argumentsJson.trim() === '' ? {} : (JSON.parse(argumentsJson) ?? {});
    return typeof value === 'object' && !Array.isArray(value) ? (value as ToolArguments) : undefined;
  } catch {
    return undefined;
  }
}
