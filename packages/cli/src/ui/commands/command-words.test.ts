/** What commands say and list, as tables. */
import { expect, it } from 'vitest';
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import { createThemeDesk } from '../render/theme-desk.js';
import { statsReport } from '../render/stats-report.js';
import { effectSentences, lastingEffects } from '../rewind/lasting-effects.js';
import { rewindQuestion } from '../rewind/rewind-pages.js';
import { callCounted, modelCounted } from '../state/count-usage.js';
import { NO_TOTALS } from '../state/view-state.js';
import { UI_COMMANDS } from './all-commands.js';
import { listedCommands } from './listed-commands.js';
import { fileSentences } from './rewind.js';
import { ago } from './session-items.js';
import { unknownCommand } from './unknown-command.js';

const command = (name: string, ...aliases: string[]) => ({ name, aliases, description: '', usage: '' });

it.each([
  ['modle', 'There is no command /modle. Did you mean /model?'],
  ['quitt', 'There is no command /quitt. Did you mean /quit?'],
  ['zzz', 'There is no command /zzz. /help lists those there are.'],
])('says of /%s: %s', (name, expected) => {
  expect(unknownCommand(name, [command('model'), command('exit', 'quit')])).toBe(expected);
});

it('lists each name once, those of the terminal first, in order', () => {
  const listed = listedCommands(
    [command('model'), command('clear', 'new')],
    [command('model'), command('new'), command('docs')],
  );
  expect(listed.map(({ name }) => name)).toEqual(['clear', 'docs', 'model']);
});

it('has each name and alias of the terminal once', () => {
  const names = UI_COMMANDS.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

it.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [7_200_000, '2 hours ago'],
  [86_400_000 * 3, '3 days ago'],
])('%d ms is %s', (ms, expected) => {
  expect(ago(ms)).toBe(expected);
});

const calls = (...all: [name: string, args: string][]): History => [
  {
    role: 'assistant',
    text: '',
    reasoning: '',
    toolCalls: all.map(([name, argumentsJson], place) => ({ id: String(place), name, argumentsJson })),
  },
];

it.each<[string, History, string[]]>([
  ['nothing that lasts', calls(['edit', '{}'], ['read_file', '{}']), []],
  [
    'MCP calls and commands, each once',
    calls(
      ['mcp__bank__pay', '{}'],
      ['mcp__bank__pay', '{}'],
      ['run_shell_command', '{"command":"git\\npush"}'],
      ['monitor', 'x'],
    ),
    ['Calls to MCP servers stay done: pay (bank).', 'What commands did stays done: git push, ?.'],
  ],
  [
    'an unknown outcome',
    [...calls(['mcp__bank__pay', '{}']), { role: 'tool', callId: '0', name: 'mcp__bank__pay', text: '', unknown: {} }],
    ['Calls to MCP servers stay done: pay (bank).', '1 call has an unknown outcome; the model is told of it again.'],
  ],
])('names what going back can not undo: %s', (_name, undone, expected) => {
  expect(effectSentences(lastingEffects(undone))).toEqual(expected);
});

it('offers the conversation alone where no file is on record', () => {
  const { items } = rewindQuestion({
    point: { uuid: 'u', text: 'x', at: '' },
    steps: [],
    effects: { mcp: [], commands: [], unknown: 0 },
    name: String,
  });
  expect(items.map(({ label }) => label)).toEqual(['Conversation alone']);
});

it('tells which files are back, and which not', () => {
  const restored = [
    { path: 'a', problem: undefined },
    { path: 'b', problem: 'Its copy is gone.' },
  ];
  expect(fileSentences(restored, (path) => path)).toEqual(['As they were: a.', 'b stays as it is: Its copy is gone.']);
});

it('counts by model and by tool', () => {
  const usage = { inputTokens: 10, outputTokens: 2, cachedTokens: 5 };
  const byModel = modelCounted(modelCounted({}, 'm', usage), 'm', usage);
  const ended = {
    call: { id: '1', name: 'mcp__s__t', argumentsJson: '{}' },
    args: {},
    result: { status: 'error' as const, text: '', outcomeUnknown: true as const },
    denied: false,
    durationMs: 7,
  };
  const tools = callCounted(NO_TOTALS, ended);
  expect([byModel, tools]).toEqual([
    { m: { requests: 2, inputTokens: 20, outputTokens: 4, cachedTokens: 10 } },
    { unknownOutcomes: 1, byTool: { mcp__s__t: { calls: 1, failed: 1, ms: 7 } } },
  ]);
  const text = statsReport({
    totals: { ...NO_TOTALS, byModel, ...tools },
    sessionId: 'S',
    sinceMs: 65_000,
    openOutcomes: 2,
  });
  for (const row of [
    '| Session | S |',
    '| Time | 1m 05s (model 0s, tools 0s) |',
    '| Tool calls | 0 (0 failed, 1 to MCP servers) |',
    '| Unknown outcomes | 1 in this session, 2 open in this workspace |',
    '| m | 2 | 20 (10) | 4 |',
    '| mcp__s__t | 1 | 1 | 0s |',
  ])
    expect(text).toContain(row);
});

it('changes the colours of what holds the style already', () => {
  const themes = createThemeDesk({ theme: 'No Color' }, 3);
  const { style } = themes;
  expect(style.good('x')).toBe('x');
  themes.use('Qwen Dark');
  expect([style.good('x') === 'x', themes.name()]).toEqual([false, 'Qwen Dark']);
  themes.use('no such theme');
  expect(themes.name()).toBe('Qwen Dark');
});
