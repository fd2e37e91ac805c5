/**
 * The calls of a conversation whose outcome is unknown, kept through every compaction by this code and not by a model:
 * what is left out of a history must never make such a call look as if it had not been made. Pure.
 */
import type { Message, OpenOutcome, ToolCallRequest } from '../../models/types.js';
import { limitText } from '../../shared/text-limit.js';

/** In the order in which they were made; each once. */
export function openOutcomes(messages: readonly Message[]): readonly OpenOutcome[] {
  const calls = new Map<string, ToolCallRequest>();
  const open: OpenOutcome[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') for (const call of message.toolCalls) calls.set(call.id, call);
    if ('openOutcomes' in message) open.push(...(message.openOutcomes ?? []));
    if (message.role === 'tool' && message.unknown !== undefined) {
      const { callId, name: tool, unknown } = message;
      open.push({ callId, tool, argumentsJson: calls.get(callId)?.argumentsJson ?? '', ...unknown });
    }
  }
  return [...new Map(open.map((one) => [one.recordId ?? `${one.callId} ${one.argumentsJson}`, one])).values()];
}

const HEAD =
  'Calls whose outcome is unknown. This list is kept by qwen itself. Each of these may have been carried out although no ' +
  'answer came. Do not make any of them again, and do not bring about the same effect in another way: verify the outcome ' +
  'first, by read-only means, and tell the user. `qwen mcp outcomes` lists them for a person.';

/** Arguments longer than this are cut: they are there to know the call by. */
const ARGUMENTS = { maxChars: 600, maxLines: 30, headShare: 0.7 };

/** Empty when there is none. */
export function openOutcomesText(open: readonly OpenOutcome[]): string {
  return open.length === 0 ? '' : [HEAD, ...open.map(line)].join('\n');
}

function line({ tool, recordId, argumentsJson }: OpenOutcome): string {
  const server = /^mcp__(.+?)__/.exec(tool)?.[1];
  const facts = [
    ...(server === undefined ? [] : [`server ${server}`]),
    ...(recordId === undefined ? [] : [`record ${recordId}`]),
    `arguments ${limitText(argumentsJson === '' ? '{}' : argumentsJson, ARGUMENTS).text}`,
  ];
  return `- ${tool} (${facts.join(', ')}): outcome unknown; do not repeat, verify.`;
}
