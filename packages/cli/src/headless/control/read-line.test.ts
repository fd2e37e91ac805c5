import { expect, it } from 'vitest';
import { readLine, type Incoming } from './read-line.js';

const ignored = (why: string, fromUser = false): Incoming => ({
  kind: 'malformed',
  shown: `A line on stdin was ignored: ${why}.`,
  fromUser,
});
const NO_OBJECT = ignored('it is not a JSON object');
const NO_TYPE = ignored('its "type" is none of user, control_request, control_response and control_cancel_request');
const NO_CONTENT = ignored('its message.content is neither text nor a list of blocks', true);
const NO_TEXT = ignored(
  'its message.content may hold text blocks and base64 images alone; name other files as @path',
  true,
);

const user = (content: unknown): string => JSON.stringify({ type: 'user', message: { role: 'user', content } });
const image = (mimeType: string, data: string): object => ({
  type: 'image',
  source: { type: 'base64', media_type: mimeType, data },
});
const response = (body: unknown): string => JSON.stringify({ type: 'control_response', response: body });

it.each<[string, string, Incoming]>([
  [
    'the recorded user line',
    '{"type":"user","session_id":"S","message":{"role":"user","content":"hello"},"parent_tool_use_id":null}',
    { kind: 'user', text: 'hello' },
  ],
  [
    'text blocks',
    user([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]),
    { kind: 'user', text: 'a\nb' },
  ],
  ['no blocks', user([]), { kind: 'user', text: '' }],
  [
    'text and an image',
    user([{ type: 'text', text: 'look' }, image('image/png', 'iVBO')]),
    { kind: 'user', text: 'look', media: [{ kind: 'image', mimeType: 'image/png', data: 'iVBO' }] },
  ],
  ['an image of another type', user([image('image/svg+xml', 'iVBO')]), NO_TEXT],
  ['an image that is not base64', user([image('image/png', 'a b')]), NO_TEXT],
  ['an image at an address', user([{ type: 'image', source: { type: 'url', url: 'https://x.test' } }]), NO_TEXT],
  ['an image of nothing', user([{ type: 'image' }]), NO_TEXT],
  ['a block that is none', user(['SECRET']), NO_TEXT],
  ['a text block without text', user([{ type: 'text' }]), NO_TEXT],
  ['no content', '{"type":"user","message":{}}', NO_CONTENT],
  ['no message', '{"type":"user"}', NO_CONTENT],
  [
    'a request',
    '{"type":"control_request","request_id":"Q","request":{"subtype":"set_model","model":"m"}}',
    { kind: 'request', id: 'Q', subtype: 'set_model', request: { subtype: 'set_model', model: 'm' } },
  ],
  [
    'a request of nothing',
    '{"type":"control_request","request_id":"Q"}',
    { kind: 'request', id: 'Q', subtype: '', request: {} },
  ],
  ['a request without an id', '{"type":"control_request"}', ignored('a control_request needs a "request_id"')],
  [
    'an answer',
    response({ subtype: 'success', request_id: 'P', response: { behavior: 'allow' } }),
    { kind: 'answer', id: 'P', response: { behavior: 'allow' } },
  ],
  [
    'an answer of nothing',
    response({ subtype: 'success', request_id: 'P' }),
    { kind: 'answer', id: 'P', response: undefined },
  ],
  ['an error', response({ subtype: 'error', request_id: 'P', error: 'no' }), { kind: 'failed-answer', id: 'P' }],
  ['an answer to nobody', response({}), ignored('a control_response needs a "request_id"')],
  ['an answer that is none', response('x'), ignored('a control_response needs a "request_id"')],
  ['a cancel', '{"type":"control_cancel_request","request_id":"Q"}', { kind: 'cancel', id: 'Q' }],
  ['a cancel of nothing', '{"type":"control_cancel_request"}', { kind: 'nothing' }],
  ['an empty line', '  ', { kind: 'nothing' }],
  ['what only we say', '{"type":"assistant"}', { kind: 'nothing' }],
  ['no JSON', '{"type":"user", SECRET', NO_OBJECT],
  ['text', 'hello SECRET', NO_OBJECT],
  ['a list', '[{"type":"user"}]', NO_OBJECT],
  ['null', 'null', NO_OBJECT],
  ['an unknown type', '{"type":"SECRET"}', NO_TYPE],
  ['no type', '{}', NO_TYPE],
])('%s', (_name, line, expected) => {
  expect(readLine(line)).toEqual(expected);
});
