import { expect, it } from 'vitest';
import type { Message } from '../../models/types.js';
import { lastRequest, splitHistory } from './split-history.js';

const user = (text: string): Message => ({ role: 'user', text });
const asks = (id: string): Message => ({
  role: 'assistant',
  text: '',
  reasoning: '',
  toolCalls: [{ id, name: 'f', argumentsJson: '{}' }],
});
const says = (text: string): Message => ({ role: 'assistant', text, reasoning: '', toolCalls: [] });
const result = (callId: string, text = 'r'): Message => ({ role: 'tool', callId, name: 'f', text });
const long = 'x'.repeat(400);

it.each<[what: string, history: Message[], keep: number, tail: number | undefined]>([
  ['nothing to cut', [user('a')], 10, undefined],
  [
    'everything fits: a cut at the second message of the user',
    [user('a'), says('b'), user('c'), says('d')],
    1_000,
    undefined,
  ],
  ['as many turns as fit', [user(long), says(long), user('c'), says('d'), user('e')], 40, 3],
  [
    'in the middle of a long turn, never between a call and its result',
    [user('go'), asks('1'), result('1', long), asks('2'), result('2')],
    20,
    2,
  ],
  ['the last answer stays with its results, however long', [user('go'), asks('1'), result('1', long)], 5, 2],
  [
    'a long call keeps its result',
    [user('go'), asks('1'), result('1'), { ...asks('2'), text: long } as Message, result('2')],
    20,
    2,
  ],
  ['what is answered may go as a whole', [user('go'), says(long)], 5, 0],
  ['the last message of the user stays, however long', [user('a'), says('b'), user(long)], 5, 1],
])('%s', (_what, history, keep, tail) => {
  const split = splitHistory(history, keep);
  expect(split?.tail.length).toBe(tail);
  if (split !== undefined) expect([...split.head, ...split.tail]).toEqual(history);
});

it.each<[Message[], string | undefined]>([
  [[user('a'), says('b'), user('c')], 'c'],
  [[user('a'), { ...user('a task ended'), repeats: {} } as Message], 'a'],
  [[{ ...user('summary'), repeats: { request: 'r' } } as Message, asks('1'), result('1')], 'r'],
  [[says('b')], undefined],
])('of %j the user asked last for %j', (messages, expected) => {
  expect(lastRequest(messages)).toBe(expected);
});
