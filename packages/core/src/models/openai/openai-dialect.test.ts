import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.js';
import { modelOptions, type GenerationConfig } from '../model-options.js';
import type { Message, ModelEvent, ModelRequest, ToolDeclaration } from '../types.js';
import { createModel } from '../create-model.js';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}
type Answer = (response: ServerResponse) => void;

const KEY = 'sk-very-secret-key';
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A local API: one answer a request, the last one again and again. */
async function serve(...answers: Answer[]): Promise<{ url: string; seen: Seen[]; close: () => void }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
      (answers[seen.length - 1] ?? answers.at(-1))?.(response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, seen, close: () => void server.close() };
}

const data = (value: unknown): string => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const delta = (value: object, finish: string | null = null): object => ({
  choices: [{ index: 0, delta: value, finish_reason: finish }],
});
const USAGE = {
  choices: [],
  usage: {
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 120,
    prompt_tokens_details: { cached_tokens: 60 },
    completion_tokens_details: { reasoning_tokens: 5 },
  },
};

/** Sends these chunks and ends as an API does, or leaves the stream open. */
const sse =
  (chunks: readonly unknown[], end: 'done' | 'cut' | 'destroy' | 'open' = 'done'): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const text = chunks.map(data).join('') + (end === 'done' ? data('[DONE]') : '');
    if (end === 'done' || end === 'cut') response.end(text);
    else response.write(text, () => void (end === 'destroy' && response.destroy()));
  };
const HELLO = sse([
  delta({ role: 'assistant', content: '' }),
  delta({ content: 'Hel' }),
  delta({ content: 'lo' }),
  delta({}, 'stop'),
  USAGE,
]);
const status =
  (
    code: number,
    body: unknown = { error: { message: `no ${code}`, type: 't' } },
    headers: Record<string, string> = {},
  ): Answer =>
  (response) => {
    response.writeHead(code, {
      'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
      ...headers,
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

interface Use {
  readonly config?: GenerationConfig;
  readonly env?: Record<string, string>;
  readonly messages?: Message[];
  readonly tools?: ToolDeclaration[];
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: ModelEvent, clock: FakeClock) => void;
}

/** Every event of one answer, and the error that ended it. Retries are waited for on the fake clock. */
async function ask(url: string, use: Use = {}): Promise<{ events: ModelEvent[]; error: unknown }> {
  const clock = createFakeClock();
  let ids = 0;
  const options = modelOptions({
    name: 'm',
    protocol: 'openai',
    settings: undefined,
    entry: use.config,
    env: use.env ?? {},
  });
  const model = createModel(
    { name: 'm', protocol: 'openai', baseUrl: url, apiKey: KEY, options },
    { userAgent: 'QwenCode/test', clock, random: () => 0.999_999, newId: () => `made-${(ids += 1)}` },
  );
  const request: ModelRequest = {
    messages: use.messages ?? [{ role: 'user', text: 'hi' }],
    tools: use.tools ?? [],
    signal: use.signal ?? new AbortController().signal,
  };
  const events: ModelEvent[] = [];
  try {
    for await (const event of model.stream(request)) {
      events.push(event);
      use.onEvent?.(event, clock);
      if (event.type === 'retry') void clock.advance(event.delayMs);
    }
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}

const delays = (events: readonly ModelEvent[]): number[] =>
  events.flatMap((event) => (event.type === 'retry' ? [event.delayMs] : []));
const NO_USAGE = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, totalTokens: 0 };

it('sends one streaming request with the key, the limit and the tools', async () => {
  const { url, seen } = await serve(HELLO);
  const { events, error } = await ask(url, {
    config: {
      samplingParams: { temperature: 0.2 },
      extra_body: { enable_thinking: true, stream: false },
      customHeaders: { 'X-Team': 'blue' },
    },
    tools: [{ name: 'f', description: 'Does f.', parameters: { $schema: 'x', required: ['a'] } }],
  });
  expect(error).toBeUndefined();
  expect(events).toEqual([
    { type: 'text', delta: 'Hel' },
    { type: 'text', delta: 'lo' },
    {
      type: 'finish',
      reason: 'stop',
      usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 60, reasoningTokens: 5, totalTokens: 120 },
    },
  ]);
  expect(seen.map(({ method, url: path, body }) => ({ method, path, body }))).toEqual([
    {
      method: 'POST',
      path: '/v1/chat/completions',
      body: {
        model: 'm',
        messages: [{ role: 'user', content: 'hi' }],
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 32_000,
        temperature: 0.2,
        enable_thinking: true,
        tools: [
          {
            type: 'function',
            function: {
              name: 'f',
              description: 'Does f.',
              parameters: { required: ['a'], type: 'object', properties: {} },
            },
          },
        ],
      },
    },
  ]);
  expect(seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    'x-team': 'blue',
    'user-agent': 'QwenCode/test',
  });
});

