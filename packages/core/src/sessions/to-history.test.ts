import { expect, it } from 'vitest';
import type { Message } from '../models/types.js';
import { parseLines } from './stored-record.js';
import { toHistory } from './to-history.js';

const history = (...records: unknown[]): readonly Message[] =>
  toHistory(parseLines(records.map((record) => JSON.stringify(record)).join('\n')).records);

const user = (...parts: unknown[]): unknown => ({ type: 'user', message: { role: 'user', parts } });
const model = (...parts: unknown[]): unknown => ({ type: 'assistant', message: { role: 'model', parts } });
const result = (...parts: unknown[]): unknown => ({ type: 'tool_result', message: { role: 'user', parts } });
const call = (id: string | undefined, name = 'f', args: unknown = {}): unknown => ({
  functionCall: { id, name, args },
});
const response = (id: string | undefined, value: unknown = { output: 'r' }, name = 'f'): unknown => ({
  functionResponse: { id, name, response: value },
});
const says = (text: string, more: Partial<Extract<Message, { role: 'assistant' }>> = {}): Message => ({
  role: 'assistant',
  text,
  reasoning: '',
  toolCalls: [],
  ...more,
});
const asks = (id: string, name = 'f'): { id: string; name: string; argumentsJson: string } => ({
  id,
  name,
  argumentsJson: '{}',
});
const told = (callId: string, text = 'r', name = 'f'): Message => ({ role: 'tool', callId, name, text });

it.each<[what: string, records: unknown[], messages: Message[]]>([
  ['text', [user({ text: 'hi' }), model({ text: 'yo' })], [{ role: 'user', text: 'hi' }, says('yo')]],
  [
    'thoughts, text and calls of one answer',
    [model({ text: 'hm', thought: true }, { text: 'Let me ' }, { text: 'look.' }, call('a', 'f', { x: 1 }))],
    [says('Let me look.', { reasoning: 'hm', toolCalls: [{ id: 'a', name: 'f', argumentsJson: '{"x":1}' }] })],
  ],
  [
    'arguments as the text they were',
    [model({ functionCall: { id: 'a', name: 'f', args: {}, argumentsText: '{"x":' } })],
    [says('', { toolCalls: [{ id: 'a', name: 'f', argumentsJson: '{"x":' }] })],
  ],
  [
    'results, several in one record or one each',
    [model(call('a'), call('b'), call('c')), result(response('a'), response('b')), result(response('c'))],
    [says('', { toolCalls: [asks('a'), asks('b'), asks('c')] }), told('a'), told('b'), told('c')],
  ],
  [
    'results in a record of the user',
    [model(call('a')), user(response('a'))],
    [says('', { toolCalls: [asks('a')] }), told('a')],
  ],
  [
    'text and calls of one answer in two records',
    [model({ text: 'Let me look.' }), model(call('a')), result(response('a'))],
    [says('Let me look.', { toolCalls: [asks('a')] }), told('a')],
  ],
  [
    'calls without ids: results find them by name',
    [
      user({ text: 'call_1' }),
      model(call(undefined, 'f'), call('call_2', 'g'), call(undefined, 'f')),
      result(response(undefined, { output: '1' }, 'f')),
      result(response(undefined, { output: '2' }, 'g')),
      result(response(undefined, { output: '3' }, 'f')),
    ],
    [
      { role: 'user', text: 'call_1' },
      says('', { toolCalls: [asks('call_1'), asks('call_2', 'g'), asks('call_3')] }),
      told('call_1', '1'),
      told('call_2', '2', 'g'),
      told('call_3', '3'),
    ],
  ],
  [
    'one id twice in one answer',
    [model(call('a'), call('a')), result(response('a'))],
    [says('', { toolCalls: [asks('a')] }), told('a')],
  ],
  [
    'media',
    [
      user({ text: 'see' }, { inlineData: { mimeType: 'image/png', data: 'AA' } }),
      model(call('a')),
      result(response('a'), { inlineData: { mimeType: 'audio/wav', data: 'BB' } }),
      user({ inlineData: { mimeType: 'text/plain', data: 'CC' } }),
    ],
    [
      { role: 'user', text: 'see', media: [{ kind: 'image', data: 'AA', mimeType: 'image/png' }] },
      says('', { toolCalls: [asks('a')] }),
      {
        role: 'tool',
        callId: 'a',
        name: 'f',
        text: 'r',
        media: [{ kind: 'audio', data: 'BB', mimeType: 'audio/wav' }],
      },
    ],
  ],
  [
    'records that are no conversation',
    [
      { type: 'system', subtype: 'ui_telemetry', systemPayload: { uiEvent: {} } },
      user({ text: 'hi' }),
      { type: 'system', subtype: 'attribution_snapshot' },
      { type: 'of_next_year', message: { role: 'model', parts: [{ text: 'no' }] } },
      { type: 'user' },
      { type: 'assistant', message: 'no' },
      user(),
      model({ executableCode: { code: 'x' } }, 7, { text: 'yo' }),
    ],
    [{ role: 'user', text: 'hi' }, says('yo')],
  ],
  [
    'a compressed conversation: what it was compressed to, then what followed',
    [
      user({ text: 'old' }),
      model({ text: 'old' }),
      {
        type: 'system',
        subtype: 'chat_compression',
        systemPayload: {
          info: { originalTokenCount: 9 },
          sizes: [1, 2],
          compressedHistory: [
            { role: 'user', parts: [{ text: 'summary' }] },
            { role: 'model', parts: [{ text: 'noted' }] },
          ],
        },
      },
      user({ text: 'new' }),
    ],
    [{ role: 'user', text: 'summary' }, says('noted'), { role: 'user', text: 'new' }],
  ],
  [
    'a compression that does not say to what',
    [user({ text: 'old' }), { type: 'system', subtype: 'chat_compression', systemPayload: { info: {} } }],
    [{ role: 'user', text: 'old' }],
  ],
  [
    'contents as plain text',
    [
      { type: 'user', message: { role: 'user', content: 'hi' } },
      { type: 'assistant', message: { role: 'assistant', parts: ['y', 'o'] } },
    ],
    [{ role: 'user', text: 'hi' }, says('yo')],
  ],
])('%s', (_what, records, messages) => {
  expect(history(...records)).toEqual(messages);
});

