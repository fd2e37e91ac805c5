/** What the tool calls of a run add up to, for the statistics of `json` output. */
import type { FinishedCall } from '@qwen-code/qwen-code-core/agent/events.js';

export interface ToolCounts {
  count: number;
  success: number;
  fail: number;
  durationMs: number;
  decisions: { accept: number; reject: number; modify: number; auto_accept: number };
}

/** Adds a call to the figures of one name. */
export function countCall(
  byName: Map<string, ToolCounts>,
  name: string,
  { result, denied, durationMs }: FinishedCall,
): void {
  const counts = byName.get(name) ?? noCounts();
  byName.set(name, counts);
  counts.count += 1;
  counts[result.status === 'ok' ? 'success' : 'fail'] += 1;
  counts.durationMs += durationMs;
  counts.decisions[denied ? 'reject' : 'auto_accept'] += 1;
}

const noCounts = (): ToolCounts => ({
  count: 0,
  success: 0,
  fail: 0,
  durationMs: 0,
  decisions: { accept: 0, reject: 0, modify: 0, auto_accept: 0 },
});

/** The figures in the shape that `stats` has. */
export function toolStats(byName: ReadonlyMap<string, ToolCounts>): Readonly<Record<string, unknown>> {
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