it.each(['reasoning_content', 'reasoning'])('keeps reasoning apart from the text (%s)', async (field) => {
  const { url } = await serve(sse([delta({ [field]: 'think' }), delta({ content: 'say' }), delta({}, 'stop')]));
  expect((await ask(url)).events).toEqual([
    { type: 'reasoning', delta: 'think' },
    { type: 'text', delta: 'say' },
    { type: 'finish', reason: 'stop', usage: NO_USAGE },
  ]);
});

it('hands on whole calls at the end, however the provider cuts them', async () => {
  const { url } = await serve(
    sse([
      delta({
        content: 'Let me.',
        tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }],
      }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '{"x":' } }] }),
      delta({
        tool_calls: [
          { index: 0, function: { arguments: '1}' } },
          { index: 0, id: 'b', function: { name: 'f', arguments: '{"x":2}' } },
        ],
      }),
      delta({ tool_calls: [{ function: { name: 'g', arguments: '{}' } }] }, 'tool_calls'),
    ]),
  );
  expect((await ask(url)).events).toEqual([
    { type: 'text', delta: 'Let me.' },
    { type: 'tool-call', call: { id: 'a', name: 'f', argumentsJson: '{"x":1}' } },
    { type: 'tool-call', call: { id: 'b', name: 'f', argumentsJson: '{"x":2}' } },
    { type: 'tool-call', call: { id: 'made-1', name: 'g', argumentsJson: '{}' } },
    { type: 'finish', reason: 'tool_calls', usage: NO_USAGE },
  ]);
});

it.each<[what: string, chunks: unknown[], events: ModelEvent[]]>([
  [
    'the message in place of the delta',
    [{ choices: [{ message: { content: 'whole' }, finish_reason: 'stop' }] }],
    [
      { type: 'text', delta: 'whole' },
      { type: 'finish', reason: 'stop', usage: NO_USAGE },
    ],
  ],
  [
    'usage in the choice, and no finish reason',
    [
      delta({ content: 'a' }),
      { choices: [{ index: 0, delta: {}, usage: { prompt_tokens: 3, completion_tokens: 4 } }] },
    ],
    [
      { type: 'text', delta: 'a' },
      { type: 'finish', reason: 'unknown', usage: { ...NO_USAGE, inputTokens: 3, outputTokens: 4, totalTokens: 7 } },
    ],
  ],
  [
    'empty, null and strange chunks, and a second choice',
    [
      { choices: null },
      {},
      null,
      7,
      { choices: [{ index: 1, delta: { content: 'other' } }] },
      { choices: [{ index: 0, delta: null }] },
      delta({ content: null }),
      delta({ content: 'a' }, 'stop'),
    ],
    [
      { type: 'text', delta: 'a' },
      { type: 'finish', reason: 'stop', usage: NO_USAGE },
    ],
  ],
  [
    'an answer with nothing in it that was meant so',
    [delta({ content: '' }, 'stop')],
    [{ type: 'finish', reason: 'stop', usage: NO_USAGE }],
  ],
])('reads %s', async (_what, chunks, events) => {
  const { url } = await serve(sse(chunks));
  expect(await ask(url)).toEqual({ events, error: undefined });
});

it('takes an answer for complete when the connection breaks after its end', async () => {
  const { url } = await serve(sse([delta({ content: 'a' }), delta({}, 'stop')], 'destroy'));
  expect(await ask(url)).toEqual({
    events: [
      { type: 'text', delta: 'a' },
      { type: 'finish', reason: 'stop', usage: NO_USAGE },
    ],
    error: undefined,
  });
});

it('does not wait for a server that keeps the stream open after the end of the answer', async () => {
  const { url } = await serve(sse([delta({ content: 'a' }, 'stop'), USAGE], 'open'));
  const { events, error } = await ask(url, {
    onEvent: (_event, clock) => void clock.advance(2_000),
  });
  expect(error).toBeUndefined();
  expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
});

