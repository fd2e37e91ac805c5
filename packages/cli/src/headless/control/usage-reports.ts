/** What get_context_usage and get_usage_info tell: what was counted in this process; an estimate says that it is one. Pure. */
import { sumOf, sumOfAll } from '../../wire/context-shares.js';
import type { WiredRun } from '../../wire/wire-run.js';
import type { WireRecord } from '../records.js';
import type { UsageBook } from './usage-book.js';

/**
 * How full the context was at the last request, as the API counted it, and about what the next one is made of. Before the
 * first answer the whole is an estimate as well.
 */
export function contextUsage(
  wired: Pick<WiredRun, 'session' | 'contextWindow' | 'contextShares'>,
  usage: UsageBook,
): WireRecord {
  const shares = wired.contextShares();
  const [estimated, { totalTokens: counted, cachedTokens }] = [sumOfAll(shares), usage.last()];
  const [totalTokens, contextWindowSize] = [counted === 0 ? estimated : counted, wired.contextWindow()];
  return {
    modelName: wired.session().model,
    totalTokens,
    contextWindowSize,
    isEstimated: counted === 0,
    breakdown: {
      systemPrompt: shares.systemPrompt,
      builtinTools: sumOf(shares.builtinTools),
      mcpTools: sumOf(shares.mcpTools),
      memoryFiles: shares.memory,
      skills: shares.skills,
      startupContext: shares.startup,
      messages: shares.messages,
      cachedTokens,
      freeSpace: Math.max(contextWindowSize - totalTokens, 0),
    },
    builtinTools: shares.builtinTools,
    mcpTools: shares.mcpTools,
    memoryFiles: shares.memoryFiles.map(({ name: path, tokens }) => ({ path, tokens })),
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
