import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import { createJsonRenderer } from './json.js';
import type { SessionFacts } from './records.js';
import type { Ending, Renderer, RendererContext } from './renderer.js';
import { createStreamJsonRenderer } from './stream-json.js';
import { createTally } from './tally.js';
import { createTextRenderer } from './text.js';

const SESSION: SessionFacts = {
  sessionId: 'S',
  cwd: '/w',
  model: 'fake',
  permissionMode: 'default',
  version: '0.21.5',
  tools: ['mcp__srv__pay'],
  mcpServers: [{ name: 'srv', status: 'connected' }],
  slashCommands: ['compress'],
  agents: ['Explore'],
};
const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0, reasoningTokens: 0, totalTokens: 15 };
const wireUsage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0, total_tokens: 15 };
const noUsage = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, total_tokens: 0 };
const pay = { id: 'call_1', name: 'mcp__srv__pay', argumentsJson: '{"eur":7}' };

const PAYING: AgentEvent[] = [
  { type: 'turn-start', turn: 1 },
  { type: 'reasoning-delta', text: 'hm' },
  { type: 'text-delta', text: 'I ' },
  { type: 'text-delta', text: 'pay.' },
  {
    type: 'assistant',
    message: { role: 'assistant', reasoning: 'hm', text: 'I pay.', toolCalls: [pay] },
    usage,
    durationMs: 20,
  },
  { type: 'tool-start', call: pay, args: { eur: 7 } },
  { type: 'tool-progress', callId: 'call_1', progress: { progress: 1, total: 2, message: 'half' } },
];
const LOST: AgentEvent = {
  type: 'tool-end',
  call: pay,
  args: { eur: 7 },
  result: { status: 'error', text: 'The outcome is unknown.', code: 'mcp_outcome_unknown', recordId: 'r-1' },
  denied: false,
  durationMs: 30,
};
const DENIED: AgentEvent = {
  type: 'tool-end',
  call: { id: 'call_2', name: 'write_file', argumentsJson: '{"file_path":"/w/a"}' },
  args: { file_path: '/w/a' },
  result: { status: 'error', text: 'write_file was not run.' },
  denied: true,
  durationMs: 0,
};
const LAST: AgentEvent = {
  type: 'assistant',
  message: { role: 'assistant', reasoning: '', text: 'Please check.', toolCalls: [] },
  usage,
  durationMs: 20,
};
const ENDING: Ending = { kind: 'completed', text: 'Please check.' };

let stdout: string;
let stderr: string;

function play(
  create: (context: RendererContext) => Renderer,
  events: AgentEvent[],
  ending: Ending,
  chatty = false,
): void {
  const tally = createTally();
  let ids = 0;
  const renderer = create({
    output: { stdout: (text) => void (stdout += text), stderr: (text) => void (stderr += text) },
    tally,
    sessionId: 'S',
    elapsedMs: () => 100,
    newId: () => `id${(ids += 1)}`,
    chatty,
  });
  renderer.start(SESSION);
  for (const event of events) {
    tally.see(event, 'fake');
    renderer.event(event, 'fake');
  }
  renderer.end(ending);
}

const lines = (): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

beforeEach(() => {
  stdout = '';
  stderr = '';
});

describe('text', () => {
  it('prints the last text alone, and tells a person what the model may leave out', () => {
    play(createTextRenderer, [...PAYING, LOST, DENIED, LAST], ENDING);
    expect({ stdout, stderr }).toEqual({
      stdout: 'Please check.\n',
      stderr: ['mcp__srv__pay: The outcome is unknown. (record r-1)', 'write_file was not run.', ''].join('\n'),
    });
  });

  it('tells a call that may have been done when its time ran out, and one that a signal stopped only at the end', () => {
    const ended = { type: 'tool-end', call: pay, args: {}, denied: false, durationMs: 1 } as const;
    const late = { status: 'error', text: 'No answer in time.', code: 'mcp_timeout', outcomeUnknown: true } as const;
    const stopped = { status: 'cancelled', text: 'Cancelled.', code: 'cancelled', outcomeUnknown: true } as const;
    play(
      createTextRenderer,
      [
        { ...ended, result: late },
        { ...ended, result: stopped },
      ],
      ENDING,
    );
    expect(stderr).toBe('mcp__srv__pay: No answer in time.\n');
  });

  it('tells a call that was held back', () => {
    const ended = { type: 'tool-end', call: pay, args: {}, denied: false, durationMs: 1 } as const;
    const frozen = { status: 'error', text: 'Not sent: see r-1.', code: 'mcp_call_frozen', recordId: 'r-1' } as const;
    play(createTextRenderer, [{ ...ended, result: frozen }], ENDING);
    expect(stderr).toBe('mcp__srv__pay: Not sent: see r-1.\n');
  });

  it('shows progress to a terminal', () => {
    play(createTextRenderer, [...PAYING, LAST], ENDING, true);
    expect(stderr).toBe('mcp__srv__pay: [1/2] half\n');
  });

  it('says on stderr why a run failed', () => {
    play(createTextRenderer, [], { kind: 'failed', shown: 'The model API answered 401.' });
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: 'The model API answered 401.\n' });
  });
});

