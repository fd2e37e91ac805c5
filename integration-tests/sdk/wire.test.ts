/** Transcripts of the protocol line by line, written out: programs without the SDK read and write them too. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeTool } from '@qwen-code/qwen-code-core/canary/tools.js';
import { callTools, say, type Step } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, type Stage } from '../support/run-qwen.js';
import {
  answerLine,
  isQuestion,
  isResult,
  requestLine,
  startRaw,
  userLine,
  type Line,
  type RawHost,
} from './raw-host.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const S = '11111111-2222-4333-8444-555555555555';
const SESSION = ['--session-id', S, '--approval-mode', 'default'] as const;
const file = (): string => join(stage.home.project, 'out.txt');
const write = (): Step => callTools({ name: 'write_file', id: 'call_1', args: { file_path: file(), content: 'x' } });

/** Ids and times that differ each run, in the order in which they appear. */
function settled(lines: readonly Line[]): Line[] {
  const seen = new Map<string, string>();
  const named = (id: string): string => {
    if (id === S) return 'S';
    if (!seen.has(id)) seen.set(id, `id${seen.size + 1}`);
    return seen.get(id) ?? '';
  };
  const text = JSON.stringify(lines)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, named)
    .replaceAll(/"(duration_ms|duration_api_ms)":\d+/g, '"$1":0')
    .replaceAll(/mo_[0-9a-f]{16}/g, 'mo_1');
  return JSON.parse(text) as Line[];
}

const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0, total_tokens: 15 };
const noUsage = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, total_tokens: 0 };
const goalState = (uuid: string): Line => ({
  type: 'stream_event',
  uuid,
  session_id: 'S',
  parent_tool_use_id: null,
  event: { type: 'goal_state', goal_state: { v: 2, goal: null, activity: 'idle' } },
});
const spoken = (id: string, content: unknown[], more: Line = {}): Line => ({
  type: 'assistant',
  uuid: id,
  session_id: 'S',
  parent_tool_use_id: null,
  message: { id, type: 'message', role: 'assistant', model: 'scripted', content, stop_reason: null, usage, ...more },
});
const toolResult = (uuid: string, more: Line): Line => ({
  type: 'user',
  uuid,
  session_id: 'S',
  parent_tool_use_id: null,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', ...more }] },
});
const ended = (uuid: string, more: Line): Line => ({
  type: 'result',
  subtype: 'success',
  uuid,
  session_id: 'S',
  is_error: false,
  duration_ms: 0,
  duration_api_ms: 0,
  num_turns: 1,
  usage,
  permission_denials: [],
  unknown_outcomes: [],
  ...more,
});

it('a conversation in which a call is asked about', async () => {
  const model = await stage.play([write(), say('Done.')]);
  const host = startRaw(stage, model, SESSION);
  host.send(requestLine('Q1', { subtype: 'initialize', hooks: null }));
  host.send(userLine([{ type: 'text', text: 'go' }]));
  const question = await host.until(isQuestion);
  host.send(answerLine(question['request_id'], { behavior: 'allow' }));
  await host.until(isResult);
  host.send(requestLine('Q2', { subtype: 'set_permission_mode', mode: 'yolo' }));
  await host.until(({ response }) => (response as Line | undefined)?.['request_id'] === 'Q2');
  host.send(requestLine('Q3', { subtype: 'no_such_thing' }));
  host.end();
  expect(await host.done).toEqual({ exitCode: 0, stderr: '' });

  const lines = settled(host.lines);
  const [init] = lines.filter(({ type }) => type === 'system');
  expect(Object.keys(init ?? {})).toEqual([
    'type',
    'subtype',
    'uuid',
    'session_id',
    'cwd',
    'tools',
    'mcp_servers',
    'model',
    'permission_mode',
    'slash_commands',
    'qwen_code_version',
    'agents',
  ]);
  const input = { file_path: file(), content: 'x' };
  expect(lines.filter(({ type }) => type !== 'system')).toEqual([
    {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: 'Q1',
        response: {
          subtype: 'initialize',
          session_id: 'S',
          capabilities: {
            can_handle_can_use_tool: true,
            can_handle_hook_callback: false,
            can_set_permission_mode: true,
            can_set_model: true,
            can_set_effort: true,
            can_get_context_usage: true,
            can_get_available_models: true,
            can_get_usage_info: true,
            can_handle_mcp_message: true,
          },
        },
      },
    },
    goalState('id1'),
    spoken('id2', [{ type: 'tool_use', id: 'call_1', name: 'write_file', input }], { stop_reason: 'tool_use' }),
    {
      type: 'control_request',
      request_id: 'id3',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'write_file',
        tool_use_id: 'call_1',
        input,
        permission_suggestions: [
          { type: 'allow', label: 'Allow', description: 'WriteFile' },
          { type: 'deny', label: 'Refuse', description: 'It is not run, and the model is told why.' },
          { type: 'modify', label: 'Change the input', description: 'Run write_file with another input.' },
        ],
        blocked_path: null,
      },
    },
    toolResult('id4', { is_error: false, content: expect.any(String) }),
    spoken('id5', [{ type: 'text', text: 'Done.' }]),
    ended('id6', {
      num_turns: 2,
      result: 'Done.',
      usage: { input_tokens: 20, output_tokens: 10, cache_read_input_tokens: 0, total_tokens: 30 },
    }),
    {
      type: 'control_response',
      response: { subtype: 'success', request_id: 'Q2', response: { status: 'updated', mode: 'yolo' } },
    },
    {
      type: 'control_response',
      response: { subtype: 'error', request_id: 'Q3', error: 'Unknown control request subtype: no_such_thing' },
    },
  ]);
});