it.each<[signed: unknown]>([['sig'], [{ by: 1, parts: [] }], [{ by: 'x' }], [{ by: 'x', parts: ['sig'] }]])(
  'passes over a signature that is none: %j',
  (signed) => {
    const message = { role: 'model', parts: [{ text: 'yo' }], signed };
    expect(history({ type: 'assistant', message })).toEqual([says('yo')]);
  },
);

it.each<[response: unknown, text: string]>([
  [{ output: 'o' }, 'o'],
  [{ error: 'e' }, 'e'],
  [{ result: 'r' }, 'r'],
  [{ output: { a: 1 } }, '{"output":{"a":1}}'],
  ['plain', 'plain'],
  [undefined, ''],
])('reads the response %j', (value, text) => {
  expect(history(model(call('a')), result(response('a', value ?? null)))).toEqual([
    says('', { toolCalls: [asks('a')] }),
    told('a', text),
  ]);
});

it.each([
  ['error', 'error'],
  ['cancelled', 'cancelled'],
  ['success', undefined],
  ['something of a later release', undefined],
])('keeps that a call ended with %s', (status, ended) => {
  const record = { ...(result(response('a')) as object), toolCallResult: { callId: 'a', status } };
  expect(history(model(call('a')), record).at(-1)).toEqual({ ...told('a'), ...(ended && { ended }) });
});

it('keeps what is recorded beside a result: its outcome is unknown', () => {
  const inner = { callId: 'i', tool: 'mcp__s__f', argumentsJson: '{}', recordId: 'mo_2' };
  const beside = { callId: 'a', executionStatus: 'unknown', recordId: 'mo_1', openOutcomes: [inner] };
  expect(
    history(model(call('a'), call('b')), {
      ...(result(response('a'), response('b')) as object),
      toolCallResult: beside,
    }),
  ).toEqual([
    says('', { toolCalls: [asks('a'), asks('b')] }),
    { ...told('a'), unknown: { recordId: 'mo_1' }, openOutcomes: [inner] } as Message,
    told('b'),
  ]);
});