const assistant = (id: string, content: unknown[], use: unknown, stop: string | null): unknown => ({
  type: 'assistant',
  uuid: id,
  session_id: 'S',
  parent_tool_use_id: null,
  message: { id, type: 'message', role: 'assistant', model: 'fake', content, stop_reason: stop, usage: use },
});
const toolUse = { type: 'tool_use', id: 'call_1', name: 'mcp__srv__pay', input: { eur: 7 } };
const lostResult = {
  type: 'tool_result',
  tool_use_id: 'call_1',
  is_error: true,
  content: 'The outcome is unknown.',
  code: 'mcp_outcome_unknown',
  record_id: 'r-1',
};

describe('stream-json', () => {
  const create = (context: RendererContext): Renderer => createStreamJsonRenderer(context, { partial: false });

  it('emits a line for each kind of block, each result, and the end', () => {
    play(create, [...PAYING, LOST, LAST], ENDING);
    expect(lines().slice(1)).toEqual([
      {
        type: 'stream_event',
        uuid: 'id1',
        session_id: 'S',
        parent_tool_use_id: null,
        event: { type: 'goal_state', goal_state: { v: 2, goal: null, activity: 'idle' } },
      },
      assistant('id2', [{ type: 'thinking', thinking: 'hm', signature: '' }], noUsage, null),
      assistant('id3', [{ type: 'text', text: 'I pay.' }], noUsage, null),
      assistant('id4', [toolUse], wireUsage, 'tool_use'),
      {
        type: 'user',
        uuid: 'id5',
        session_id: 'S',
        parent_tool_use_id: null,
        message: { role: 'user', content: [lostResult] },
      },
      assistant('id6', [{ type: 'text', text: 'Please check.' }], wireUsage, null),
      {
        type: 'result',
        subtype: 'success',
        uuid: 'id7',
        session_id: 'S',
        is_error: false,
        duration_ms: 100,
        duration_api_ms: 40,
        num_turns: 2,
        result: 'Please check.',
        usage: { input_tokens: 20, output_tokens: 10, cache_read_input_tokens: 0, total_tokens: 30 },
        permission_denials: [],
        unknown_outcomes: [
          { tool_use_id: 'call_1', tool_name: 'mcp__srv__pay', code: 'mcp_outcome_unknown', record_id: 'r-1' },
        ],
      },
    ]);
    expect(stderr).toBe('');
  });

  it('lists in the result every call that may have been done', () => {
    const ended = { type: 'tool-end', call: pay, args: {}, denied: false, durationMs: 1 } as const;
    const late = { status: 'error', text: 'Late.', code: 'mcp_timeout' } as const;
    const events: AgentEvent[] = [
      { ...ended, result: { ...late, outcomeUnknown: true } },
      { ...ended, call: { ...pay, id: 'call_2' }, result: late },
      LAST,
    ];
    play(create, events, ENDING);
    expect(lines().at(-1)?.unknown_outcomes).toEqual([
      { tool_use_id: 'call_1', tool_name: 'mcp__srv__pay', code: 'mcp_timeout' },
    ]);
  });

  it('tells what a sub-agent does under the call that started it, and counts what it cost', () => {
    const within = (...events: AgentEvent[]): AgentEvent[] =>
      events.map((event) => ({ type: 'subagent', callId: 'call_9', event }));
    play(create, [...within(...PAYING, LOST), ...within(...within(LAST)), LAST], ENDING);
    const parents = lines().map((line) => [line.type, line.parent_tool_use_id]);
    expect(parents.slice(2)).toEqual([
      ...Array.from({ length: 3 }, () => ['assistant', 'call_9']),
      ['user', 'call_9'],
      ['assistant', 'call_9'],
      ['assistant', null],
      ['result', undefined],
    ]);
    expect(lines().at(-1)).toMatchObject({
      num_turns: 1,
      usage: { input_tokens: 30 },
      unknown_outcomes: [{ tool_use_id: 'call_1', code: 'mcp_outcome_unknown', record_id: 'r-1' }],
    });
  });

  it('tells that the earlier part was summed up, and nothing of the contexts of sub-agents', () => {
    const summed: AgentEvent = {
      type: 'compaction',
      trigger: 'auto',
      beforeTokens: 900,
      afterTokens: 100,
      history: [],
    };
    play(create, [summed, { type: 'subagent', callId: 'call_9', event: summed }, LAST], ENDING);
    expect(lines().filter(({ subtype }) => subtype === 'compact_boundary')).toEqual([
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid: expect.any(String),
        session_id: 'S',
        compact_metadata: { trigger: 'auto', pre_tokens: 900 },
      },
    ]);
  });

  it('lists refused calls in the result', () => {
    play(create, [DENIED, LAST], ENDING);
    expect(lines().at(-1)?.permission_denials).toEqual([
      { tool_name: 'write_file', tool_use_id: 'call_2', tool_input: { file_path: '/w/a' } },
    ]);
  });

  it('ends an interrupted run with a result that names what was in flight', () => {
    play(create, PAYING, { kind: 'interrupted', inFlight: [{ id: 'call_1', name: 'mcp__srv__pay' }] });
    expect(lines().at(-1)).toMatchObject({
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      error: { message: 'Operation cancelled.' },
      unknown_outcomes: [{ tool_use_id: 'call_1', tool_name: 'mcp__srv__pay', code: 'cancelled' }],
    });
  });
});

