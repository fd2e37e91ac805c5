import { expect, it } from 'vitest';
import type { AgentEvent, FinishedCall } from '../agent/events.js';
import type { Message } from '../models/types.js';
import { PLAIN_USAGE } from '../testing/plain-model.js';
import type { ToolResult } from '../tools/types.js';
import { NONE_BEGUN, recordEvent } from './record-event.js';
import type { ExecutionStatus, RecordBody } from './records.js';
import { parseLines } from './stored-record.js';
import { toHistory } from './to-history.js';

const call = { id: 'c', name: 'look', argumentsJson: '{"a":1}' };
const usageMetadata = {
  promptTokenCount: 10,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 0,
  totalTokenCount: 15,
  cachedContentTokenCount: 0,
};

const assistant = (text: string, reasoning: string, ...argumentsJson: string[]): AgentEvent => ({
  type: 'assistant',
  message: {
    role: 'assistant',
    text,
    reasoning,
    toolCalls: argumentsJson.map((json, place) => ({ id: `c${place}`, name: 'look', argumentsJson: json })),
  },
  usage: PLAIN_USAGE,
  durationMs: 1,
});

const parts = (event: AgentEvent): unknown => {
  const { body } = recordEvent(NONE_BEGUN, event, 'm');
  return body?.type === 'assistant' ? body.message.parts : undefined;
};

it('records the model with its tokens', () => {
  expect(recordEvent(new Set(['old']), assistant('hi', ''), 'm')).toEqual({
    begun: NONE_BEGUN,
    body: {
      type: 'assistant',
      provenance: 'model',
      model: 'm',
      message: { role: 'model', parts: [{ text: 'hi' }] },
      usageMetadata,
    },
  });
});

it.each<[what: string, event: AgentEvent, expected: unknown[]]>([
  ['nothing', assistant('', ''), []],
  ['a thought before the text', assistant('hi', 'hm'), [{ text: 'hm', thought: true }, { text: 'hi' }]],
  [
    'calls in order',
    assistant('', '', '{"a": 1}', ''),
    [
      { functionCall: { id: 'c0', name: 'look', args: { a: 1 } } },
      { functionCall: { id: 'c1', name: 'look', args: {} } },
    ],
  ],
  [
    'arguments that are no JSON, or no object, as the text they are',
    assistant('', '', '{"a":', '[1]', '"x"', 'null'),
    ['{"a":', '[1]', '"x"', 'null'].map((argumentsText, place) => ({
      functionCall: { id: `c${place}`, name: 'look', args: {}, argumentsText },
    })),
  ],
])('writes %s', (_what, event, expected) => {
  expect(parts(event)).toEqual(expected);
});

it('keeps the calls of unknown outcome that a notification tells of', () => {
  const openOutcomes = [{ callId: 'i', tool: 'mcp__s__f', argumentsJson: '{}', recordId: 'mo_2' }];
  const { body } = recordEvent(NONE_BEGUN, { type: 'note', text: 'It reported.', openOutcomes }, 'm');
  expect(toHistory(parseLines(JSON.stringify(body)).records)).toEqual([
    { role: 'user', text: 'It reported.', openOutcomes },
  ]);
});

it('keeps what the API signed, so that its model takes the answer back', () => {
  const signed = { by: 'anthropic:m', parts: [{ type: 'thinking', thinking: 'hm', signature: 'sig' }] };
  const message = { role: 'assistant', text: 'hi', reasoning: 'hm', toolCalls: [], signed } as const;
  const { body } = recordEvent(NONE_BEGUN, { type: 'assistant', message, usage: PLAIN_USAGE, durationMs: 1 }, 'm');
  expect(toHistory(parseLines(JSON.stringify(body)).records)).toEqual([message]);
  const summed: AgentEvent = {
    type: 'compaction',
    trigger: 'auto',
    beforeTokens: 9,
    afterTokens: 1,
    history: [{ role: 'user', text: 'summary' }, message],
  };
  const { body: compressed } = recordEvent(NONE_BEGUN, summed, 'm');
  expect(toHistory(parseLines(JSON.stringify(compressed)).records).at(-1)).toEqual(message);
});

it('records what no user said as a notification', () => {
  expect(recordEvent(NONE_BEGUN, { type: 'note', text: 'It reported.' }, 'm').body).toEqual({
    type: 'user',
    provenance: 'notification',
    message: { role: 'user', parts: [{ text: 'It reported.' }] },
  });
});

const ended = (result: ToolResult): FinishedCall => ({ call, args: { a: 1 }, result, denied: false, durationMs: 1 });

