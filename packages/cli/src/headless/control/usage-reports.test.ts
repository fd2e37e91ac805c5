import { expect, it } from 'vitest';
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import type { ContextShares } from '../../wire/context-shares.js';
import type { SessionFacts } from '../records.js';
import { createUsageBook } from './usage-book.js';
import { contextUsage, usageInfo } from './usage-reports.js';

const answered = (inputTokens: number, outputTokens: number): AgentEvent => ({
  type: 'assistant',
  message: { role: 'assistant', text: '', reasoning: '', toolCalls: [] },
  usage: { inputTokens, outputTokens, cachedTokens: 1, reasoningTokens: 0, totalTokens: inputTokens + outputTokens },
  durationMs: 1,
});
const ended: AgentEvent = {
  type: 'tool-end',
  call: { id: 'c', name: 'look', argumentsJson: '{}' },
  args: {},
  result: { status: 'ok', text: '' },
  denied: false,
  durationMs: 1,
};
const session: SessionFacts = {
  sessionId: 'S',
  cwd: '/w',
  model: 'b',
  permissionMode: 'default',
  version: '1',
  tools: ['edit', 'mcp__srv__work'],
  mcpServers: [{ name: 'srv', status: 'connected' }],
  slashCommands: [],
  agents: [],
};
const shares: ContextShares = {
  systemPrompt: 1,
  memory: 2,
  startup: 3,
  skills: 4,
  messages: 5,
  builtinTools: [{ name: 'edit', tokens: 6 }],
  mcpTools: [{ name: 'mcp__srv__work', tokens: 7 }],
  memoryFiles: [{ name: '/w/QWEN.md', tokens: 2 }],
};
const wired = { session: () => session, contextWindow: () => 100, contextShares: () => shares };

it('tells an estimate before the first answer', () => {
  const usage = createUsageBook();
  expect(contextUsage(wired, usage)).toMatchObject({
    totalTokens: 28,
    isEstimated: true,
    breakdown: { freeSpace: 72 },
  });
  expect(usageInfo(usage, 0)).toMatchObject({ summary: { requests: 0, total_tokens: 0, tool_calls: 0 }, models: [] });
});

it('adds up by model, sub-agents too; the context is that of the conversation itself', () => {
  const usage = createUsageBook();
  usage.see(answered(10, 5), 'a');
  usage.see(answered(20, 5), 'b');
  usage.see({ type: 'subagent', callId: 'c', event: answered(70, 7) }, 'b');
  usage.see({ type: 'subagent', callId: 'c', event: ended }, 'b');
  usage.see(ended, 'b');
  const { generatedAt, ...info } = usageInfo(usage, 0);
  expect(generatedAt).toBe('1970-01-01T00:00:00.000Z');
  expect(info).toEqual({
    range: 'session',
    summary: {
      requests: 3,
      input_tokens: 100,
      output_tokens: 17,
      cache_read_input_tokens: 3,
      total_tokens: 117,
      tool_calls: 2,
    },
    models: [
      { name: 'a', requests: 1, input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 1, total_tokens: 15 },
      { name: 'b', requests: 2, input_tokens: 90, output_tokens: 12, cache_read_input_tokens: 2, total_tokens: 102 },
    ],
    daily: [],
    heatmap: [],
  });
  expect(contextUsage(wired, usage)).toEqual({
    modelName: 'b',
    totalTokens: 25,
    contextWindowSize: 100,
    isEstimated: false,
    breakdown: {
      systemPrompt: 1,
      builtinTools: 6,
      mcpTools: 7,
      memoryFiles: 2,
      skills: 4,
      startupContext: 3,
      messages: 5,
      cachedTokens: 1,
      freeSpace: 75,
    },
    builtinTools: [{ name: 'edit', tokens: 6 }],
    mcpTools: [{ name: 'mcp__srv__work', tokens: 7 }],
    memoryFiles: [{ path: '/w/QWEN.md', tokens: 2 }],
  });
});

it('an answer that was cut off counts nothing', () => {
  const usage = createUsageBook();
  usage.see(answered(10, 5), 'a');
  usage.see(answered(0, 0), 'a');
  expect([usage.last().totalTokens, usage.models()[0]?.requests]).toEqual([15, 1]);
});
