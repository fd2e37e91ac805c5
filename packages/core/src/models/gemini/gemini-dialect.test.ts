import { expect, it, onTestFinished, vi } from 'vitest';
import { askModel, type Asked, type AskOptions } from '../../testing/ask-model.js';
import { createFakeClock } from '../../testing/fake-clock.js';
import {
  createModelEndpoint,
  dataStream,
  geminiChunk,
  status,
  type EndpointAnswer,
  type ModelEndpoint,
} from '../../testing/model-endpoint.js';
import type { Message } from '../types.js';

const KEY = 'AIza-very-secret';
const HELLO = dataStream([geminiChunk([{ text: 'Hel' }]), geminiChunk([{ text: 'lo' }], 'STOP')]);

async function ask(
  answers: readonly EndpointAnswer[],
  options: AskOptions = {},
): Promise<Asked & { endpoint: ModelEndpoint }> {
  const endpoint = await createModelEndpoint(...answers);
  onTestFinished(() => endpoint.close());
  const env = { GEMINI_API_KEY: KEY, GEMINI_MODEL: 'gemini-2.5-pro', GOOGLE_GEMINI_BASE_URL: endpoint.url };
  const asked = await askModel({ ...options, env: { ...env, ...options.env } });
  return { ...asked, endpoint };
}

const USAGE = { inputTokens: 100, outputTokens: 20, cachedTokens: 60, reasoningTokens: 5, totalTokens: 120 };

it('sends one streaming request with the key and schemas that the API knows', async () => {
  const { endpoint, events, error } = await ask([HELLO], {
    settings: {
      model: {
        generationConfig: {
          samplingParams: { temperature: 0.2, top_p: 0.5, max_tokens: 9 },
          extra_body: { labels: { team: 'blue' } },
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
          parameters: {
            $schema: 'x',
            type: 'object',
            properties: { a: { const: 'b', pattern: 'b+' } },
            propertyNames: { pattern: 'a' },
          },
        },
      ],
    },
  });
  expect(error).toBeUndefined();
  expect(events).toEqual([
    { type: 'text', delta: 'Hel' },
    { type: 'text', delta: 'lo' },
    { type: 'finish', reason: 'stop', usage: USAGE },
  ]);
  expect(endpoint.requests).toHaveLength(1);
  const { method, url, headers, body } = endpoint.requests[0]!;
  expect([method, url]).toEqual(['POST', '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse']);
  expect(headers).toMatchObject({ 'x-goog-api-key': KEY, 'content-type': 'application/json', 'x-team': 'blue' });
  expect(headers['user-agent']).toContain('QwenCode/test');
  expect(body).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
    systemInstruction: { parts: [{ text: 'be good' }] },
    tools: [
      {
        functionDeclarations: [
          {
            name: 'f',
            description: 'Does f.',
            parametersJsonSchema: { type: 'object', properties: { a: { enum: ['b'] } } },
          },
        ],
      },
    ],
    generationConfig: {
      maxOutputTokens: 9,
      temperature: 0.2,
      topP: 0.5,
      thinkingConfig: { includeThoughts: true },
    },
    labels: { team: 'blue' },
  });
});

const ANSWER = [
  geminiChunk([{ text: 'Look first.', thought: true }]),
  geminiChunk([{ text: 'I look.' }]),
  geminiChunk(
    [
      { functionCall: { name: 'look', args: { at: 'a' } }, thoughtSignature: 'sig' },
      { functionCall: { id: 'own', name: 'look' } },
    ],
    'STOP',
  ),
];

