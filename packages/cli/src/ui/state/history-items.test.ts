import { expect, it } from 'vitest';
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import { historyItems, sentBefore } from './history-items.js';
import { toolView } from './tool-view.js';

const call = (id: string): { id: string; name: string; argumentsJson: string } => ({
  id,
  name: 'mcp__bank__pay',
  argumentsJson: '{"key":1}',
});
const history: History = [
  { role: 'user', text: 'pay' },
  { role: 'user', text: '<system-reminder>be kind</system-reminder>' },
  { role: 'assistant', text: 'Now.\u001b[2J', reasoning: '', toolCalls: ['a', 'b', 'c'].map(call) },
  { role: 'tool', callId: 'a', name: 'mcp__bank__pay', text: 'paid' },
  { role: 'tool', callId: 'b', name: 'mcp__bank__pay', text: 'lost', unknown: { recordId: 'mo_b' } },
  { role: 'tool', callId: 'c', name: 'mcp__bank__pay', text: 'interrupted', unknown: {} },
];
const tool = toolView('mcp__bank__pay', { key: 1 });
const ended = (status: 'ok' | 'unknown', text: string) => ({
  kind: 'tool',
  tool,
  result: { status, text, durationMs: 0 },
});

it('shows an earlier conversation, with a panel for each call that is still open', () => {
  const asked: unknown[] = [];
  const items = historyItems(history, (which) => {
    asked.push(which);
    return which.callId === 'c' ? { recordId: 'mo_c', at: '2026-01-01T10:00:00.000Z', end: 'interrupted' } : undefined;
  });
  expect(items).toEqual([
    { kind: 'user', text: 'pay' },
    { kind: 'answer', text: 'Now.', first: true, joined: false },
    ended('ok', 'paid'),
    ended('unknown', 'lost'),
    ended('unknown', 'interrupted'),
    {
      kind: 'unknown-outcome',
      tool,
      recordId: 'mo_c',
      at: '2026-01-01T10:00:00.000Z',
      end: 'interrupted',
      byAgent: false,
    },
  ]);
  expect(asked).toEqual([
    { callId: 'b', recordId: 'mo_b' },
    { callId: 'c', recordId: undefined },
  ]);
});

it('remembers what the user sent, and not what we added', () => {
  expect(sentBefore(history)).toEqual(['pay']);
});
