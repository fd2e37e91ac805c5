import { describe, expect, it } from 'vitest';
import type { AgentEvent, FinishedCall } from '@qwen-code/qwen-code-core/agent/events.js';
import { NO_USAGE } from '@qwen-code/qwen-code-core/agent/model-turn.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { reduce } from './reduce.js';
import { toolView } from './tool-view.js';
import type { UiEvent } from './ui-event.js';
import {
  IDLE_LIVE,
  initialState,
  topDialog,
  type Facts,
  type ItemContent,
  type ToolEnd,
  type UnknownCall,
  type ViewState,
} from './view-state.js';

const facts: Facts = {
  version: '0',
  cwd: '/p',
  branch: undefined,
  model: 'm',
  mode: 'default',
  servers: [],
  openOutcomes: 0,
  contextWindow: undefined,
};
const start = reduce(initialState(facts), { type: 'run-started', atMs: 0 });
const agent = (event: AgentEvent): UiEvent => ({ type: 'agent', event, atMs: 7 });
const text = (piece: string): UiEvent => agent({ type: 'text-delta', text: piece });
const think = (piece: string): UiEvent => agent({ type: 'reasoning-delta', text: piece });
const call = { id: 'c1', name: 'run_shell_command', argumentsJson: '{"command":"ls"}' };
const assistant = (calls: readonly (typeof call)[] = []): UiEvent =>
  agent({
    type: 'assistant',
    message: { role: 'assistant', text: '', reasoning: '', toolCalls: calls },
    usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 5, totalTokens: 15 },
    durationMs: 3,
  });
const ended = (more: Partial<FinishedCall> = {}): UiEvent =>
  agent({
    type: 'tool-end',
    call,
    args: { command: 'ls' },
    result: { status: 'ok', text: 'out' },
    denied: false,
    durationMs: 9,
    ...more,
  });
const lostInside: AgentEvent = {
  type: 'tool-end',
  call,
  args: { command: 'ls' },
  result: { status: 'error', text: '', outcomeUnknown: true, recordId: 'mo_2' },
  denied: false,
  durationMs: 9,
};
const within = (event: AgentEvent, callId = 'a'): AgentEvent => ({ type: 'subagent', callId, event });
const after = (...events: readonly UiEvent[]): ViewState => events.reduce(reduce, start);
const itemsOf = ({ items }: ViewState): ItemContent[] =>
  items.map(
    (item) => Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'id')) as unknown as ItemContent,
  );
const shell = toolView('run_shell_command', { command: 'ls' });
const unknown = (more: Partial<UnknownCall> = {}): ItemContent => ({
  kind: 'unknown-outcome',
  tool: shell,
  recordId: undefined,
  // Seven milliseconds after the start of time, and after nine of running.
  at: '1969-12-31T23:59:59.998Z',
  end: 'lost',
  byAgent: false,
  ...more,
});
const toolItem = (status: ToolEnd['status'], shown = 'out'): ItemContent => ({
  kind: 'tool',
  tool: shell,
  result: { status, text: shown, durationMs: 9 },
});
const piece = (shown: string, first = true, joined = false): ItemContent => ({
  kind: 'answer',
  text: shown,
  first,
  joined,
});
const notice = (tone: 'info' | 'warning' | 'error', shown: string): ItemContent => ({
  kind: 'notice',
  tone,
  text: shown,
});

