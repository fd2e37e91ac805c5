import { expect, it, onTestFinished } from 'vitest';
import { askModel, type Asked, type AskOptions } from '../../testing/ask-model.js';
import {
  anthropicAnswer,
  anthropicStream,
  createModelEndpoint,
  status,
  type EndpointAnswer,
  type ModelEndpoint,
} from '../../testing/model-endpoint.js';
import type { Message } from '../types.js';

const KEY = 'sk-ant-very-secret';
const HELLO = anthropicStream(anthropicAnswer({ text: 'Hello' }));

async function ask(
  answers: readonly EndpointAnswer[],
  options: AskOptions = {},
): Promise<Asked & { endpoint: ModelEndpoint }> {
  const endpoint = await createModelEndpoint(...answers);
  onTestFinished(() => endpoint.close());
  const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: endpoint.url, ANTHROPIC_MODEL: 'claude-sonnet-4-5' };
  const asked = await askModel({ ...options, env: { ...env, ...options.env } });
  return { ...asked, endpoint };
}

const USAGE = { inputTokens: 100, outputTokens: 20, cachedTokens: 60, reasoningTokens: 0, totalTokens: 120 };
const CACHE = { cache_control: { type: 'ephemeral' } };

it('sends one streaming request with the key, what is worth keeping marked', async () => {
  const { endpoint, events, error } = await ask([HELLO], {
    settings: {
      model: {
        reasoningEffort: 'low',
        generationConfig: {
          samplingParams: { temperature: 1 },
          extra_body: { metadata: { user_id: 'u' }, stream: false },
          customHeaders: { 'X-Team': 'blue' },
        },
      },
    },
    request: {
      messages: [
        { role: 'system', text: 'be good' },
        { role: 'user', text: 'hi' },
      ],
      tools: [
        {
          name: 'f',
          description: 'Does f.',
          parameters: { $schema: 'x', required: ['a'], oneOf: [{ required: ['a'] }], additionalProperties: false },
        },
      ],
    },
  });
  expect(error).toBeUndefined();
  expect(events).toEqual([
    { type: 'text', delta: 'Hello' },
    { type: 'finish', reason: 'stop', usage: USAGE },
  ]);
  expect(endpoint.requests).toHaveLength(1);
  const { method, url, headers, body } = endpoint.requests[0]!;
  expect([method, url]).toEqual(['POST', '/v1/messages']);
  expect(headers).toMatchObject({
    'x-api-key': KEY,
    'anthropic-version': '2023-06-01',
    'content-type': 'application/json',
    'user-agent': 'QwenCode/test',
    'x-team': 'blue',
  });
  expect(headers.authorization).toBeUndefined();
  expect(body).toEqual({
    max_tokens: 32_000,
    thinking: { type: 'enabled', budget_tokens: 4_096 },
    temperature: 1,
    metadata: { user_id: 'u' },
    model: 'claude-sonnet-4-5',
    stream: true,
    system: [{ type: 'text', text: 'be good', ...CACHE }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hi', ...CACHE }] }],
    tools: [
      {
        name: 'f',
        description: 'Does f.',
        input_schema: { required: ['a'], additionalProperties: false, type: 'object', properties: {} },
      },
    ],
  });
});

it('marks nothing when the settings say so', async () => {
  const { endpoint } = await ask([HELLO], {
    settings: { model: { generationConfig: { enableCacheControl: false } } },
    request: {
      messages: [
        { role: 'system', text: 's' },
        { role: 'user', text: 'hi' },
      ],
    },
  });
  expect(JSON.stringify(endpoint.requests[0]!.body)).not.toContain('cache_control');
});

const THOUGHT = anthropicAnswer({
  thinking: 'Look first.',
  text: 'I look.',
  calls: [
    { name: 'look', args: { at: 'a' } },
    { name: 'look', args: {} },
  ],
});

it('tells thinking, text and calls, and what was signed', async () => {
  const { events } = await ask([anthropicStream(THOUGHT)]);
  expect(events).toEqual([
    { type: 'reasoning', delta: 'Look first.' },
    { type: 'text', delta: 'I look.' },
    { type: 'tool-call', call: { id: 'toolu_0', name: 'look', argumentsJson: '{"at":"a"}' } },
    { type: 'tool-call', call: { id: 'toolu_1', name: 'look', argumentsJson: '{}' } },
    {
      type: 'signed',
      signed: {
        by: 'anthropic:claude-sonnet-4-5',
        parts: [
          { type: 'thinking', thinking: 'Look first.', signature: 'sig' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use' },
          { type: 'tool_use' },
        ],
      },
    },
    { type: 'finish', reason: 'tool_calls', usage: USAGE },
  ]);
});

const history = (by: string): Message[] => [
  { role: 'user', text: 'go' },
  {
    role: 'assistant',
    text: 'I look.',
    reasoning: 'Look first.',
    toolCalls: [
      { id: 'toolu_0', name: 'look', argumentsJson: '{"at":"a"}' },
      { id: 'functions.look:1', name: 'look', argumentsJson: '{"broken' },
    ],
    signed: {
      by,
      parts: [
        { type: 'thinking', thinking: 'Look first.', signature: 'sig' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use' },
        { type: 'redacted_thinking', data: 'xyz' },
        { type: 'tool_use' },
      ],
    },
  },
  {
    role: 'tool',
    callId: 'toolu_0',
    name: 'look',
    text: 'seen',
    media: [{ kind: 'image', data: 'iVBO', mimeType: 'image/png' }],
  },
  { role: 'tool', callId: 'functions.look:1', name: 'look', text: '' },
  { role: 'user', text: '', media: [{ kind: 'image', data: 'iVBO', mimeType: 'image/bmp' }] },
];
const CALLS = [
  { type: 'tool_use', id: 'toolu_0', name: 'look', input: { at: 'a' } },
  { type: 'tool_use', id: 'functions_x2elook_x3a1', name: 'look', input: {} },
];

it('sends thinking back as it came, with calls, results and images in the turns they belong to', async () => {
  const { endpoint } = await ask([HELLO], { request: { messages: history('anthropic:claude-sonnet-4-5') } });
  expect(endpoint.requests[0]!.body['messages']).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'go', ...CACHE }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Look first.', signature: 'sig' },
        { type: 'text', text: 'I look.' },
        CALLS[0],
        { type: 'redacted_thinking', data: 'xyz' },
        CALLS[1],
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_0',
          content: [
            { type: 'text', text: 'seen' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
          ],
        },
        {
          type: 'tool_result',
          tool_use_id: 'functions_x2elook_x3a1',
          content: [{ type: 'text', text: '(no output)' }],
        },
        {
          type: 'text',
          text: '[image/bmp left out: this model takes no image; set model.generationConfig.modalities.image to true if it does]',
          ...CACHE,
        },
      ],
    },
  ]);
});