it('tells thoughts, text and calls, and what was signed', async () => {
  const { events } = await ask([dataStream(ANSWER)]);
  expect(events).toEqual([
    { type: 'reasoning', delta: 'Look first.' },
    { type: 'text', delta: 'I look.' },
    { type: 'tool-call', call: { id: 'made-1', name: 'look', argumentsJson: '{"at":"a"}' } },
    { type: 'tool-call', call: { id: 'own', name: 'look', argumentsJson: '{}' } },
    { type: 'signed', signed: { by: 'gemini:gemini-2.5-pro', parts: [{ call: 0, signature: 'sig' }] } },
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
      { id: 'made-1', name: 'look', argumentsJson: '{"at":"a"}' },
      { id: 'own', name: 'look', argumentsJson: '{"broken' },
    ],
    signed: { by, parts: [{ call: 0, signature: 'sig' }] },
  },
  {
    role: 'tool',
    callId: 'made-1',
    name: 'look',
    text: 'seen',
    media: [{ kind: 'image', data: 'iVBO', mimeType: 'image/png' }],
  },
  { role: 'tool', callId: 'own', name: 'look', text: '' },
  { role: 'user', text: '' },
];

it('sends calls with their signatures, results together and images after them', async () => {
  const { endpoint } = await ask([HELLO], { request: { messages: history('gemini:gemini-2.5-pro') } });
  expect(endpoint.requests[0]!.body['contents']).toEqual([
    { role: 'user', parts: [{ text: 'go' }] },
    {
      role: 'model',
      parts: [
        { text: 'I look.' },
        { functionCall: { id: 'made-1', name: 'look', args: { at: 'a' } }, thoughtSignature: 'sig' },
        { functionCall: { id: 'own', name: 'look', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'made-1', name: 'look', response: { output: 'seen' } } },
        { functionResponse: { id: 'own', name: 'look', response: { output: '' } } },
        { text: 'From the result of look (made-1):' },
        { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
        { text: '(empty)' },
      ],
    },
  ]);
});

it('sends no signature of another model', async () => {
  const { endpoint } = await ask([HELLO], { request: { messages: history('vertex-ai:gemini-2.5-pro') } });
  expect(JSON.stringify(endpoint.requests[0]!.body)).not.toContain('sig');
});

it('says to a model that wants signatures that another model made the calls', async () => {
  const { endpoint } = await ask([HELLO], {
    env: { GEMINI_MODEL: 'gemini-3-pro-preview' },
    request: { messages: history('openai:other') },
  });
  const [, model] = endpoint.requests[0]!.body['contents'] as { parts: Record<string, unknown>[] }[];
  expect(model!.parts.map(({ thoughtSignature }) => thoughtSignature)).toEqual([
    undefined,
    'skip_thought_signature_validator',
    undefined,
  ]);
});

it('speaks to Vertex AI with a key, without ids, whatever lies in the environment, and prints nothing', async () => {
  const endpoint = await createModelEndpoint(HELLO);
  onTestFinished(() => endpoint.close());
  vi.stubEnv('GOOGLE_API_KEY', 'other');
  vi.stubEnv('GEMINI_API_KEY', 'other');
  vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'somewhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  const said = ['log', 'info', 'warn', 'debug', 'error'].map((name) => vi.spyOn(console, name as 'log'));
  const { error } = await askModel({
    flags: { authType: 'vertex-ai', model: 'gemini-2.5-flash' },
    env: { GOOGLE_API_KEY: KEY, GOOGLE_VERTEX_BASE_URL: endpoint.url },
    request: { messages: history('x') },
  });
  expect(error).toBeUndefined();
  expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
  const { url, headers, body } = endpoint.requests[0]!;
  expect(url).toBe('/v1beta1/publishers/google/models/gemini-2.5-flash:streamGenerateContent?alt=sse');
  expect(headers['x-goog-api-key']).toBe(KEY);
  expect(JSON.stringify(body)).not.toContain('"id"');
});

const wire = (code: number, message: string, more: object = {}): object => ({
  error: { code, message, status: 'ANY', ...more },
});
const RETRIED = [1_000, 2_000, 4_000, 8_000];

it.each<[what: string, answer: EndpointAnswer, shown: string, delays: number[]]>([
  [
    'a wrong key, which the API repeats',
    status(400, wire(400, `API key not valid: ${KEY}`)),
    '[API Error: 400 API key not valid: [redacted]]',
    [],
  ],
  ['an unknown model', status(404, wire(404, 'no such model')), '[API Error: 404 no such model]', []],
  ['an overloaded API', status(503, wire(503, 'overloaded')), '[API Error: 503 overloaded]', RETRIED],
  [
    'a quota',
    status(
      429,
      wire(429, 'quota', { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' }] }),
    ),
    '[API Error: 429 quota]',
    [3_000, 3_000, 3_000, 3_000],
  ],
  ['a gateway page', status(502, '<html><title>Bad gateway</title></html>'), '[API Error: 502 Bad gateway]', RETRIED],
  [
    'an answer that breaks off',
    dataStream(ANSWER.slice(0, 2), 'destroy'),
    '[API Error: the connection ended in the middle of the answer]',
    [],
  ],
  [
    'an answer that ends too early',
    dataStream(ANSWER.slice(0, 2)),
    '[API Error: the connection ended in the middle of the answer]',
    [],
  ],
  [
    'a prompt that is not let through',
    dataStream([{ promptFeedback: { blockReason: 'SAFETY' } }]),
    "[API Error: the provider's content filter withheld the answer]",
    [],
  ],
  [
    'an answer that is not let through',
    dataStream([geminiChunk([], 'SAFETY')]),
    "[API Error: the provider's content filter withheld the answer]",
    [],
  ],
  [
    'a call that the API could not read',
    dataStream([geminiChunk([], 'MALFORMED_FUNCTION_CALL')]),
    '[API Error: the model wrote a tool call that cannot be read]',
    RETRIED,
  ],
])('says in one sentence: %s', async (_what, answer, shown, delays) => {
  const { error, events } = await ask([answer]);
  expect(error).toMatchObject({ code: 'model-api', shown });
  expect(events.flatMap((event) => (event.type === 'retry' ? [event.delayMs] : []))).toEqual(delays);
  expect(events.filter(({ type }) => type === 'tool-call')).toEqual([]);
});

it('asks once for an answer that was cut at its limit', async () => {
  const { events, endpoint } = await ask([dataStream([geminiChunk([{ text: 'half' }], 'MAX_TOKENS')])]);
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length', usage: USAGE });
  expect(endpoint.requests).toHaveLength(1);
});

it('ends a request that is not answered in time', async () => {
  const clock = createFakeClock();
  const { error } = await ask([() => void clock.advance(7_000)], { clock, env: { QWEN_CODE_API_TIMEOUT_MS: '7000' } });
  expect(error).toMatchObject({
    code: 'model-api',
    shown: expect.stringMatching(
      /^\[API Error: no answer from http:.* within 7 s; model\.generationConfig\.timeout sets this limit\]$/,
    ),
  });
});

it('ends when the caller cancels in the middle of an answer', async () => {
  const stop = new AbortController();
  const { error, events } = await ask([dataStream(ANSWER.slice(0, 1), 'open')], {
    request: { signal: stop.signal },
    onEvent: () => stop.abort(),
  });
  expect(error).toMatchObject({ code: 'cancelled' });
  expect(events).toEqual([{ type: 'reasoning', delta: 'Look first.' }]);
});

it('ends an answer that stands still', async () => {
  const { error } = await ask([dataStream(ANSWER.slice(0, 1), 'open')], {
    env: { QWEN_STREAM_IDLE_TIMEOUT_MS: '5000' },
    onEvent: (_event, clock) => void clock.advance(5_000),
  });
  expect(error).toMatchObject({
    shown: '[API Error: the answer stood still for 5 s; QWEN_STREAM_IDLE_TIMEOUT_MS sets this limit]',
  });
});
