/** What the settings add to a chat completions request. Pure. */
import { outputLimit } from '../output-limit.js';
import type { ParamsInput } from '../model-options.js';

export function openAiParams({ name, config, reasoning, maxTokens }: ParamsInput): Record<string, unknown> {
  const own = { ...config.samplingParams, ...config.extra_body };
  const limited = 'max_tokens' in own || 'max_completion_tokens' in own;
  const { key, tokens } = outputLimit(name);
  return {
    ...(!limited && { [key]: maxTokens ?? tokens }),
    ...(reasoning.effort !== undefined && { reasoning_effort: reasoning.effort }),
    ...own,
  };
}
