/** Pins: each shape is written out, because other programs read it. A change here is a change for them. */
import { expect, it } from 'vitest';
import * as records from './records.js';

const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 2, reasoningTokens: 1, totalTokens: 15 };

it('init', () => {
  expect(
    records.initRecord({
      sessionId: 'S',
      cwd: '/w',
      model: 'fake',
      permissionMode: 'yolo',
      version: '0.21.5',
      tools: ['edit', 'mcp__srv__slow'],
      mcpServers: [
        { name: 'srv', status: 'connected' },
        { name: 'gone', status: 'disconnected' },
      ],
      slashCommands: ['compress', 'git:commit'],
      agents: ['Explore'],
    }),
  ).toEqual({
    type: 'system',
    subtype: 'init',
    uuid: 'S',
    session_id: 'S',
    cwd: '/w',
    tools: ['edit', 'mcp__srv__slow'],
    mcp_servers: [
      { name: 'srv', status: 'connected' },
      { name: 'gone', status: 'disconnected' },
    ],
    model: 'fake',
    permission_mode: 'yolo',
    slash_commands: ['compress', 'git:commit'],
    qwen_code_version: '0.21.5',
    agents: ['Explore'],
  });
});

it('assistant with a tool call', () => {
  const content = [records.toolUseBlock({ id: 'call_1', name: 'mcp__srv__slow', argumentsJson: '{"a":1}' })];
  expect(records.assistantRecord({ id: 'A', sessionId: 'S', parent: null, model: 'fake', content, usage })).toEqual({
    type: 'assistant',
    uuid: 'A',
    session_id: 'S',
    parent_tool_use_id: null,
    message: {
      id: 'A',
      type: 'message',
      role: 'assistant',
      model: 'fake',
      content: [{ type: 'tool_use', id: 'call_1', name: 'mcp__srv__slow', input: { a: 1 } }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 2, total_tokens: 15 },
    },
  });
});

it('assistant with text', () => {
  const content = [{ type: 'text', text: 'Done.' }] as const;
  expect(
    records.assistantRecord({ id: 'A', sessionId: 'S', parent: null, model: 'fake', content, usage }),
  ).toMatchObject({
    message: { content: [{ type: 'text', text: 'Done.' }], stop_reason: null },
  });
});

it.each([
  ['', {}],
  ['{"a":', {}],
  ['"text"', {}],
  ['{"a":{"b":[1]}}', { a: { b: [1] } }],
])('the input of a call written as %j', (argumentsJson, input) => {
  expect(records.toolUseBlock({ id: 'c', name: 'n', argumentsJson })).toEqual({
    type: 'tool_use',
    id: 'c',
    name: 'n',
    input,
  });
});

it('tool result', () => {
  const result = { status: 'ok', text: 'slow done' } as const;
  expect(records.toolResultRecord({ uuid: 'B', sessionId: 'S', parent: null, callId: 'call_1', result })).toEqual({
    type: 'user',
    uuid: 'B',
    session_id: 'S',
    parent_tool_use_id: null,
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'call_1', is_error: false, content: 'slow done' }],
    },
  });
});

it('tool result of an unknown outcome carries its code and record beside the text', () => {
  const result = { status: 'error', text: 'T', code: 'mcp_outcome_unknown', recordId: 'r-1' } as const;
  expect(
    records.toolResultRecord({ uuid: 'B', sessionId: 'S', parent: 'call_0', callId: 'call_1', result }),
  ).toMatchObject({
    parent_tool_use_id: 'call_0',
    message: {
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'call_1',
          is_error: true,
          content: 'T',
          code: 'mcp_outcome_unknown',
          record_id: 'r-1',
        },
      ],
    },
  });
});

const ended = {
  uuid: 'R',
  sessionId: 'S',
  durationMs: 1414,
  apiDurationMs: 106,
  turns: 2,
  usage,
  denials: [{ tool_name: 'edit', tool_use_id: 'call_2', tool_input: { file_path: 'x' } }],
  unknownOutcomes: [{ tool_use_id: 'call_1', tool_name: 'mcp__s__t', code: 'mcp_outcome_unknown', record_id: 'r-1' }],
};

it('result of a run that completed', () => {
  expect(records.resultRecord({ ...ended, ending: { text: 'All done.' }, stats: { models: {} } })).toEqual({
    type: 'result',
    subtype: 'success',
    uuid: 'R',
    session_id: 'S',
    is_error: false,
    duration_ms: 1414,
    duration_api_ms: 106,
    num_turns: 2,
    result: 'All done.',
    usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 2, total_tokens: 15 },
    permission_denials: [{ tool_name: 'edit', tool_use_id: 'call_2', tool_input: { file_path: 'x' } }],
    unknown_outcomes: [
      { tool_use_id: 'call_1', tool_name: 'mcp__s__t', code: 'mcp_outcome_unknown', record_id: 'r-1' },
    ],
    stats: { models: {} },
  });
});

it('result that fits a schema', () => {
  const ending = { text: '{"a":1}', structured: { a: 1 } };
  expect(records.resultRecord({ ...ended, ending })).toMatchObject({ result: '{"a":1}', structured_result: { a: 1 } });
});

it('result of a run that failed', () => {
  const record = records.resultRecord({ ...ended, denials: [], unknownOutcomes: [], ending: { error: 'It broke.' } });
  expect(record).toEqual({
    type: 'result',
    subtype: 'error_during_execution',
    uuid: 'R',
    session_id: 'S',
    is_error: true,
    duration_ms: 1414,
    duration_api_ms: 106,
    num_turns: 2,
    usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 2, total_tokens: 15 },
    permission_denials: [],
    unknown_outcomes: [],
    error: { message: 'It broke.' },
  });
});

it('stream event with MCP progress', () => {
  const event = records.toolProgressEvent('call_1', { progress: 1, total: 3, message: 'step 1' });
  expect(records.streamEventRecord({ uuid: 'E', sessionId: 'S', parent: null, event })).toEqual({
    type: 'stream_event',
    uuid: 'E',
    session_id: 'S',
    parent_tool_use_id: null,
    event: {
      type: 'tool_progress',
      tool_use_id: 'call_1',
      content: { type: 'mcp_tool_progress', progress: 1, total: 3, message: 'step 1' },
    },
  });
  expect(records.toolProgressEvent('c', { progress: 7 })).toEqual({
    type: 'tool_progress',
    tool_use_id: 'c',
    content: { type: 'mcp_tool_progress', progress: 7 },
  });
});

it('the goal event', () => {
  expect(records.goalStateEvent()).toEqual({
    type: 'goal_state',
    goal_state: { v: 2, goal: null, activity: 'idle' },
  });
});

it('fatal error of a run with -o json', () => {
  const facts = { type: 'FatalConfigError', message: 'Bad.', code: 52 };
  expect(records.fatalRecord({ ...facts, unknownOutcomes: [] })).toEqual({ error: facts });
  const unknown = { tool_use_id: 'c', tool_name: 'mcp__s__t', code: 'cancelled', record_id: 'mo_1' };
  expect(records.fatalRecord({ ...facts, unknownOutcomes: [unknown] })).toEqual({
    error: { ...facts, unknown_outcomes: [unknown] },
  });
});
