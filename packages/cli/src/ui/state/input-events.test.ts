import { expect, it } from 'vitest';
import { TEST_FACTS } from '../testing/render-dialog.js';
import { reduce } from './reduce.js';
import type { UiEvent } from './ui-event.js';
import { initialState, type QueuedMessage, type ViewState } from './view-state.js';

const after = (...events: readonly UiEvent[]): ViewState => events.reduce(reduce, initialState(TEST_FACTS));
const queued = (text: string, when: QueuedMessage['when']): UiEvent => ({ type: 'queued', message: { text, when } });
const started: UiEvent = { type: 'shell-started', command: 'ls', atMs: 7 };

it('gives back the message that was queued last', () => {
  expect(after(queued('a', 'now'), queued('b', 'next'), { type: 'unqueued' }).queue).toEqual([
    { text: 'a', when: 'now' },
  ]);
  expect(after({ type: 'unqueued' }).queue).toEqual([]);
});

it.each<[string, UiEvent[], ViewState['shell']]>([
  ['begins', [started], { command: 'ls', startedMs: 7, output: '' }],
  [
    'says something',
    [started, { type: 'shell-output', text: 'a' }, { type: 'shell-output', text: 'b\n' }],
    { command: 'ls', startedMs: 7, output: 'ab\n' },
  ],
  ['ends', [started, { type: 'shell-ended' }], undefined],
  ['has ended when more is said', [{ type: 'shell-output', text: 'late' }], undefined],
])('a typed command %s', (_name, events, shell) => {
  expect(after(...events).shell).toEqual(shell);
});

it('keeps the end of a long output alone', () => {
  const { shell } = after(
    started,
    { type: 'shell-output', text: 'x'.repeat(50_000) },
    { type: 'shell-output', text: 'end' },
  );
  expect(shell?.output).toMatch(/^x{19997}end$/);
});

it('prints everything anew when answers are shown as they were written', () => {
  const { raw, epoch } = after({ type: 'toggle-raw' });
  expect({ raw, epoch }).toEqual({ raw: true, epoch: 1 });
});