it.each<[what: string, first: Answer, delayMs: number]>([
  ['429', status(429), 2_000],
  ['429 that says when', status(429, undefined, { 'retry-after': '7' }), 7_000],
  ['503 that says when, in ms', status(503, undefined, { 'retry-after-ms': '150' }), 150],
  ['503 that gives a date', status(503, undefined, { 'retry-after': new Date(9_000).toUTCString() }), 9_000],
  ['500', status(500), 1_000],
  ['529', status(529), 1_000],
  ['a socket that is destroyed', (response) => response.destroy(), 500],
  ['an empty stream', sse([]), 500],
  ['a stream that breaks before the first token', sse([delta({ role: 'assistant', content: '' })], 'destroy'), 500],
  ['an overload told inside the stream', sse([{ error: { message: 'busy', type: 'overloaded_error' } }]), 1_000],
  ['a status told inside the stream', sse([{ error: { message: 'busy', code: 502 } }]), 1_000],
])('retries %s before the first token', async (_what, first, delayMs) => {
  const { url, seen } = await serve(first, HELLO);
  const { events, error } = await ask(url);
  expect(error).toBeUndefined();
  expect(delays(events)).toEqual([delayMs]);
  expect(events.at(-1)?.type).toBe('finish');
  expect(seen).toHaveLength(2);
});

it('tries five times in all, waiting longer each time, and then says what the API said', async () => {
  const { url, seen } = await serve(status(503));
  const { events, error } = await ask(url);
  expect(delays(events)).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(events[0]).toEqual({ type: 'retry', attempt: 1, delayMs: 1_000, shown: '[API Error: 503 no 503]' });
  expect(error).toMatchObject({ code: 'model-api', shown: '[API Error: 503 no 503]' });
  expect(seen).toHaveLength(5);
});

it('obeys maxRetries', async () => {
  const { url, seen } = await serve(status(503));
  await ask(url, { config: { maxRetries: 0 } });
  expect(seen).toHaveLength(1);
});

it.each<[what: string, answer: Answer, shown: string]>([
  ['400', status(400), '[API Error: 400 no 400]'],
  ['401', status(401), '[API Error: 401 no 401]'],
  ['403', status(403), '[API Error: 403 no 403]'],
  ['404', status(404), '[API Error: 404 no 404]'],
  [
    'a 429 that asks for more than two minutes',
    status(429, undefined, { 'retry-after': '3600' }),
    '[API Error: 429 no 429]',
  ],
  [
    'a bad request told inside the stream',
    sse([{ error: { message: 'too long', type: 'invalid_request_error' } }]),
    '[API Error: too long]',
  ],
  [
    'an HTML page',
    status(404, '<!DOCTYPE html><html><head><title>Not here</title></head><body>x</body></html>'),
    '[API Error: 404 Not here]',
  ],
  [
    'a message that repeats the key',
    status(401, { error: { message: `bad key ${KEY}\nor  so` } }),
    '[API Error: 401 bad key [redacted] or so]',
  ],
  [
    'an endless message',
    status(400, { error: { message: 'x'.repeat(5_000) } }),
    `[API Error: 400 ${'x'.repeat(396)}…]`,
  ],
  ['an empty body', status(404, ''), '[API Error: 404 status code (no body)]'],
  [
    'an answer that the filter withheld',
    sse([delta({}, 'content_filter')]),
    "[API Error: the provider's content filter withheld the answer]",
  ],
])('does not retry %s', async (_what, answer, shown) => {
  const { url, seen } = await serve(answer);
  const { events, error } = await ask(url);
  expect(error).toMatchObject({ name: 'QwenError', code: 'model-api', shown });
  expect(events).toEqual([]);
  expect(seen).toHaveLength(1);
});

