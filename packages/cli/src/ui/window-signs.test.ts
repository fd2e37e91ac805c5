import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { describe, expect, it } from 'vitest';
import { createKeyRouter } from './input/key-router.js';
import type { UiScreen } from './screen.js';
import { reduce } from './state/reduce.js';
import { createStore, FRAME_MS } from './state/store.js';
import { initialState, type ViewState } from './state/view-state.js';
import { TEST_FACTS } from './testing/render-dialog.js';
import { isAway, showWindowSigns, waitsNow, windowTitle } from './window-signs.js';

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

describe('on the screen', () => {
  async function show(settings: object, focused: boolean): Promise<{ titles: string[]; rings: number }> {
    const clock = createFakeClock(60_000);
    const store = createStore({ reduce, initial: idle, clock });
    const seen = { titles: [] as string[], rings: 0 };
    const terminal = {
      title: (text: string) => void seen.titles.push(text),
      ring: () => (seen.rings += 1),
      focused: () => focused,
    };
    const screen = { store, keys: createKeyRouter(), terminal } as unknown as UiScreen;
    showWindowSigns(screen, { settings: { general: {}, ...settings } } as unknown as LoadedSettings, clock);
    store.dispatch({ type: 'run-started', atMs: 0 });
    await clock.advance(FRAME_MS);
    store.dispatch({ type: 'run-ended' });
    await clock.advance(FRAME_MS);
    return seen;
  }

  it('tells of a run, and rings at its end', async () => {
    expect(await show({}, false)).toEqual({ titles: ['proj - qwen', '* proj - qwen', 'proj - qwen'], rings: 1 });
  });

  it('does not ring for somebody who looks', async () => {
    expect((await show({}, true)).rings).toBe(0);
  });

  it('does neither when it is not wanted', async () => {
    const settings = { ui: { hideWindowTitle: true }, general: { terminalBell: false } };
    expect(await show(settings, false)).toEqual({ titles: [], rings: 0 });
  });
});