it('records a result with what it was and whether it was run', () => {
  const { begun } = recordEvent(NONE_BEGUN, { type: 'tool-start', call, args: { a: 1 } }, 'm');
  expect([...begun]).toEqual(['c']);
  const result: ToolResult = { status: 'error', text: 'unknown', code: 'mcp_outcome_unknown', recordId: 'mo_1' };
  expect(recordEvent(begun, { type: 'tool-end', ...ended(result) }, 'm')).toEqual({
    begun,
    body: {
      type: 'tool_result',
      provenance: 'tool',
      message: {
        role: 'user',
        parts: [{ functionResponse: { id: 'c', name: 'look', response: { output: 'unknown' } } }],
      },
      toolCallResult: {
        callId: 'c',
        status: 'error',
        resultDisplay: 'unknown',
        executionStatus: 'unknown',
        code: 'mcp_outcome_unknown',
        recordId: 'mo_1',
      },
    },
  });
});

it.each<[begun: boolean, result: Omit<ToolResult, 'text'>, status: string, execution: ExecutionStatus]>([
  [true, { status: 'ok' }, 'success', 'executed'],
  [true, { status: 'error' }, 'error', 'executed'],
  [true, { status: 'cancelled' }, 'cancelled', 'unknown'],
  [true, { status: 'error', code: 'mcp_outcome_unknown' }, 'error', 'unknown'],
  [true, { status: 'error', code: 'mcp_timeout' }, 'error', 'unknown'],
  [true, { status: 'error', code: 'mcp_connection_lost' }, 'error', 'unknown'],
  [true, { status: 'error', code: 'mcp_call_failed', outcomeUnknown: true }, 'error', 'unknown'],
  [true, { status: 'error', code: 'mcp_call_failed' }, 'error', 'not_executed'],
  [true, { status: 'cancelled', code: 'cancelled', outcomeUnknown: true }, 'cancelled', 'unknown'],
  [true, { status: 'cancelled', code: 'cancelled' }, 'cancelled', 'not_executed'],
  [true, { status: 'error', code: 'io' }, 'error', 'not_executed'],
  [false, { status: 'error' }, 'error', 'not_executed'],
  [false, { status: 'cancelled' }, 'cancelled', 'not_executed'],
])('begun: %s, %j', (hasBegun, result, status, executionStatus) => {
  const begun = new Set(hasBegun ? ['c'] : []);
  const { body } = recordEvent(begun, { type: 'tool-end', ...ended({ text: '', ...result }) }, 'm');
  expect(body).toMatchObject({ toolCallResult: { status, executionStatus } });
});

it('notes the arguments of a call only when they are not the model’s own', () => {
  const body = (args: Record<string, unknown>): RecordBody | undefined =>
    recordEvent(NONE_BEGUN, { type: 'tool-start', call, args }, 'm').body;
  expect(body({ a: 1 })).toBeUndefined();
  expect(body({ a: 2 })).toEqual({
    type: 'system',
    provenance: 'system',
    subtype: 'approved_arguments',
    systemPayload: { callId: 'c', args: { a: 2 } },
  });
});

it.each<AgentEvent>([
  { type: 'turn-start', turn: 1 },
  { type: 'text-delta', text: 'x' },
  { type: 'reasoning-delta', text: 'x' },
  { type: 'model-retry', attempt: 1, delayMs: 1, shown: 'x' },
  { type: 'tool-progress', callId: 'c', progress: { progress: 1 } },
  { type: 'end', outcome: { kind: 'cancelled' } },
])('leaves no record of $type', (event) => {
  const begun = new Set(['c']);
  expect(recordEvent(begun, event, 'm')).toEqual({ begun, body: undefined });
});

it('records a compaction as the history that is left, and takes it up again with its open outcomes', () => {
  const open = { callId: 'o', tool: 'mcp__shop__buy', argumentsJson: '{}', recordId: 'mo_1' };
  const history: readonly Message[] = [
    { role: 'user', text: 'summary', openOutcomes: [open] },
    { role: 'assistant', text: 'hm', reasoning: '', toolCalls: [call] },
    { role: 'tool', callId: 'c', name: 'look', text: 'r' },
  ];
  const event: AgentEvent = { type: 'compaction', trigger: 'auto', beforeTokens: 900, afterTokens: 100, history };
  const { body } = recordEvent(NONE_BEGUN, event, 'm');
  expect(body).toEqual({
    type: 'system',
    provenance: 'system',
    subtype: 'chat_compression',
    systemPayload: {
      info: { originalTokenCount: 900, newTokenCount: 100 },
      compressedHistory: [
        { role: 'user', parts: [{ text: 'summary' }] },
        { role: 'model', parts: [{ text: 'hm' }, { functionCall: { id: 'c', name: 'look', args: { a: 1 } } }] },
        { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'look', response: { output: 'r' } } }] },
      ],
      openOutcomes: [open],
    },
  });
  const earlier = { type: 'user', message: { role: 'user', parts: [{ text: 'left out' }] } };
  const lines = [earlier, body].map((record) => JSON.stringify(record)).join('\n');
  expect(toHistory(parseLines(lines).records)).toEqual(history);
});
