/** What is printed when the session ends: what it came to, and how to go on with it. Pure. */
import { count, duration, framed, wrapped } from './render/lines.js';
import type { Look } from './render/look.js';
import { factLines, type Fact } from './render/panel.js';
import type { ViewState } from './state/view-state.js';

export interface SummaryFacts {
  readonly state: Pick<ViewState, 'totals' | 'facts'>;
  readonly durationMs: number;
  /** undefined: there is nothing to go on with. */
  readonly sessionId: string | undefined;
}

/** Wider than this it would be a box of air. */
const MOST_WIDTH = 72;

export function summaryLines(
  { state, durationMs, sessionId }: SummaryFacts,
  look: Pick<Look, 'style' | 'marks' | 'width'>,
): string[] {
  const { style, marks } = look;
  const width = Math.min(look.width, MOST_WIDTH);
  const inner = { style, width: width - 4 };
  const open = openOutcomes(state.facts).flatMap((line) => wrapped(line, inner.width).map(style.warning));
  const facts = state.totals.requests === 0 ? [] : factLines(factsOf(state, durationMs), inner);
  const lines = [...facts, ...(facts.length > 0 && open.length > 0 ? [''] : []), ...open];
  const box = lines.length === 0 ? [] : marks.boxes ? framed('Session', lines, { width, paint: style.accent }) : lines;
  // In a line of its own, to be copied whole.
  const resume = sessionId === undefined ? [] : [`To go on: ${style.bold(`qwen --resume ${sessionId}`)}`];
  return [...box, ...resume];
}

function factsOf({ totals }: SummaryFacts['state'], durationMs: number): Fact[] {
  const { ok, failed, unknown } = totals.toolCalls;
  const calls = [`${ok} ok`, `${failed} failed`, ...(unknown === 0 ? [] : [`${unknown} unknown`])];
  const tokens = [`${count(totals.inputTokens)} in`, `${count(totals.cachedTokens)} of them cached`];
  return [
    ['Time', duration(durationMs)],
    ['Model', `${duration(totals.apiMs)}, ${totals.requests} request${totals.requests === 1 ? '' : 's'}`],
    ['Tokens', `${[...tokens, `${count(totals.outputTokens)} out`].join(', ')}`],
    ...(ok + failed + unknown === 0
      ? []
      : [['Tool calls', `${duration(totals.toolMs)}, ${calls.join(', ')}`] satisfies Fact]),
    ...(totals.lines.added + totals.lines.removed === 0
      ? []
      : [['Lines', `+${totals.lines.added} -${totals.lines.removed}`] satisfies Fact]),
  ];
}

const openOutcomes = ({ openOutcomes: open }: ViewState['facts']): string[] =>
  open === 0
    ? []
    : [
        `${open === 1 ? '1 call of this project has' : `${open} calls of this project have`} an unknown outcome and may have completed. See: qwen mcp outcomes --here`,
      ];