describe('stream-json with partial messages', () => {
  const create = (context: RendererContext): Renderer => createStreamJsonRenderer(context, { partial: true });
  const tell = ({ type, event, message }: Record<string, unknown>): unknown =>
    type === 'stream_event' ? event : [type, (message as { content?: unknown } | undefined)?.content];

  it('tells each message piece by piece around its record', () => {
    play(create, [...PAYING, LOST, LAST], ENDING);
    const start = (id: string): unknown => ({
      type: 'message_start',
      message: { id, role: 'assistant', model: 'fake', content: [] },
    });
    const ids = lines()
      .filter(({ type }) => type === 'assistant')
      .map(({ uuid }) => String(uuid));
    const thinking = { type: 'thinking', thinking: '', signature: '' };
    expect(lines().map(tell)).toEqual([
      ['system', undefined],
      { type: 'goal_state', goal_state: { v: 2, goal: null, activity: 'idle' } },
      start(ids[0]!),
      { type: 'content_block_start', index: 0, content_block: thinking },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
      { type: 'content_block_stop', index: 0 },
      ['assistant', [{ ...thinking, thinking: 'hm' }]],
      { type: 'message_stop' },
      start(ids[1]!),
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I ' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'pay.' } },
      { type: 'content_block_stop', index: 0 },
      ['assistant', [{ type: 'text', text: 'I pay.' }]],
      { type: 'message_stop' },
      start(ids[2]!),
      { type: 'content_block_start', index: 0, content_block: { ...toolUse, input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"eur":7}' } },
      { type: 'content_block_stop', index: 0 },
      ['assistant', [toolUse]],
      { type: 'message_stop' },
      {
        type: 'tool_progress',
        tool_use_id: 'call_1',
        content: { type: 'mcp_tool_progress', progress: 1, total: 2, message: 'half' },
      },
      ['user', [lostResult]],
      start(ids[3]!),
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Please check.' } },
      { type: 'content_block_stop', index: 0 },
      ['assistant', [{ type: 'text', text: 'Please check.' }]],
      { type: 'message_stop' },
      ['result', undefined],
    ]);
  });

  it('closes a message that was cut short', () => {
    play(create, [{ type: 'text-delta', text: 'I wa' }], { kind: 'interrupted', inFlight: [] });
    expect(lines().map(tell).slice(4)).toEqual([
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I wa' } },
      { type: 'content_block_stop', index: 0 },
      ['assistant', [{ type: 'text', text: 'I wa' }]],
      { type: 'message_stop' },
      ['result', undefined],
    ]);
  });
});

describe('json', () => {
  it('prints one array with the statistics in its last record', () => {
    play(createJsonRenderer, [...PAYING, LOST, DENIED, LAST], ENDING);
    expect(stdout.split('\n')).toHaveLength(2);
    const records = JSON.parse(stdout) as Record<string, unknown>[];
    expect(records.map(({ type }) => type)).toEqual([
      'system',
      'assistant',
      'assistant',
      'assistant',
      'user',
      'user',
      'assistant',
      'result',
    ]);
    const decisions = { accept: 0, modify: 0 };
    const requests = {
      api: { totalRequests: 2, totalErrors: 0, totalLatencyMs: 40 },
      tokens: { prompt: 20, candidates: 10, total: 30, cached: 0, thoughts: 0 },
    };
    expect(records.at(-1)?.stats).toEqual({
      models: {
        fake: {
          ...requests,
          bySource: { main: requests },
        },
      },
      tools: {
        totalCalls: 2,
        totalSuccess: 0,
        totalFail: 2,
        totalDurationMs: 30,
        totalDecisions: { ...decisions, reject: 1, auto_accept: 1 },
        byName: {
          mcp__srv__pay: {
            count: 1,
            success: 0,
            fail: 1,
            durationMs: 30,
            decisions: { ...decisions, reject: 0, auto_accept: 1 },
          },
          write_file: {
            count: 1,
            success: 0,
            fail: 1,
            durationMs: 0,
            decisions: { ...decisions, reject: 1, auto_accept: 0 },
          },
        },
      },
      files: { totalLinesAdded: 0, totalLinesRemoved: 0 },
      skills: {
        totalCalls: 0,
        totalSuccess: 0,
        totalFail: 0,
        totalDurationMs: 0,
        totalDecisions: { ...decisions, reject: 0, auto_accept: 0 },
        byName: {},
      },
    });
  });
});
