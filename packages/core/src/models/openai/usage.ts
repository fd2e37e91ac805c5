/** Token counts of one response, from the several places where providers put them. Pure; 0 where nothing is said. */
import type { Usage } from '../types.js';

export interface WireUsage {
  readonly prompt_tokens?: number | null;
  readonly completion_tokens?: number | null;
  readonly total_tokens?: number | null;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null } | null;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number | null } | null;
  /** Other providers' names for the cached part. */
  readonly prompt_cache_hit_tokens?: number | null;
  readonly cached_tokens?: number | null;
}

export function toUsage(wire: WireUsage | undefined): Usage {
  const inputTokens = count(wire?.prompt_tokens);
  const outputTokens = count(wire?.completion_tokens);
  return {
    inputTokens,
    outputTokens,
    cachedTokens: count(
      wire?.prompt_tokens_details?.cached_tokens ?? wire?.prompt_cache_hit_tokens ?? wire?.cached_tokens,
    ),
    reasoningTokens: count(wire?.completion_tokens_details?.reasoning_tokens),
    totalTokens: count(wire?.total_tokens) || inputTokens + outputTokens,
  };
}

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
