import { expect, it } from 'vitest';
import type { Message } from '../models/types.js';
import { pastCalls } from './past-calls.js';

const asks = (...calls: [id: string, argumentsJson: string][]): Message => ({
  role: 'assistant',
  text: '',
  reasoning: '',
  toolCalls: calls.map(([id, argumentsJson]) => ({ id, name: 'mcp__srv__pay', argumentsJson })),
});
const told = (callId: string, text: string): Message => ({ role: 'tool', callId, name: 'mcp__srv__pay', text });
const past = (providerId: string, args: unknown, text: string) => ({
  providerId,
  toolName: 'mcp__srv__pay',
  args,
  text,
});

it.each<[string, Message[], unknown[]]>([
  ['nothing', [], []],
  [
    'each call with its result',
    [{ role: 'user', text: 'go' }, asks(['a', '{"n":1}'], ['b', '']), told('a', 'one'), told('b', 'two')],
    [past('a', { n: 1 }, 'one'), past('b', {}, 'two')],
  ],
  [
    'an id that is used again',
    [asks(['a', '{"n":1}']), told('a', 'one'), asks(['a', '{"n":2}']), told('a', 'two')],
    [past('a', { n: 1 }, 'one'), past('a', { n: 2 }, 'two')],
  ],
  ['arguments that are none', [asks(['a', '{"n":'], ['b', '[1]']), told('a', 'x'), told('b', 'y')], []],
  [
    'how it ended, and what is unknown of it',
    [
      asks(['a', '{}'], ['b', '{}']),
      { ...told('a', 'x'), ended: 'error' } as Message,
      { ...told('b', 'y'), unknown: { recordId: 'mo_1' } } as Message,
    ],
    [
      { ...past('a', {}, 'x'), ended: 'error' },
      { ...past('b', {}, 'y'), unknown: { recordId: 'mo_1' } },
    ],
  ],
  ['no result', [asks(['a', '{}'])], []],
])('%s', (_name, history, expected) => {
  expect(pastCalls(history)).toEqual(expected);
});
