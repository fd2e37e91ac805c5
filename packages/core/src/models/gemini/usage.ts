/** Token counts of one response. Pure; 0 where nothing is said. Thoughts are counted apart from the answer. */
import type { Usage } from '../types.js';

export interface WireUsage {
  readonly promptTokenCount?: number;
  readonly candidatesTokenCount?: number;
  readonly thoughtsTokenCount?: number;
  readonly cachedContentTokenCount?: number;
  readonly totalTokenCount?: number;
}

export function toUsage(wire: WireUsage = {}): Usage {
  const inputTokens = wire.promptTokenCount ?? 0;
  const reasoningTokens = wire.thoughtsTokenCount ?? 0;
  const outputTokens = (wire.candidatesTokenCount ?? 0) + reasoningTokens;
  return {
    inputTokens,
    outputTokens,
    cachedTokens: wire.cachedContentTokenCount ?? 0,
    reasoningTokens,
    totalTokens: wire.totalTokenCount ?? inputTokens + outputTokens,
  };
}