/**
 * Serves a host server called calc whose tool is sum: its first call is lost with its control request, later ones are
 * answered. Gives the tools/call requests that came.
 */
function serveCalc(host: RawHost, annotations: Line): unknown[] {
  const calls: unknown[] = [];
  const reply = ({ method, params }: { method: string; params?: { protocolVersion?: string } }): unknown => {
    const protocolVersion = params?.protocolVersion;
    const serverInfo = { name: 'calc', version: '1' };
    if (method === 'initialize') return { protocolVersion, capabilities: { tools: {} }, serverInfo };
    if (method === 'tools/list') return { tools: [{ name: 'sum', inputSchema: { type: 'object' }, annotations }] };
    return method === 'tools/call' ? { content: [{ type: 'text', text: 'sum is 59' }] } : {};
  };
  const serve = async (): Promise<void> => {
    for (let seen = 0; ;) {
      const asked = await host.until(isQuestion, seen);
      seen = host.lines.indexOf(asked) + 1;
      const { request_id: id, request } = asked as { request_id: string; request: { message: never } };
      const { message } = request as { message: { id?: number; method: string } };
      if (message.method === 'tools/call') calls.push(request);
      const isLost = message.method === 'tools/call' && calls.length === 1;
      const lost = { type: 'control_response', response: { subtype: 'error', request_id: id, error: 'lost' } };
      const answer = { mcp_response: { jsonrpc: '2.0', id: message.id ?? 0, result: reply(message) } };
      host.send(isLost ? lost : answerLine(id, answer));
    }
  };
  serve().catch(() => {}); // Ends with the process.
  return calls;
}

const CALL = {
  subtype: 'mcp_message',
  server_name: 'calc',
  message: {
    jsonrpc: '2.0',
    id: expect.any(Number),
    method: 'tools/call',
    params: { name: 'sum', arguments: { a: 42 }, _meta: { progressToken: expect.any(Number) } },
  },
};

it.each<[string, Line, Line, unknown[], Line]>([
  [
    'told as unknown and not sent again',
    { type: 'sdk', name: 'calc' },
    { idempotentHint: true },
    [CALL],
    { is_error: true, content: UNKNOWN_OUTCOME_TEXT, code: 'mcp_outcome_unknown', record_id: 'mo_1' },
  ],
  [
    'told as unknown and not sent again, from a trusted server whose tool does not declare it safe',
    { type: 'sdk', name: 'calc', trust: true },
    {},
    [CALL],
    { is_error: true, content: UNKNOWN_OUTCOME_TEXT, code: 'mcp_outcome_unknown', record_id: 'mo_1' },
  ],
  [
    'sent once more behind open gates',
    { type: 'sdk', name: 'calc', trust: true },
    { idempotentHint: true },
    [CALL, CALL],
    { is_error: false, content: 'sum is 59' },
  ],
])('a call to a server of the host whose answer is lost is %s', async (_name, entry, annotations, expected, told) => {
  const model = await stage.play([callTools({ name: 'mcp__calc__sum', id: 'call_1', args: { a: 42 } }), say('Done.')]);
  const host = startRaw(stage, model, SESSION);
  host.send(requestLine('Q1', { subtype: 'initialize', sdkMcpServers: { calc: entry } }));
  const calls = serveCalc(host, annotations);
  host.send(userLine('go'));
  await host.until(isResult);
  host.end();
  expect((await host.done).exitCode).toBe(0);
  expect(calls).toEqual(expected);
  const lines = settled(host.lines);
  expect(lines.find(({ type }) => type === 'user')).toMatchObject({ message: { content: [told] } });
  const { is_error: isUnknown, code, record_id: record } = told;
  expect(lines.find(isResult)).toMatchObject({
    unknown_outcomes: isUnknown
      ? [{ tool_use_id: 'call_1', tool_name: 'mcp__calc__sum', code, record_id: record }]
      : [],
  });
});

