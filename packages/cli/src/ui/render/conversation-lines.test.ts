import { expect, it } from 'vitest';
import { IDLE_LIVE, type ViewItem } from '../state/view-state.js';
import { agentLines } from './agent-lines.js';
import { busyLine } from './busy-line.js';
import { itemLines } from './item-lines.js';
import { MARKS, type Look } from './look.js';
import { plainStyle } from './style.js';

const look: Look = { style: plainStyle, marks: MARKS, width: 80, expanded: false };
const whole: Look = { ...look, expanded: true };
const tool = { title: 'Shell', summary: 'ls', server: undefined, change: undefined };
const output = (lines: number): ViewItem => ({
  ...{ id: 1, kind: 'tool', tool },
  result: { status: 'ok', text: Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n'), durationMs: 0 },
});

it.each<[string, ViewItem, Look, string[]]>([
  [
    'thinking as a line',
    { id: 1, kind: 'thinking', text: 'a\nb', durationMs: 12_000 },
    look,
    ['✻ Thought for 12s (Ctrl+O)'],
  ],
  ['thinking whole', { id: 1, kind: 'thinking', text: 'a\nb', durationMs: 12_000 }, whole, ['✻ a', '  b']],
  ['thinking of a moment', { id: 1, kind: 'thinking', text: 'a', durationMs: 20 }, look, ['✻ Thought (Ctrl+O)']],
  [
    'the end of a long output',
    output(10),
    { ...look, shellLines: 2 },
    ['✓ Shell ls', '    … 8 earlier lines (Ctrl+O)', '    line 8', '    line 9'],
  ],
  [
    'answers of the person, all of them',
    {
      ...{ id: 1, kind: 'tool', tool: { ...tool, title: 'Question', summary: '' } },
      result: { status: 'ok', text: 'The user answered:\n\nWhich?\na\n\nWhen?\nb\n\nWhy?\nc', durationMs: 0 },
    },
    look,
    ['✓ Question', ...['The user answered:', 'Which?', 'a', 'When?', 'b', 'Why?', 'c'].map((line) => `    ${line}`)],
  ],
])('shows %s', (_name, item, how, lines) => {
  expect(itemLines(item, how)).toEqual(lines);
});

const steps = ['a', 'b', 'c', 'd'].map((summary, at) => ({
  ...{ callId: String(at), title: 'ReadFile', summary },
  status: at === 3 ? ('running' as const) : at === 2 ? ('failed' as const) : ('ok' as const),
}));
const progress = { calls: 4, tokens: 12_300, steps };

it.each<[string, boolean, Look, string[]]>([
  ['works', false, look, ['✓ ReadFile b', 'x ReadFile c', '⊶ ReadFile d', '4 calls · 12.3k tokens']],
  ['has ended', true, look, ['4 calls · 12.3k tokens · Ctrl+O shows them']],
  [
    'has ended, whole',
    true,
    whole,
    ['✓ ReadFile a', '✓ ReadFile b', 'x ReadFile c', '⊶ ReadFile d', '4 calls · 12.3k tokens'],
  ],
])('shows what an agent did that %s', (_name, ended, how, lines) => {
  expect(agentLines(progress, ended, how)).toEqual(lines);
});

it.each<[number, string]>([
  [1_000, '* Trying again in 4s: The model is overloaded. (1s · esc to cancel)'],
  [4_999, '* Trying again in 1s: The model is overloaded. (4s · esc to cancel)'],
  [5_000, '* Trying again: The model is overloaded. (5s · esc to cancel)'],
])('counts down to the next try at %i', (nowMs, line) => {
  const state = {
    live: { ...IDLE_LIVE, retry: { why: 'The model is overloaded.', atMs: 5_000 } },
    activity: { kind: 'busy', startedMs: 0, turn: 1, outputTokens: 0, stopping: false },
    dialogs: [],
  } as const;
  expect(busyLine(state, { nowMs, frame: '*' }, look)).toBe(line);
});
