/**
 * What the settings add to a messages request. Pure. Models from 4.6 on decide themselves how much to think and take an
 * effort, no number of tokens; older ones take a number, which has to leave room for the answer.
 */
import { budgetOf, type Reasoning } from '../effort.js';
import type { ParamsInput } from '../model-options.js';
import { outputLimit } from '../output-limit.js';

export function anthropicParams({ name, config, reasoning, maxTokens }: ParamsInput): Record<string, unknown> {
  const own = { ...config.samplingParams };
  const limit = Number(own['max_tokens'] ?? maxTokens ?? outputLimit(name).tokens);
  return { max_tokens: limit, ...thinking(name, reasoning, limit), ...own, ...config.extra_body };
}

const EFFORTS = new Set(['low', 'medium', 'high', 'xhigh', 'max']);
const LEAST_BUDGET = 1_024;

function thinking(name: string, reasoning: Reasoning, limit: number): Record<string, unknown> {
  const { effort } = reasoning;
  if (decidesItself(name)) {
    if (effort === undefined) return {};
    return { thinking: { type: 'adaptive' }, output_config: { effort: EFFORTS.has(effort) ? effort : 'low' } };
  }
  const tokens = Math.min(budgetOf(reasoning) ?? 0, limit - LEAST_BUDGET);
  return tokens < LEAST_BUDGET ? {} : { thinking: { type: 'enabled', budget_tokens: tokens } };
}

/** `claude-opus-4-6` and later; `claude-opus-4-20250514` is version 4.0. */
function decidesItself(name: string): boolean {
  const [, major = '0', minor = '0'] = /claude-[a-z]+-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(name) ?? [];
  return Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 6);
}
