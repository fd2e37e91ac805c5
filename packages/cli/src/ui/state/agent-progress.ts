/** What a sub-agent has done so far, from its events: how many calls, how many tokens, and which calls were the last. Pure. */
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import { toolView } from './tool-view.js';

export interface AgentStep {
  readonly callId: string;
  readonly title: string;
  readonly summary: string;
  readonly status: 'running' | 'ok' | 'failed';
}

export interface AgentProgress {
  readonly calls: number;
  readonly tokens: number;
  /** The last ones, oldest first; those of its own sub-agents are among them. */
  readonly steps: readonly AgentStep[];
}

/** More than anybody reads. */
const MOST_STEPS = 100;

const NOTHING: AgentProgress = { calls: 0, tokens: 0, steps: [] };

/** The same value for events that change nothing. */
export function agentProgress(before: AgentProgress | undefined, event: AgentEvent): AgentProgress | undefined {
  const progress = before ?? NOTHING;
  switch (event.type) {
    case 'tool-start': {
      const { title, summary } = toolView(event.call.name, event.args);
      const step = { callId: event.call.id, title, summary, status: 'running' } as const;
      return { ...progress, calls: progress.calls + 1, steps: [...progress.steps, step].slice(-MOST_STEPS) };
    }
    case 'tool-end':
      return {
        ...progress,
        steps: ended(progress.steps, event.call.id, event.result.status === 'ok' ? 'ok' : 'failed'),
      };
    case 'assistant':
      return { ...progress, tokens: progress.tokens + event.usage.inputTokens + event.usage.outputTokens };
    case 'subagent':
      return agentProgress(progress, event.event);
    default:
      return before;
  }
}

/** The last of this id that runs: providers use ids again. */
function ended(steps: readonly AgentStep[], callId: string, status: 'ok' | 'failed'): readonly AgentStep[] {
  const place = steps.findLastIndex((step) => step.callId === callId && step.status === 'running');
  return steps.map((step, at) => (at === place ? { ...step, status } : step));
}