describe('lines that can not be used', () => {
  const fault = (why: string): Line => ({ message: `A line on stdin was ignored: ${why}.` });

  it('are one error message each, and the conversation goes on', async () => {
    const model = await stage.play([say('Hello.')]);
    const host = startRaw(stage, model, SESSION);
    host.send('{"type":"user", SECRET');
    host.send('');
    host.send({ type: 'SECRET' });
    host.send(answerLine('nobody', { behavior: 'allow' }));
    host.send(userLine('go'));
    host.end();
    expect(await host.done).toEqual({ exitCode: 0, stderr: '' });
    const lines = settled(host.lines);
    expect(lines.slice(0, 2)).toEqual([
      { type: 'system', subtype: 'error', uuid: 'id1', session_id: 'S', error: fault('it is not a JSON object') },
      {
        type: 'system',
        subtype: 'error',
        uuid: 'id2',
        session_id: 'S',
        error: fault('its "type" is none of user, control_request, control_response and control_cancel_request'),
      },
    ]);
    expect(lines.slice(2).map(({ type, subtype }) => subtype ?? type)).toEqual([
      'init',
      'stream_event',
      'assistant',
      'success',
    ]);
    expect(JSON.stringify(lines)).not.toContain('SECRET');
  });

  it('words of the user among them have their result', async () => {
    const model = await stage.play([say('Hello.')]);
    const host = startRaw(stage, model, SESSION);
    host.send(userLine([{ type: 'image' }]));
    host.send(userLine('go'));
    host.end();
    await host.done;
    const lines = settled(host.lines);
    expect(lines.map(({ type, subtype }) => subtype ?? type)).toEqual([
      ...['init', 'stream_event', 'error_during_execution'],
      ...['init', 'stream_event', 'assistant', 'success'],
    ]);
    expect(lines[2]).toEqual(
      ended('id2', {
        subtype: 'error_during_execution',
        is_error: true,
        num_turns: 0,
        usage: noUsage,
        error: fault('its message.content may hold text blocks and base64 images alone; name other files as @path'),
      }),
    );
  });
});

describe('a question', () => {
  it('is withdrawn when the message is interrupted, and a later answer is ignored', async () => {
    const model = await stage.play([write(), say('Next.')]);
    const host = startRaw(stage, model, SESSION);
    host.send(userLine('go'));
    const { request_id: id } = await host.until(isQuestion);
    host.send(requestLine('Q1', { subtype: 'interrupt' }));
    expect(await host.until(({ type }) => type === 'control_cancel_request')).toEqual({
      type: 'control_cancel_request',
      request_id: id,
    });
    host.send(answerLine(id, { behavior: 'allow' }));
    await host.until(isResult);
    host.send(userLine('next'));
    host.end();
    expect((await host.done).exitCode).toBe(0);
    expect(existsSync(file())).toBe(false);
    const told = settled(host.lines).filter(({ type }) => type === 'control_response' || type === 'result');
    expect(told).toMatchObject([
      { response: { subtype: 'success', request_id: 'Q1', response: { subtype: 'interrupt' } } },
      { subtype: 'error_during_execution', error: { message: 'Operation cancelled.' } },
      { subtype: 'success', result: 'Next.' },
    ]);
  });

  it('is a no once stdin has ended', async () => {
    const model = await stage.play([write(), say('Done.')]);
    const host = startRaw(stage, model, SESSION);
    host.send(userLine('go'));
    await host.until(isQuestion);
    host.end();
    expect((await host.done).exitCode).toBe(0);
    expect(existsSync(file())).toBe(false);
    expect(model.toolMessages()).toEqual([
      {
        callId: 'call_1',
        text: 'write_file was not run: the program that drives qwen can no longer be asked about it.',
      },
    ]);
  });
});

it('SIGTERM ends it with a result that names the call that was out', async () => {
  const canary = await stage.canary('ext', {
    transport: 'stdio',
    tools: [writeTool('order')],
    faults: [{ tool: 'order', then: { kind: 'hang' } }],
  });
  await stage.settle({ ext: canary.entry });
  const model = await stage.play([callTools({ name: 'mcp__ext__order', id: 'call_1', args: { key: 'a' } })]);
  const host = startRaw(stage, model, ['--session-id', S, '--yolo']);
  host.send(userLine('go'));
  await canary.waitFor(({ event }) => event === 'commit');
  host.kill('SIGTERM');
  const { exitCode, stderr } = await host.done;
  expect(exitCode).toBe(143);
  expect(stderr).toContain('Stopped by SIGTERM. In flight: mcp__ext__order');
  expect(host.lines.filter(isResult)).toMatchObject([
    { is_error: true, unknown_outcomes: [{ tool_use_id: 'call_1', tool_name: 'mcp__ext__order' }] },
  ]);
  expect(canary.counts('order')).toMatchObject({ commits: 1 });
});

it('a prompt on the command line is the first message', async () => {
  const model = await stage.play([say('One.'), say('Two.')]);
  const host = startRaw(stage, model, [...SESSION, 'first']);
  host.send(userLine('second'));
  host.end();
  expect((await host.done).exitCode).toBe(0);
  expect(host.lines.filter(isResult).map(({ result }) => result)).toEqual(['One.', 'Two.']);
});

it('nothing to do is no error', async () => {
  const model = await stage.play([]);
  const host = startRaw(stage, model);
  host.end();
  expect([await host.done, host.lines]).toEqual([{ exitCode: 0, stderr: '' }, []]);
});
