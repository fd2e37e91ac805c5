import { expect, it } from 'vitest';
import type { Message } from '../types.js';
import { toWire, type WireOptions } from './to-wire.js';

const blind: WireOptions = { sees: { image: false, audio: false }, toolResultsAsText: false };
const seeing: WireOptions = { sees: { image: true, audio: true }, toolResultsAsText: false };
const image = { kind: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
const sound = { kind: 'audio', data: 'BBBB', mimeType: 'audio/mpeg' } as const;
const assistant: Message = {
  role: 'assistant',
  text: '',
  reasoning: 'because',
  toolCalls: [
    { id: 'a', name: 'look', argumentsJson: '{"x":1}' },
    { id: 'b', name: 'look', argumentsJson: '{"x":' },
  ],
};
const tool = (callId: string, media?: readonly (typeof image | typeof sound)[]): Message => ({
  role: 'tool',
  callId,
  name: 'look',
  text: callId === 'b' ? '' : 'seen',
  ...(media === undefined ? {} : { media }),
});
const wireAssistant = {
  role: 'assistant',
  content: null,
  reasoning_content: 'because',
  tool_calls: [
    { id: 'a', type: 'function', function: { name: 'look', arguments: '{"x":1}' } },
    { id: 'b', type: 'function', function: { name: 'look', arguments: '{}' } },
  ],
};
const text = (value: string) => ({ type: 'text', text: value });

it.each<[what: string, messages: Message[], options: WireOptions, expected: unknown[]]>([
  [
    'plain messages',
    [
      { role: 'system', text: 's' },
      { role: 'user', text: 'u' },
      { role: 'assistant', text: 'a', reasoning: '', toolCalls: [] },
      { role: 'assistant', text: '', reasoning: '', toolCalls: [] },
    ],
    blind,
    [
      { role: 'system', content: 's' },
      { role: 'user', content: 'u' },
      { role: 'assistant', content: 'a' },
      { role: 'assistant', content: '' },
    ],
  ],
  [
    'calls and their results, reasoning sent back, arguments that do not parse left out',
    [assistant, tool('a'), tool('b')],
    blind,
    [
      wireAssistant,
      { role: 'tool', tool_call_id: 'a', content: [text('seen')] },
      { role: 'tool', tool_call_id: 'b', content: [text('(no output)')] },
    ],
  ],
  [
    'results as plain text',
    [tool('a', [image])],
    { ...blind, toolResultsAsText: true },
    [
      {
        role: 'tool',
        tool_call_id: 'a',
        content:
          'seen\n[image/png left out: this model takes no image; set model.generationConfig.modalities.image to true if it does]',
      },
    ],
  ],
  [
    'images of tools after all results of the message, before what the user says next',
    [assistant, tool('a', [image]), tool('b', [sound]), { role: 'user', text: 'next' }],
    seeing,
    [
      wireAssistant,
      { role: 'tool', tool_call_id: 'a', content: [text('seen'), text('[image/png: in the next user message]')] },
      {
        role: 'tool',
        tool_call_id: 'b',
        content: [text('(no output)'), text('[audio/mpeg: in the next user message]')],
      },
      {
        role: 'user',
        content: [
          text('From the result of look (a):'),
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          text('From the result of look (b):'),
          { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
        ],
      },
      { role: 'user', content: 'next' },
    ],
  ],
  [
    'images of the user',
    [{ role: 'user', text: 'see', media: [image, { ...sound, mimeType: 'audio/ogg' }] }],
    seeing,
    [
      {
        role: 'user',
        content: [
          text('see'),
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          text(
            '[audio/ogg left out: this model takes no audio; set model.generationConfig.modalities.audio to true if it does]',
          ),
        ],
      },
    ],
  ],
])('%s', (_what, messages, options, expected) => {
  expect(toWire(messages, options)).toEqual(expected);
});