it('never sends the thinking of another model', async () => {
  const { endpoint } = await ask([HELLO], { request: { messages: history('anthropic:claude-opus-4-1') } });
  const messages = endpoint.requests[0]!.body['messages'] as { content: unknown }[];
  expect(messages[1]!.content).toEqual([{ type: 'text', text: 'I look.' }, ...CALLS]);
});

const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
const refused = (type: string, message: string): object => ({ type: 'error', error: { type, message } });
const RETRIED = [1_000, 2_000, 4_000, 8_000];

it.each<[what: string, answer: EndpointAnswer, shown: string, delays: number[]]>([
  [
    'a wrong key, which the API repeats',
    status(401, refused('authentication_error', `invalid x-api-key ${KEY}`)),
    '[API Error: 401 invalid x-api-key [redacted]]',
    [],
  ],
  ['an unknown model', status(404, refused('not_found_error', 'model: nope')), '[API Error: 404 model: nope]', []],
  ['a bad request', status(400, refused('invalid_request_error', 'bad')), '[API Error: 400 bad]', []],
  ['an overloaded API', status(529, overloaded), '[API Error: 529 Overloaded]', RETRIED],
  [
    'a rate limit',
    status(429, refused('rate_limit_error', 'slow down'), { 'retry-after': '3' }),
    '[API Error: 429 slow down]',
    [3_000, 3_000, 3_000, 3_000],
  ],
  ['an error before the answer', anthropicStream([overloaded]), '[API Error: Overloaded]', RETRIED],
  ['a gateway page', status(502, '<html><title>Bad gateway</title></html>'), '[API Error: 502 Bad gateway]', RETRIED],
  [
    'an answer that breaks off',
    anthropicStream(THOUGHT.slice(0, 4), 'destroy'),
    '[API Error: the connection ended in the middle of the answer]',
    [],
  ],
  [
    'an answer that ends too early',
    anthropicStream(THOUGHT.slice(0, -2)),
    '[API Error: the connection ended in the middle of the answer]',
    [],
  ],
  [
    'an error in the middle of an answer',
    anthropicStream([...THOUGHT.slice(0, 5), overloaded]),
    '[API Error: Overloaded]',
    [],
  ],
  [
    'an answer that was refused',
    anthropicStream([
      { type: 'message_start' },
      { type: 'message_delta', delta: { stop_reason: 'refusal' } } as { type: string },
      { type: 'message_stop' },
    ]),
    "[API Error: the provider's content filter withheld the answer]",
    [],
  ],
])('says in one sentence: %s', async (_what, answer, shown, delays) => {
  const { error, events } = await ask([answer]);
  expect(error).toMatchObject({ code: 'model-api', shown });
  expect(events.flatMap((event) => (event.type === 'retry' ? [event.delayMs] : []))).toEqual(delays);
  expect(events.filter(({ type }) => type === 'tool-call')).toEqual([]);
});

