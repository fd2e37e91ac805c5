/** What the model requests of a run add up to, for the statistics of `json` output. */
import { NO_USAGE } from '@qwen-code/qwen-code-core/agent/model-turn.js';
import type { Usage } from '@qwen-code/qwen-code-core/models/types.js';

export interface RequestCounts {
  /** Answered and failed ones. */
  readonly requests: number;
  readonly errors: number;
  readonly latencyMs: number;
  readonly usage: Usage;
}

export const NO_REQUESTS: RequestCounts = { requests: 0, errors: 0, latencyMs: 0, usage: NO_USAGE };

export const addRequests = (a: RequestCounts, b: RequestCounts): RequestCounts => ({
  requests: a.requests + b.requests,
  errors: a.errors + b.errors,
  latencyMs: a.latencyMs + b.latencyMs,
  usage: addUsage(a.usage, b.usage),
});

function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    totalTokens: a.totalTokens + b.totalTokens,
  };
}

/** The figures in the shape that `stats` has. */
export function requestStats({ requests, errors, latencyMs, usage }: RequestCounts): Readonly<Record<string, unknown>> {
  return {
    api: { totalRequests: requests, totalErrors: errors, totalLatencyMs: latencyMs },
    tokens: {
      prompt: usage.inputTokens,
      candidates: usage.outputTokens,
      total: usage.totalTokens,
      cached: usage.cachedTokens,
      thoughts: usage.reasoningTokens,
    },
  };
}
