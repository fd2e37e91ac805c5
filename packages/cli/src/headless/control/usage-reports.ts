/** What get_context_usage and get_usage_info tell: what was counted in this process, and no guesses. Pure. */
import type { WiredRun } from '../../wire/wire-run.js';
import type { WireRecord } from '../records.js';
import type { UsageBook } from './usage-book.js';

/** How full the context was at the last request; 0 before the first. */
export function contextUsage(wired: Pick<WiredRun, 'session' | 'contextWindow'>, usage: UsageBook): WireRecord {
  const { model, tools, mcpServers } = wired.session();
  const { inputTokens, outputTokens, totalTokens } = usage.last();
  const contextWindowSize = wired.contextWindow();
  const isOfServer = (name: string): boolean => name.startsWith('mcp__');
  return {
    modelName: model,
    totalTokens,
    contextWindowSize,
    breakdown: { input: inputTokens, output: outputTokens, free: Math.max(contextWindowSize - totalTokens, 0) },
    builtinTools: tools.filter((name) => !isOfServer(name)),
    mcpTools: tools.filter(isOfServer),
    mcpServers,
  };
}

/** Nothing is kept between sessions, so the lists by day are empty whatever range is asked for. */
export function usageInfo(usage: UsageBook, nowMs: number): WireRecord {
  const models = usage.models();
  const sum = (field: 'requests' | 'input_tokens' | 'output_tokens' | 'cache_read_input_tokens' | 'total_tokens') =>
    models.reduce((total, model) => total + model[field], 0);
  return {
    generatedAt: new Date(nowMs).toISOString(),
    range: 'session',
    summary: {
      requests: sum('requests'),
      input_tokens: sum('input_tokens'),
      output_tokens: sum('output_tokens'),
      cache_read_input_tokens: sum('cache_read_input_tokens'),
      total_tokens: sum('total_tokens'),
      tool_calls: usage.toolCalls(),
    },
    models,
    daily: [],
    heatmap: [],
  };
}
