import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { ToolResult } from '@qwen-code/qwen-code-core/tools/types.js';
import { expect, it } from 'vitest';
import { createTally } from './tally.js';

const USAGE = { inputTokens: 10, outputTokens: 5, cachedTokens: 1, reasoningTokens: 2, totalTokens: 15 };
const answer = (durationMs: number): AgentEvent => ({
  type: 'assistant',
  message: { role: 'assistant', text: '', reasoning: '', toolCalls: [] },
  usage: USAGE,
  durationMs,
});
const call = (id: string, name: string) => ({ id, name, argumentsJson: '{}' });
const start = (id: string, name: string): AgentEvent => ({ type: 'tool-start', call: call(id, name), args: {} });
const end = (id: string, name: string, result: ToolResult, args = {}): AgentEvent => ({
  type: 'tool-end',
  call: call(id, name),
  args,
  result,
  denied: false,
  durationMs: 3,
});
const inside = (event: AgentEvent): AgentEvent => ({ type: 'subagent', callId: 'a', event });

function tallyOf(...events: readonly AgentEvent[]) {
  const tally = createTally();
  events.forEach((event) => tally.see(event, 'm'));
  return tally;
}

it('counts requests by who made them, failed and retried ones too', () => {
  const failure = { kind: 'failed', error: new QwenError('model-api', 'x') } as const;
  const tally = tallyOf({ type: 'model-retry', attempt: 1, delayMs: 1, shown: 'x' }, answer(20), inside(answer(7)), {
    type: 'end',
    outcome: failure,
  });
  const tokens = (times: number) => ({
    prompt: 10 * times,
    candidates: 5 * times,
    total: 15 * times,
    cached: times,
    thoughts: 2 * times,
  });
  expect([tally.turns, tally.apiDurationMs, tally.usage.totalTokens]).toEqual([1, 27, 30]);
  expect((tally.stats() as { models: unknown }).models).toEqual({
    m: {
      api: { totalRequests: 4, totalErrors: 2, totalLatencyMs: 27 },
      tokens: tokens(2),
      bySource: {
        main: { api: { totalRequests: 3, totalErrors: 2, totalLatencyMs: 20 }, tokens: tokens(1) },
        subagent: { api: { totalRequests: 1, totalErrors: 0, totalLatencyMs: 7 }, tokens: tokens(1) },
      },
    },
  });
});

it('counts requests beside the conversation, each under its model and its purpose', () => {
  const side = { type: 'side-request', model: 'small', usage: USAGE, durationMs: 3, failed: false } as const;
  const tally = tallyOf(answer(20), { ...side, purpose: 'auto-mode' }, inside({ ...side, purpose: 'compaction' }));
  expect([tally.turns, tally.apiDurationMs, tally.usage.totalTokens]).toEqual([1, 26, 45]);
  const tokens = { prompt: 10, candidates: 5, total: 15, cached: 1, thoughts: 2 };
  const main = { totalRequests: 1, totalErrors: 0, totalLatencyMs: 20 };
  const once = { api: { totalRequests: 1, totalErrors: 0, totalLatencyMs: 3 }, tokens };
  expect((tally.stats() as { models: unknown }).models).toEqual({
    m: { ...once, api: main, bySource: { main: { ...once, api: main } } },
    small: {
      api: { totalRequests: 2, totalErrors: 0, totalLatencyMs: 6 },
      tokens: { prompt: 20, candidates: 10, total: 30, cached: 2, thoughts: 4 },
      bySource: { 'auto-mode': once, compaction: once },
    },
  });
});

it('knows which calls were cut off: those that had begun', () => {
  const cancelled: ToolResult = { status: 'cancelled', text: 'x', outcomeUnknown: true, recordId: 'mo_1' };
  const tally = tallyOf(
    start('a', 'mcp__s__pay'),
    start('b', 'read_file'),
    end('b', 'read_file', { status: 'ok', text: '' }),
    end('a', 'mcp__s__pay', cancelled),
    end('c', 'edit', { status: 'cancelled', text: 'not begun' }),
  );
  expect(tally.cutOff).toEqual([{ id: 'a', name: 'mcp__s__pay' }]);
  expect(tally.unknownOutcomes.map(({ record_id: id }) => id)).toEqual(['mo_1']);
  expect([...tally.inFlight]).toEqual([]);
});

it('keeps the calls of agents side by side apart, also when they have the same id', () => {
  const other = (event: AgentEvent): AgentEvent => ({ type: 'subagent', callId: 'b', event });
  const tally = tallyOf(
    start('c', 'agent'),
    inside(start('c', 'mcp__s__pay')),
    other(start('c', 'read_file')),
    other(end('c', 'read_file', { status: 'ok', text: '' })),
  );
  expect([...tally.inFlight.values()]).toEqual([
    { id: 'c', name: 'agent' },
    { id: 'c', name: 'mcp__s__pay' },
  ]);
});

it('counts skills by their names', () => {
  const tally = tallyOf(
    end('a', 'skill', { status: 'ok', text: '' }, { skill: 'review' }),
    end('b', 'skill', { status: 'error', text: '' }, { skill: 'review' }),
    end('c', 'skill', { status: 'error', text: '' }, {}),
  );
  const { tools, skills } = tally.stats() as Record<'tools' | 'skills', { totalCalls: number; byName: object }>;
  expect([tools.totalCalls, skills.totalCalls]).toEqual([3, 2]);
  expect(skills.byName).toMatchObject({ review: { count: 2, success: 1, fail: 1, durationMs: 6 } });
});
