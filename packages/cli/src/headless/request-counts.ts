/** What the model requests of a run add up to, by model and by what they were for, for the statistics of `json` output. */
import { NO_USAGE } from '@qwen-code/qwen-code-core/agent/model-turn.js';
import type { Usage } from '@qwen-code/qwen-code-core/models/types.js';

export interface RequestCounts {
  /** Answered and failed ones. */
  readonly requests: number;
  readonly errors: number;
  readonly latencyMs: number;
  readonly usage: Usage;
}

export interface RequestBook<Source extends string> {
  /** One request more. */
  count(model: string, source: Source, counts: Partial<RequestCounts>): void;
  all(): RequestCounts;
  /** In the shape that `stats.models` has. */
  stats(): Readonly<Record<string, unknown>>;
}

export function createRequestBook<Source extends string>(): RequestBook<Source> {
  const models = new Map<string, Map<Source, RequestCounts>>();
  return {
    count: (model, source, counts) => {
      const sources = models.get(model) ?? new Map<Source, RequestCounts>();
      models.set(model, sources);
      sources.set(source, sum([sources.get(source) ?? NO_REQUESTS, { ...NO_REQUESTS, requests: 1, ...counts }]));
    },
    all: () => sum([...models.values()].flatMap((sources) => [...sources.values()])),
    stats: () =>
      Object.fromEntries(
        [...models].map(([model, sources]) => [
          model,
          {
            ...requestStats(sum([...sources.values()])),
            bySource: Object.fromEntries([...sources].map(([source, counts]) => [source, requestStats(counts)])),
          },
        ]),
      ),
  };
}

const NO_REQUESTS: RequestCounts = { requests: 0, errors: 0, latencyMs: 0, usage: NO_USAGE };

const sum = (all: readonly RequestCounts[]): RequestCounts => all.reduce(addRequests, NO_REQUESTS);

const addRequests = (a: RequestCounts, b: RequestCounts): RequestCounts => ({
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

function requestStats({ requests, errors, latencyMs, usage }: RequestCounts): Readonly<Record<string, unknown>> {
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