it.each<[what: string, answer: Answer, shown: string]>([
  [
    'is cut in the text',
    sse([delta({ content: 'half' })], 'destroy'),
    '[API Error: the connection ended in the middle of the answer]',
  ],
  [
    'ends in the text without a finish reason',
    sse([delta({ content: 'half' })], 'cut'),
    '[API Error: the connection ended in the middle of the answer]',
  ],
  [
    'is cut in the reasoning',
    sse([delta({ reasoning_content: 'half' })], 'destroy'),
    '[API Error: the connection ended in the middle of the answer]',
  ],
  [
    'is cut in a call',
    sse([delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }] })], 'cut'),
    '[API Error: the connection ended in the middle of the answer]',
  ],
  [
    'turns into an error',
    sse([delta({ content: 'half' }), { error: { message: 'gone', type: 'server_error' } }]),
    '[API Error: gone]',
  ],
])('does not retry an answer that %s, and runs no call of it', async (_what, answer, shown) => {
  const { url, seen } = await serve(answer);
  const { events, error } = await ask(url);
  expect(error).toMatchObject({ code: 'model-api', shown });
  expect(events.filter(({ type }) => type === 'tool-call' || type === 'retry' || type === 'finish')).toEqual([]);
  expect(seen).toHaveLength(1);
});

it('names the address and the code when nobody listens there', async () => {
  const { url, close } = await serve(HELLO);
  close();
  const { error } = await ask(url, { config: { maxRetries: 1 } });
  expect(error).toMatchObject({
    code: 'model-api',
    shown: `[API Error: the connection to ${url} failed (ECONNREFUSED); check the base URL and that the server is running]`,
  });
});

it('gives up on an empty stream with a hint at the base URL', async () => {
  const { url, seen } = await serve(status(200, '<html><body>Welcome</body></html>'));
  const { error } = await ask(url, { config: { maxRetries: 1 } });
  expect(error).toMatchObject({
    shown: `[API Error: ${url} answered with an empty stream; check that this is the base URL of an OpenAI-compatible API (it often ends in /v1)]`,
  });
  expect(seen).toHaveLength(2);
});

it('does not retry a stream that is no JSON', async () => {
  const { url, seen } = await serve(sse(['{"choices": [']));
  expect((await ask(url)).error).toMatchObject({
    shown: `[API Error: ${url} sent something that is no chat completions stream]`,
  });
  expect(seen).toHaveLength(1);
});

it('ends a stream that stands still', async () => {
  const { url } = await serve(sse([delta({ content: 'a' })], 'open'));
  const { error } = await ask(url, {
    env: { QWEN_STREAM_IDLE_TIMEOUT_MS: '5000' },
    onEvent: (_event, clock) => void clock.advance(5_000),
  });
  expect(error).toMatchObject({
    code: 'model-api',
    shown: '[API Error: the answer stood still for 5 s; QWEN_STREAM_IDLE_TIMEOUT_MS sets this limit]',
  });
});

it('ends a request that is not answered, without another try', async () => {
  const { url, seen } = await serve(() => {});
  const { error } = await ask(url, { config: { timeout: 40 } });
  expect(error).toMatchObject({
    shown: `[API Error: no answer from ${url} within 0.04 s; model.generationConfig.timeout sets this limit]`,
  });
  expect(seen).toHaveLength(1);
});

it('cancels before, in and between requests', async () => {
  const { url, seen } = await serve(sse([delta({ content: 'a' })], 'open'));
  expect((await ask(url, { signal: AbortSignal.abort() })).error).toMatchObject({ code: 'cancelled' });
  expect(seen).toHaveLength(0);

  const inside = new AbortController();
  const cut = await ask(url, { signal: inside.signal, onEvent: () => inside.abort() });
  expect(cut).toMatchObject({
    events: [{ type: 'text', delta: 'a' }],
    error: { code: 'cancelled', shown: 'Cancelled.' },
  });

  const between = new AbortController();
  const busy = await serve(status(503));
  const stopped = await ask(busy.url, { signal: between.signal, onEvent: () => between.abort() });
  expect(stopped).toMatchObject({ events: [{ type: 'retry' }], error: { code: 'cancelled' } });
  expect(busy.seen).toHaveLength(1);
});

it('closes the connection when its reader turns away', async () => {
  let closed = (): void => {};
  const gone = new Promise<void>((resolve) => (closed = resolve));
  const { url } = await serve((response) => {
    response.on('close', closed);
    sse([delta({ content: 'a' })], 'open')(response);
  });
  const options = modelOptions({ name: 'm', protocol: 'openai', settings: undefined, entry: undefined, env: {} });
  const model = createModel({ name: 'm', protocol: 'openai', baseUrl: url, apiKey: KEY, options });
  for await (const event of model.stream({
    messages: [{ role: 'user', text: 'hi' }],
    tools: [],
    signal: new AbortController().signal,
  })) {
    expect(event).toEqual({ type: 'text', delta: 'a' });
    break;
  }
  await gone;
});
