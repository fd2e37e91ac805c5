/** What the conversation of this process has used so far, by model, and how full the context was at the last request. */
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import { NO_USAGE } from '@qwen-code/qwen-code-core/agent/model-turn.js';
import type { Usage } from '@qwen-code/qwen-code-core/models/types.js';
import { usageRecord, type UsageRecord } from '../records.js';

export interface ModelUse extends UsageRecord {
  readonly name: string;
  readonly requests: number;
}

export interface UsageBook {
  /** `model`: the name of the one that the event is of. */
  see(event: AgentEvent, model: string): void;
  models(): readonly ModelUse[];
  /** Of the last answered request of the conversation itself. */
  last(): Usage;
  toolCalls(): number;
}

export function createUsageBook(): UsageBook {
  const byModel = new Map<string, ModelUse>();
  let last = NO_USAGE;
  let toolCalls = 0;

  const note = (event: AgentEvent, model: string): void => {
    if (event.type === 'subagent') note(event.event, model);
    if (event.type === 'side-request') add(event.usage, event.model);
    if (event.type === 'assistant') add(event.usage, model);
    if (event.type === 'tool-end') toolCalls += 1;
  };
  const add = (usage: Usage, model: string): void => {
    if (usage.totalTokens === 0) return;
    const more = usageRecord(usage);
    const before = byModel.get(model) ?? { name: model, requests: 0, ...usageRecord(NO_USAGE) };
    byModel.set(model, {
      name: model,
      requests: before.requests + 1,
      input_tokens: before.input_tokens + more.input_tokens,
      output_tokens: before.output_tokens + more.output_tokens,
      cache_read_input_tokens: before.cache_read_input_tokens + more.cache_read_input_tokens,
      total_tokens: before.total_tokens + more.total_tokens,
    });
  };

  return {
    see: (event, model) => {
      note(event, model);
      if (event.type === 'assistant' && event.usage.totalTokens > 0) last = event.usage;
    },
    models: () => [...byModel.values()],
    last: () => last,
    toolCalls: () => toolCalls,
  };
}
