import { describe, expect, it } from 'vitest';
import { TEST_FACTS } from './testing/render-dialog.js';
import { initialState, type ViewState } from './state/view-state.js';
import { isAway, waitsNow, windowTitle } from './window-signs.js';

const idle = initialState(TEST_FACTS);
const busy: ViewState = {
  ...idle,
  activity: { kind: 'busy', startedMs: 0, turn: 1, outputTokens: 0, stopping: false },
};
const asking: ViewState = { ...busy, dialogs: [{ id: 1, name: 'approval', rank: 'question' }] };
const browsing: ViewState = { ...idle, dialogs: [{ id: 1, name: 'mcp', rank: 'opened' }] };

it.each<[string, ViewState, boolean, string]>([
  ['idle', idle, true, 'proj - qwen'],
  ['busy', busy, true, '* proj - qwen'],
  ['asking', asking, true, '? proj - qwen'],
  ['a dialog that somebody opened', browsing, true, 'proj - qwen'],
  ['busy, without the status', busy, false, 'proj - qwen'],
  ['the root', { ...idle, facts: { ...TEST_FACTS, cwd: '/' } }, true, '/ - qwen'],
])('is titled when %s', (_name, state, withStatus, title) => {
  expect(windowTitle(state, withStatus)).toBe(title);
});

it('lets no folder write to the terminal', () => {
  const facts = { ...TEST_FACTS, cwd: '/a/\u001b]2;x\u0007y' };
  expect(windowTitle({ ...idle, facts }, true)).not.toMatch(/[\u0000-\u001f]/);
});

it.each<[string, ViewState, ViewState, boolean]>([
  ['a question', busy, asking, true],
  ['the end of a run', busy, idle, true],
  ['the start of a run', idle, busy, false],
  ['an answer', asking, busy, false],
  ['the same question', asking, asking, false],
  ['a dialog that is opened', idle, browsing, false],
])('waits for the person after %s: %#', (_name, before, after, waits) => {
  expect(waitsNow(before, after)).toBe(waits);
});

describe('whoever', () => {
  it.each([
    ['has the focus elsewhere', false, 0, true],
    ['looks at it', true, 60_000, false],
    ['typed a moment ago', undefined, 10_000, false],
    ['has not typed for a while', undefined, 10_001, true],
  ])('%s', (_name, focused, sinceMs, away) => {
    expect(isAway({ focused, lastKeyMs: 1_000, nowMs: 1_000 + sinceMs })).toBe(away);
  });
});
