/** Token counts of one response. Pure; 0 where nothing is said. The API counts what it read from its cache apart. */
import type { Usage } from '../types.js';

export interface WireUsage {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
}

export function toUsage(wire: WireUsage): Usage {
  const cachedTokens = wire.cache_read_input_tokens ?? 0;
  const inputTokens = (wire.input_tokens ?? 0) + cachedTokens + (wire.cache_creation_input_tokens ?? 0);
  const outputTokens = wire.output_tokens ?? 0;
  return { inputTokens, outputTokens, cachedTokens, reasoningTokens: 0, totalTokens: inputTokens + outputTokens };
}
