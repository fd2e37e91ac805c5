/**
 * Which model an event is of: the one that was asked last in that conversation, be it the run's own, a fallback, or a
 * sub-agent's.
 */
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';

/** Has to see every event, in order. The name is empty before the first request. */
export function createAnsweringModel(): (event: AgentEvent) => string {
  const asked = new Map<string, string>();
  const modelOf = (event: AgentEvent, conversation: string): string => {
    if (event.type === 'subagent') return modelOf(event.event, `${conversation}/${event.callId}`);
    if (event.type === 'request') asked.set(conversation, event.model);
    return asked.get(conversation) ?? '';
  };
  return (event) => modelOf(event, '');
}
