import { expect, it } from 'vitest';
import { promptText, resourceContent, type ResourceContent } from './offered-text.js';

it.each<[string, unknown, ResourceContent]>([
  [
    'texts',
    {
      contents: [
        { uri: 'a', text: 'one' },
        { uri: 'b', text: 'two' },
      ],
    },
    { text: 'one\ntwo' },
  ],
  [
    'an image',
    { contents: [{ uri: 'a', mimeType: 'image/png', blob: 'AAAA' }] },
    { text: '[image: image/png, 3 bytes]', media: [{ kind: 'image', data: 'AAAA', mimeType: 'image/png' }] },
  ],
  ['another blob', { contents: [{ uri: 'a', blob: 'AAAA' }] }, { text: '[resource a: binary, 3 bytes]' }],
  ['what can not be read', { contents: [7] }, { text: '[resource content without its data]' }],
  ['no contents', {}, { text: '' }],
  ['nothing at all', null, { text: '' }],
])('resource: %s', (_name, result, expected) => {
  expect(resourceContent(result)).toEqual(expected);
});

it.each<[string, unknown, string]>([
  [
    'every message, unquoted',
    {
      messages: [
        { role: 'user', content: { type: 'text', text: 'Say "hi"\nnow' } },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'hi' },
            { type: 'resource', resource: { text: 'file' } },
          ],
        },
      ],
    },
    'Say "hi"\nnow\n\nhi\n\nfile',
  ],
  ['no messages', { messages: 'none' }, ''],
  [
    'a message without content',
    { messages: [{}, null] },
    '[content that is no MCP content block]\n\n[content that is no MCP content block]',
  ],
])('prompt: %s', (_name, result, expected) => {
  expect(promptText(result)).toBe(expected);
});
