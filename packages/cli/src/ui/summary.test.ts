import { describe, expect, it } from 'vitest';
import stringWidth from 'string-width';
import { MARKS, WORD_MARKS } from './render/look.js';
import { plainStyle } from './render/style.js';
import { NO_TOTALS } from './state/view-state.js';
import { summaryLines, type SummaryFacts } from './summary.js';
import { TEST_FACTS } from './testing/render-dialog.js';

const ID = '123e4567-e89b-12d3-a456-426614174000';
const look = (width: number): Parameters<typeof summaryLines>[1] => ({ style: plainStyle, marks: MARKS, width });
const worked: SummaryFacts = {
  durationMs: 185_000,
  sessionId: ID,
  state: {
    facts: TEST_FACTS,
    totals: {
      ...NO_TOTALS,
      requests: 4,
      inputTokens: 12_300,
      cachedTokens: 8_000,
      outputTokens: 950,
      toolCalls: { ok: 5, failed: 1, unknown: 1 },
      lines: { added: 10, removed: 2 },
      apiMs: 20_000,
      toolMs: 61_000,
    },
  },
};

it('tells what the session came to', () => {
  expect(
    summaryLines({ ...worked, state: { ...worked.state, facts: { ...TEST_FACTS, openOutcomes: 1 } } }, look(79)),
  ).toEqual([
    '╭─ Session ────────────────────────────────────────────────────────────╮',
    '│ Time        3m 05s                                                   │',
    '│ Model       20s, 4 requests                                          │',
    '│ Tokens      12.3k in, 8.0k of them cached, 950 out                   │',
    '│ Tool calls  1m 01s, 5 ok, 1 failed, 1 unknown                        │',
    '│ Lines       +10 -2                                                   │',
    '│                                                                      │',
    '│ 1 call of this project has an unknown outcome and may have           │',
    '│ completed. See: qwen mcp outcomes --here                             │',
    '╰──────────────────────────────────────────────────────────────────────╯',
    `To go on: qwen --resume ${ID}`,
  ]);
});

describe('leaves out', () => {
  it('what there was none of', () => {
    const totals = { ...NO_TOTALS, requests: 1 };
    const lines = summaryLines({ ...worked, state: { facts: TEST_FACTS, totals } }, look(79)).join('\n');
    expect(lines).toContain('1 request ');
    expect(lines).not.toMatch(/Tool calls|Lines|unknown/);
  });

  it('everything when nothing was said', () => {
    const state = { facts: TEST_FACTS, totals: NO_TOTALS };
    expect(summaryLines({ ...worked, sessionId: undefined, state }, look(79))).toEqual([]);
  });
});

it('has no box for a screen reader', () => {
  const [first] = summaryLines(worked, { ...look(79), marks: WORD_MARKS });
  expect(first).toBe('Time        3m 05s');
});

it.each([39, 79, 199])('fits %i columns', (width) => {
  const box = summaryLines(worked, look(width)).slice(0, -1);
  expect(Math.max(...box.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
});
