import { afterAll, expect, it } from 'vitest';
import { createTempFolder } from '../testing/temp-folder.js';
import { findRecordedCall } from './recorded-call.js';

const folder = await createTempFolder();
afterAll(() => folder.remove());

const session = '00000000-0000-4000-8000-000000000001';
const time = (second: number): string => `2025-03-03T10:00:0${second}.000Z`;
const asked = (second: number, ...calls: unknown[]): unknown => ({
  type: 'assistant',
  timestamp: time(second),
  message: { role: 'model', parts: calls.map((functionCall) => ({ functionCall })) },
});
const approved = (second: number, callId: string, args: unknown): unknown => ({
  type: 'system',
  timestamp: time(second),
  subtype: 'approved_arguments',
  systemPayload: { callId, args },
});

const records = [
  { type: 'user', timestamp: time(0), message: { role: 'user', parts: [{ text: 'go' }] } },
  asked(1, { id: 'call_0', name: 'mcp__shop__order', args: { item: 1 } }),
  asked(3, { id: 'call_0', name: 'mcp__shop__order', args: { item: 3 } }, { id: 'call_1', name: 'look', args: {} }),
  approved(4, 'call_1', { where: 'here' }),
  asked(5, { id: 'call_0', name: 'mcp__shop__order', args: {}, argumentsText: '[1' }),
];
await folder.write(
  `projects/-p/chats/${session}.jsonl`,
  `${records.map((record) => JSON.stringify(record)).join('\n')}\n{"torn`,
);

const find = (callId: string, second: number, more: object = {}): unknown =>
  findRecordedCall({ runtimeDir: folder.path, cwd: '/p', session, callId, at: time(second), ...more });

it.each<[callId: string, second: number, found: unknown]>([
  ['call_0', 0, undefined],
  ['call_0', 1, { tool: 'mcp__shop__order', args: { item: 1 } }],
  ['call_0', 2, { tool: 'mcp__shop__order', args: { item: 1 } }],
  ['call_0', 4, { tool: 'mcp__shop__order', args: { item: 3 } }],
  ['call_0', 6, { tool: 'mcp__shop__order', args: {} }],
  ['call_1', 3, { tool: 'look', args: {} }],
  ['call_1', 4, { tool: 'look', args: { where: 'here' } }],
  ['call_2', 9, undefined],
])('%s as it left at second %i', (callId, second, found) => {
  expect(find(callId, second)).toEqual(found);
});

it('finds nothing where nothing was recorded', () => {
  expect(find('call_0', 9, { session: '00000000-0000-4000-8000-000000000002' })).toBeUndefined();
  expect(find('call_0', 9, { session: '../1' })).toBeUndefined();
  expect(find('call_0', 9, { cwd: '/q' })).toBeUndefined();
});
