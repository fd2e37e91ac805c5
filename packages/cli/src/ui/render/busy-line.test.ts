import { expect, it } from 'vitest';
import { TEST_FACTS } from '../testing/render-dialog.js';
import { initialState, type ViewState } from '../state/view-state.js';
import { busyLine } from './busy-line.js';
import { MARKS } from './look.js';
import { plainStyle } from './style.js';

const idle = initialState(TEST_FACTS);
const busy: ViewState = {
  ...idle,
  activity: { kind: 'busy', startedMs: 0, turn: 1, outputTokens: 0, stopping: false },
};
const shell = { command: 'ls', startedMs: 0, output: '' };

it.each<[string, ViewState, number, string]>([
  ['nothing when nothing goes on', idle, 80, ''],
  ['that the model is waited for', busy, 80, '* Waiting for the model… (3s · esc to cancel)'],
  [
    'how a command goes to the background',
    { ...busy, shell },
    80,
    '* Running your command… (3s · esc to cancel · ctrl+b to the background)',
  ],
  ['less on a narrow screen', { ...busy, shell }, 40, '* Running your command… (3s · esc to c…'],
  [
    'why the model is asked again, and no more when that fills the line',
    { ...busy, live: { ...idle.live, retry: { why: 'the connection was lost', atMs: 5_000 } } },
    30,
    '* Trying again in 2s: the con…',
  ],
])('says %s', (_name, state, width, expected) => {
  const look = { style: plainStyle, marks: MARKS, width, expanded: false, highlight: undefined };
  expect(busyLine(state, { nowMs: 3_000, frame: '*' }, look)).toBe(expected);
});
