/** What is printed when the session ends: what it came to, and how to go on with it. Pure. */
import { count, duration } from './render/lines.js';
import type { Style } from './render/style.js';
import type { ViewState } from './state/view-state.js';

export interface SummaryFacts {
  readonly state: Pick<ViewState, 'totals' | 'facts'>;
  readonly durationMs: number;
  /** undefined: there is nothing to go on with. */
  readonly sessionId: string | undefined;
}

export function summaryLines({ state, durationMs, sessionId }: SummaryFacts, style: Style): string[] {
  const { totals, facts } = state;
  const { ok, failed, unknown } = totals.toolCalls;
  const rows: readonly (readonly [string, string])[] = [
    ['Requests', String(totals.requests)],
    [
      'Tokens',
      `${count(totals.inputTokens)} in (${count(totals.cachedTokens)} cached), ${count(totals.outputTokens)} out`,
    ],
    ['Tool calls', `${ok + failed + unknown} (${failed} failed${unknown === 0 ? '' : `, ${unknown} unknown`})`],
    ['Lines', `+${totals.lines.added} -${totals.lines.removed}`],
    ['Time', `${duration(durationMs)} (model ${duration(totals.apiMs)}, tools ${duration(totals.toolMs)})`],
  ];
  const open =
    facts.openOutcomes === 0
      ? []
      : [
          style.warning(
            `${facts.openOutcomes === 1 ? '1 call of this project has' : `${facts.openOutcomes} calls of this project have`} an unknown outcome and may have completed. See: qwen mcp outcomes --here`,
          ),
        ];
  const table = totals.requests === 0 ? [] : rows.map(([name, value]) => `  ${style.muted(name.padEnd(12))}${value}`);
  const resume = sessionId === undefined ? [] : [`To go on: ${style.bold(`qwen --resume ${sessionId}`)}`];
  return [...table, ...open, ...resume];
}