it('says which address gave an empty stream', async () => {
  const { error, endpoint } = await ask([anthropicStream([])], {
    settings: { model: { generationConfig: { maxRetries: 0 } } },
  });
  expect(error).toMatchObject({
    shown: `[API Error: ${endpoint.url} answered with an empty stream; check that this is the base URL of an Anthropic-compatible API (without its /v1)]`,
  });
});

it('goes on after an error that came before the answer', async () => {
  const { events, error, endpoint } = await ask([status(529, overloaded), HELLO]);
  expect(error).toBeUndefined();
  expect(events.map(({ type }) => type)).toEqual(['retry', 'text', 'finish']);
  expect(endpoint.requests[1]).toEqual(endpoint.requests[0]);
});

it('ends when the caller cancels in the middle of an answer', async () => {
  const stop = new AbortController();
  const { error, events } = await ask([anthropicStream(THOUGHT.slice(0, 4), 'open')], {
    request: { signal: stop.signal },
    onEvent: () => stop.abort(),
  });
  expect(error).toMatchObject({ code: 'cancelled' });
  expect(events).toEqual([{ type: 'reasoning', delta: 'Look first.' }]);
});

it.each([
  [
    { QWEN_STREAM_IDLE_TIMEOUT_MS: '5000' },
    'the answer stood still for 5 s; QWEN_STREAM_IDLE_TIMEOUT_MS sets this limit',
  ],
  [
    { QWEN_STREAM_MAX_LIFETIME_MS: '5000' },
    'the answer took longer than 5 s; QWEN_STREAM_MAX_LIFETIME_MS sets this limit',
  ],
])('ends an answer that takes too long by %j', async (env, words) => {
  const { error } = await ask([anthropicStream(THOUGHT.slice(0, 4), 'open')], {
    env,
    onEvent: (_event, clock) => void clock.advance(5_000),
  });
  expect(error).toMatchObject({ code: 'model-api', shown: `[API Error: ${words}]` });
});
