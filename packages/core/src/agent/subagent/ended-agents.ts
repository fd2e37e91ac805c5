/**
 * Background agents that a conversation which is taken up again left at work: they ended with the process, and it holds
 * no report of them. The model must not take what they did for not done. Pure.
 */
import type { History } from '../history.js';
import { AGENT_TOOL } from './agent-tool.js';

/** Undefined when there is none. */
export function endedAgents(history: History): string | undefined {
  const atWork = new Set<string>();
  for (const message of history) {
    if (message.role === 'tool' && message.name === AGENT_TOOL) {
      const id = /^Started (\S+) in the background\./.exec(message.text)?.[1];
      if (id !== undefined) atWork.add(id);
    }
    if (message.role !== 'user') continue;
    for (const [, id = ''] of message.text.matchAll(REPORT)) atWork.delete(id);
  }
  if (atWork.size === 0) return undefined;
  return (
    `Background agents of an earlier run are gone, and this conversation holds no report of them: ${[...atWork].join(', ')}. ` +
    'What they did may have taken effect, calls to MCP servers included: verify that before you do any of it again.'
  );
}

const REPORT = /^Background agent (\S+) \(.*\) (?:completed|failed|stopped):$/gm;
