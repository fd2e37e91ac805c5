/** What a session adds up to by model and by tool. Pure. */
import type { FinishedCall } from '@qwen-code/qwen-code-core/agent/events.js';
import type { Usage } from '@qwen-code/qwen-code-core/models/types.js';
import type { ModelTotals, ToolTotals, Totals } from './view-state.js';

const NO_MODEL: ModelTotals = { requests: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
const NO_TOOL: ToolTotals = { calls: 0, failed: 0, ms: 0 };

export function modelCounted(
  byModel: Totals['byModel'],
  model: string,
  { inputTokens, outputTokens, cachedTokens }: Pick<Usage, 'inputTokens' | 'outputTokens' | 'cachedTokens'>,
): Totals['byModel'] {
  const before = byModel[model] ?? NO_MODEL;
  return {
    ...byModel,
    [model]: {
      requests: before.requests + 1,
      inputTokens: before.inputTokens + inputTokens,
      outputTokens: before.outputTokens + outputTokens,
      cachedTokens: before.cachedTokens + cachedTokens,
    },
  };
}

export function callCounted(
  { byTool, unknownOutcomes }: Totals,
  { call, result, durationMs }: FinishedCall,
): Pick<Totals, 'byTool' | 'unknownOutcomes'> {
  const before = byTool[call.name] ?? NO_TOOL;
  const isUnknown = result.outcomeUnknown === true || result.code === 'mcp_outcome_unknown';
  return {
    unknownOutcomes: unknownOutcomes + Number(isUnknown),
    byTool: {
      ...byTool,
      [call.name]: {
        calls: before.calls + 1,
        failed: before.failed + Number(result.status !== 'ok'),
        ms: before.ms + durationMs,
      },
    },
  };
}
