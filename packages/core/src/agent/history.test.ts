import { expect, it } from 'vitest';
import type { Message } from '../models/types.js';
import type { ToolResult } from '../tools/types.js';
import { append, repaired, toolMessage } from './history.js';

const user: Message = { role: 'user', text: 'u' };
const asks = (...ids: string[]): Message => ({
  role: 'assistant',
  text: '',
  reasoning: '',
  toolCalls: ids.map((id) => ({ id, name: 'f', argumentsJson: '{}' })),
});
const result = (callId: string, text = 'r'): Message => ({ role: 'tool', callId, name: 'f', text });
const missing = (callId: string): Message => ({ role: 'tool', callId, name: 'f', text: 'missing', unknown: {} });

it.each<[what: string, broken: Message[], valid: Message[]]>([
  [
    'valid already',
    [user, asks('a', 'b'), result('a'), result('b'), user],
    [user, asks('a', 'b'), result('a'), result('b'), user],
  ],
  [
    'a result is missing at the end',
    [user, asks('a', 'b'), result('a')],
    [user, asks('a', 'b'), result('a'), missing('b')],
  ],
  ['a result is missing in the middle', [asks('a'), user], [asks('a'), missing('a'), user]],
  ['a result comes twice', [asks('a'), result('a'), result('a', 'again')], [asks('a'), result('a')]],
  [
    'a result belongs to no call',
    [user, result('x'), asks('a'), result('y'), result('a')],
    [user, asks('a'), result('a')],
  ],
  ['a result comes too late', [asks('a'), user, result('a')], [asks('a'), missing('a'), user]],
  [
    'results in another order',
    [asks('a', 'b'), result('b', 'rb'), result('a', 'ra')],
    [asks('a', 'b'), result('a', 'ra'), result('b', 'rb')],
  ],
  [
    'an id that is used again later',
    [asks('a'), result('a', 'one'), asks('a'), result('a', 'two')],
    [asks('a'), result('a', 'one'), asks('a'), result('a', 'two')],
  ],
  ['nothing', [], []],
])('%s', (_what, broken, valid) => {
  expect(repaired(broken, () => 'missing')).toEqual(valid);
  expect(repaired(valid, () => 'missing')).toEqual(valid);
});

it('only adds, and leaves the older value alone', () => {
  const before = [user];
  expect(append(before, asks('a'))).toEqual([user, asks('a')]);
  expect(before).toEqual([user]);
});

it('keeps media of a result', () => {
  const media = [{ kind: 'image', data: 'AA', mimeType: 'image/png' }] as const;
  const call = { id: 'a', name: 'f', argumentsJson: '{}' };
  const finished = {
    call,
    args: {},
    result: { status: 'ok', text: 't', media },
    denied: false,
    durationMs: 1,
  } as const;
  expect(toolMessage(finished)).toEqual({ role: 'tool', callId: 'a', name: 'f', text: 't', media });
});

it.each<[ToolResult, Message]>([
  [
    { status: 'error', text: 't', code: 'mcp_outcome_unknown', recordId: 'mo_1' },
    { ...result('a', 't'), unknown: { recordId: 'mo_1' } } as Message,
  ],
  [{ status: 'cancelled', text: 't', outcomeUnknown: true }, { ...result('a', 't'), unknown: {} } as Message],
  [
    { status: 'error', text: 't', code: 'mcp_call_frozen', recordId: 'mo_1' },
    { ...result('a', 't'), ended: 'error' } as Message,
  ],
  [{ status: 'cancelled', text: 't' }, { ...result('a', 't'), ended: 'cancelled' } as Message],
])('keeps how a call ended: %j', (ended, expected) => {
  const call = { id: 'a', name: 'f', argumentsJson: '{}' };
  expect(toolMessage({ call, args: {}, result: ended, denied: false, durationMs: 1 })).toEqual(expected);
});
