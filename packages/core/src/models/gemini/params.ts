/**
 * What the settings add to a generateContent request, as its `config`. Pure. Sampling parameters may be spelled as OpenAI
 * does; thinking is a level from Gemini 3 on and a number of tokens before it.
 */
import { budgetOf, type Reasoning } from '../effort.js';
import type { ParamsInput } from '../model-options.js';
import { outputLimit } from '../output-limit.js';

const SPELLING: Readonly<Record<string, string>> = {
  max_tokens: 'maxOutputTokens',
  max_completion_tokens: 'maxOutputTokens',
  top_p: 'topP',
  top_k: 'topK',
  stop: 'stopSequences',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
};

export function geminiParams({ name, config, reasoning, maxTokens }: ParamsInput): Record<string, unknown> {
  const own = Object.entries(config.samplingParams ?? {}).map(([key, value]) => [SPELLING[key] ?? key, value]);
  const thinkingConfig = thinking(name, reasoning);
  return {
    maxOutputTokens: maxTokens ?? outputLimit(name).tokens,
    ...(thinkingConfig !== undefined && { thinkingConfig }),
    ...(Object.fromEntries(own) as Record<string, unknown>),
  };
}

const LEVELS: Readonly<Record<string, string>> = {
  minimal: 'LOW',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
  max: 'HIGH',
};

function thinking(name: string, reasoning: Reasoning): Record<string, unknown> | undefined {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(name)?.[1] ?? Number.NaN);
  if (!(version >= 2.5)) return undefined;
  const { effort, off } = reasoning;
  if (off) return version < 3 && name.includes('flash') ? { thinkingBudget: 0 } : undefined;
  const level = effort === undefined ? undefined : LEVELS[effort];
  const budget = version >= 3 && level !== undefined ? undefined : budgetOf(reasoning);
  return {
    includeThoughts: true,
    ...(version >= 3 && level !== undefined && { thinkingLevel: level }),
    ...(budget !== undefined && { thinkingBudget: budget }),
  };
}
