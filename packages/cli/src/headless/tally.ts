/**
 * What a run adds up to, from the agent's events alone: turns, tokens, refusals, unknown outcomes, calls in flight and
 * the statistics of `json` output. It never prints.
 */
import { NO_USAGE } from '@qwen-code/qwen-code-core/agent/model-turn.js';
import type { AgentEvent, FinishedCall } from '@qwen-code/qwen-code-core/agent/events.js';
import type { Usage } from '@qwen-code/qwen-code-core/models/types.js';
import type { PermissionDenial, UnknownOutcome } from './records.js';

interface ToolCounts {
  count: number;
  success: number;
  fail: number;
  durationMs: number;
  decisions: { accept: number; reject: number; modify: number; auto_accept: number };
}

export interface Tally {
  see(event: AgentEvent): void;
  /** Calls that were started and have not ended: id to the tool's name. */
  readonly inFlight: ReadonlyMap<string, string>;
  /** Model turns of the conversation itself. */
  readonly turns: number;
  readonly usage: Usage;
  readonly apiDurationMs: number;
  readonly denials: readonly PermissionDenial[];
  readonly unknownOutcomes: readonly UnknownOutcome[];
  /** The `stats` object of json output. */
  stats(model: string): unknown;
}

/** Sent, and nobody knows whether it was done. */
export const isUnknownOutcome = ({ result }: FinishedCall): boolean =>
  result.code === 'mcp_outcome_unknown' || result.outcomeUnknown === true;

export function createTally(): Tally {
  const inFlight = new Map<string, string>();
  const denials: PermissionDenial[] = [];
  const unknownOutcomes: UnknownOutcome[] = [];
  const byName = new Map<string, ToolCounts>();
  const lines = { added: 0, removed: 0 };
  let usage = NO_USAGE;
  let turns = 0;
  /** Answered requests, those of sub-agents too. */
  let requests = 0;
  let apiDurationMs = 0;
  let apiErrors = 0;

  const seeEnd = (ended: FinishedCall): void => {
    const { call, args, result, denied, durationMs } = ended;
    inFlight.delete(call.id);
    if (denied) denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: args ?? {} });
    if (isUnknownOutcome(ended)) unknownOutcomes.push(unknownOutcome(ended));
    lines.added += result.lines?.added ?? 0;
    lines.removed += result.lines?.removed ?? 0;
    const counts = byName.get(call.name) ?? noCounts();
    byName.set(call.name, counts);
    counts.count += 1;
    counts[result.status === 'ok' ? 'success' : 'fail'] += 1;
    counts.durationMs += durationMs;
    counts.decisions[denied ? 'reject' : 'auto_accept'] += 1;
  };

  const seeAny = (event: AgentEvent): void => {
    if (event.type === 'assistant') {
      requests += 1;
      usage = addUsage(usage, event.usage);
      apiDurationMs += event.durationMs;
    }
    if (event.type === 'tool-start') inFlight.set(event.call.id, event.call.name);
    if (event.type === 'tool-end') seeEnd(event);
    if (event.type === 'subagent') seeAny(event.event);
  };

  return {
    see(event) {
      seeAny(event);
      if (event.type === 'assistant') turns += 1;
      if (event.type === 'end' && event.outcome.kind === 'failed') apiErrors += 1;
    },
    inFlight,
    denials,
    unknownOutcomes,
    get turns() {
      return turns;
    },
    get usage() {
      return usage;
    },
    get apiDurationMs() {
      return apiDurationMs;
    },
    stats: (model) => ({
      models: { [model]: modelStats({ requests, apiErrors, apiDurationMs, usage }) },
      tools: toolStats(byName),
      files: { totalLinesAdded: lines.added, totalLinesRemoved: lines.removed },
    }),
  };
}

export function unknownOutcome({ call, result }: FinishedCall): UnknownOutcome {
  return {
    tool_use_id: call.id,
    tool_name: call.name,
    code: result.code ?? 'mcp_outcome_unknown',
    ...(result.recordId !== undefined && { record_id: result.recordId }),
  };
}

function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    totalTokens: a.totalTokens + b.totalTokens,
  };
}

function modelStats(facts: { requests: number; apiErrors: number; apiDurationMs: number; usage: Usage }): unknown {
  const { requests, apiErrors, apiDurationMs, usage } = facts;
  return {
    api: { totalRequests: requests + apiErrors, totalErrors: apiErrors, totalLatencyMs: apiDurationMs },
    tokens: {
      prompt: usage.inputTokens,
      candidates: usage.outputTokens,
      total: usage.totalTokens,
      cached: usage.cachedTokens,
      thoughts: usage.reasoningTokens,
    },
  };
}

const noCounts = (): ToolCounts => ({
  count: 0,
  success: 0,
  fail: 0,
  durationMs: 0,
  decisions: { accept: 0, reject: 0, modify: 0, auto_accept: 0 },
});

function toolStats(byName: ReadonlyMap<string, ToolCounts>): unknown {
  const total = noCounts();
  for (const counts of byName.values()) {
    total.count += counts.count;
    total.success += counts.success;
    total.fail += counts.fail;
    total.durationMs += counts.durationMs;
    total.decisions.reject += counts.decisions.reject;
    total.decisions.auto_accept += counts.decisions.auto_accept;
  }
  return {
    totalCalls: total.count,
    totalSuccess: total.success,
    totalFail: total.fail,
    totalDurationMs: total.durationMs,
    totalDecisions: total.decisions,
    byName: Object.fromEntries(byName),
  };
}