describe('what is printed for good', () => {
  it.each<[string, UiEvent[], ItemContent[]]>([
    ['nothing of an answer that still grows', [text('Hel'), text('lo')], []],
    ['an answer at its end', [text('Hello'), assistant()], [piece('Hello')]],
    ['each block as soon as the next begins', [text('a\n\nb'), text('\n\nc')], [piece('a'), piece('b', false)]],
    [
      'a long block in pieces',
      [text(Array.from({ length: 12 }, (_, at) => `- ${at}`).join('\n'))],
      [piece(Array.from({ length: 10 }, (_, at) => `- ${at}`).join('\n'))],
    ],
    ['thinking before the answer', [think('hm'), text('a')], [{ kind: 'thinking', text: 'hm', durationMs: 0 }]],
    ['thinking without an answer', [think('hm'), assistant([call])], [{ kind: 'thinking', text: 'hm', durationMs: 0 }]],
    ['no empty thinking, no empty answer', [think('\n'), text('\n'), assistant()], []],
    ['a call with its result', [assistant([call]), ended()], [toolItem('ok')]],
    ['a call that failed', [ended({ result: { status: 'error', text: 'no' } })], [toolItem('error', 'no')]],
    ['a call that was refused', [ended({ denied: true })], [toolItem('denied')]],
    ...(
      [
        ['a lost call', 'error', { code: 'mcp_outcome_unknown', recordId: 'mo_1' }, { end: 'lost', recordId: 'mo_1' }],
        ['a timed-out call that was sent', 'error', { code: 'mcp_timeout' }, { end: 'timed-out' }],
        ['a call that was cancelled on its way', 'cancelled', { code: 'cancelled' }, { end: 'cancelled' }],
        ['a call that failed on its way', 'error', { code: 'mcp_call_failed' }, { end: 'failed' }],
      ] as const
    ).map(([name, status, result, seen]): [string, UiEvent[], ItemContent[]] => [
      `${name} twice: as a result that is neither good nor bad, and as a panel`,
      [ended({ result: { status, text: 'out', outcomeUnknown: true, ...result } })],
      [toolItem('unknown'), unknown(seen)],
    ]),
    [
      'a call that was cancelled before it left, without a panel',
      [ended({ result: { status: 'cancelled', text: 'out', code: 'cancelled' } })],
      [toolItem('cancelled')],
    ],
    [
      'an unknown outcome inside a sub-agent, and inside that one',
      [agent(within(within(lostInside))), agent(within(lostInside))],
      [unknown({ recordId: 'mo_2', byAgent: true }), unknown({ recordId: 'mo_2', byAgent: true })],
    ],
    [
      'how a run was stopped',
      [text('half'), agent({ type: 'end', outcome: { kind: 'cancelled' } })],
      [piece('half'), notice('info', 'Stopped.')],
    ],
    [
      'why a run failed',
      [agent({ type: 'end', outcome: { kind: 'failed', error: new QwenError('model-api', 'No.') } })],
      [notice('error', 'No.')],
    ],
    [
      'a plan as it was asked about',
      [ended({ call: { ...call, name: 'exit_plan_mode' }, args: { plan: '# Do' } })],
      [{ kind: 'report', text: '# Do' }, { ...toolItem('ok'), tool: toolView('exit_plan_mode', {}) } as ItemContent],
    ],
    [
      'what a sub-agent did',
      [
        agent({ type: 'tool-start', call, args: { command: 'ls' } }),
        agent(within({ type: 'tool-start', call: { ...call, id: 'i' }, args: { command: 'pwd' } }, 'c1')),
        agent(
          within(
            { ...lostInside, call: { ...call, id: 'i' }, result: { status: 'error', text: '' } } as AgentEvent,
            'c1',
          ),
        ),
        ended(),
      ],
      [
        {
          kind: 'tool',
          tool: shell,
          result: {
            ...{ status: 'ok', text: 'out', durationMs: 9 },
            inside: { calls: 1, tokens: 0, steps: [{ callId: 'i', title: 'Shell', summary: 'pwd', status: 'failed' }] },
          },
        },
      ],
    ],
    [
      'that the conversation was summed up',
      [agent({ type: 'compaction', trigger: 'auto', beforeTokens: 120_000, afterTokens: 8_000, history: [] })],
      [notice('info', 'The earlier part of the conversation was summed up: 120.0k → 8.0k tokens.')],
    ],
    [
      'nothing where the user asked for that',
      [agent({ type: 'compaction', trigger: 'manual', beforeTokens: 2, afterTokens: 1, history: [] })],
      [],
    ],
    [
      'that another model goes on',
      [agent({ type: 'model-retry', attempt: 1, delayMs: 0, shown: 'It is overloaded.', next: 'spare' })],
      [notice('info', 'It is overloaded. Going on with spare.')],
    ],
    ['no control of the terminal', [text('a\u001b[2Jb'), assistant()], [piece('ab')]],
  ])('%s', (_name, events, items) => {
    expect(itemsOf(after(...events))).toEqual(items);
  });

  it('begins a new answer after a call', () => {
    expect(
      itemsOf(
        after(
          text('a\n\nb'),
          assistant([call]),
          ended(),
          agent({ type: 'turn-start', turn: 2 }),
          text('c'),
          assistant(),
        ),
      ),
    ).toEqual([piece('a'), piece('b', false), toolItem('ok'), piece('c')]);
  });

  it('numbers items once and for all', () => {
    expect(after(text('a\n\nb\n\nc'), assistant()).items.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('what is live', () => {
  const live = (...events: readonly UiEvent[]): unknown =>
    after(...events).live.tools.map(({ status, startedMs, progress, inside }) => ({
      status,
      startedMs,
      progress,
      inside,
    }));
  const tool = (status: string, more = {}): unknown => [
    { status, startedMs: undefined, progress: undefined, inside: undefined, ...more },
  ];

  it.each<[string, UiEvent[], unknown]>([
    ['a call that waits', [assistant([call])], tool('waiting')],
    ['a call that asks', [assistant([call]), { type: 'call-asking', callId: 'c1', tool: shell }], tool('asking')],
    ['a call that nobody announced', [{ type: 'call-asking', callId: 'x', tool: shell }], tool('asking')],
    [
      'a call that runs',
      [assistant([call]), agent({ type: 'tool-start', call, args: {} })],
      tool('running', { startedMs: 7 }),
    ],
    [
      'its progress',
      [
        agent({ type: 'tool-start', call, args: {} }),
        agent({ type: 'tool-progress', callId: 'c1', progress: { progress: 1, total: 3, message: 'a\nb' } }),
      ],
      tool('running', { startedMs: 7, progress: { progress: 1, total: 3, message: 'a b' } }),
    ],
    [
      'what its sub-agent does',
      [
        agent({ type: 'tool-start', call, args: {} }),
        agent({ type: 'subagent', callId: 'c1', event: { type: 'tool-start', call, args: { command: 'ls' } } }),
      ],
      tool('running', {
        startedMs: 7,
        inside: { calls: 1, tokens: 0, steps: [{ callId: 'c1', title: 'Shell', summary: 'ls', status: 'running' }] },
      }),
    ],
    ['nothing once it has ended', [assistant([call]), ended()], []],
  ])('%s', (_name, events, expected) => {
    expect(live(...events)).toEqual(expected);
  });

  it('says when the model is asked again, until it answers', () => {
    const again = agent({ type: 'model-retry', attempt: 1, delayMs: 2_000, shown: 'No\nanswer.' });
    expect(after(again).live.retry).toEqual({ why: 'No answer.', atMs: 2_007 });
    expect(after(again, text('a')).live.retry).toBeUndefined();
    expect(after(again, think('a')).live.retry).toBeUndefined();
  });

  it('is gone when the run is', () => {
    const state = after(text('a'), { type: 'run-ended' });
    expect([state.live, state.activity]).toEqual([IDLE_LIVE, { kind: 'idle' }]);
  });
});

it('counts what a turn cost', () => {
  const { totals } = after(
    assistant([call]),
    ended({ result: { status: 'ok', text: '', lines: { added: 2, removed: 1 } } }),
    ended({ result: { status: 'error', text: '' } }),
    ended({ result: { status: 'error', text: '', outcomeUnknown: true } }),
  );
  expect(totals).toEqual({
    requests: 1,
    inputTokens: 10,
    outputTokens: 5,
    cachedTokens: 0,
    contextTokens: 15,
    toolCalls: { ok: 1, failed: 1, unknown: 1 },
    lines: { added: 2, removed: 1 },
    apiMs: 3,
    toolMs: 27,
    byModel: { m: { requests: 1, inputTokens: 10, outputTokens: 5, cachedTokens: 0 } },
    byTool: { run_shell_command: { calls: 3, failed: 2, ms: 27 } },
    unknownOutcomes: 1,
  });
});

it('prints everything again when the screen was cleared or unfolded', () => {
  const { items, epoch } = after(text('a'), assistant(), { type: 'toggle-expanded' }, { type: 'reprint' });
  expect([items.length, epoch]).toEqual([1, 2]);
  expect(after(text('a'), assistant(), { type: 'cleared' }).items).toEqual([]);
});

it('keeps queued messages until they are sent', () => {
  const state = after(
    { type: 'queued', message: { text: 'a', when: 'now' } },
    { type: 'queued', message: { text: 'b', when: 'next' } },
    { type: 'dequeued', when: ['now'] },
  );
  expect(state.queue).toEqual([{ text: 'b', when: 'next' }]);
});

it('shows questions of a run first and in their order, and else the dialog opened last', () => {
  const open = (id: number, rank: 'question' | 'opened'): UiEvent => ({
    type: 'dialog-opened',
    dialog: { id, name: 'd', rank },
  });
  const tops = [open(1, 'opened'), open(2, 'opened'), open(3, 'question'), open(4, 'question')].map(
    (_, at, all) => topDialog(after(...all.slice(0, at + 1)))?.id,
  );
  expect(tops).toEqual([1, 2, 3, 3]);
  expect(topDialog(after(open(1, 'opened'), { type: 'dialog-closed', id: 1 }))).toBeUndefined();
});
