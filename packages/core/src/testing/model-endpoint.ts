/**
 * A local endpoint that answers what it is told, one answer a request, and remembers what it was asked: for protocols
 * other than the scripted model's, and for errors.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EndpointRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

export type EndpointAnswer = (response: ServerResponse, request: EndpointRequest) => void;

export interface ModelEndpoint {
  /** Without a path. */
  readonly url: string;
  readonly requests: readonly EndpointRequest[];
  close(): Promise<void>;
}

/** The last answer is given again and again. */
export async function createModelEndpoint(...answers: readonly EndpointAnswer[]): Promise<ModelEndpoint> {
  const requests: EndpointRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
      const seen = { method, url, headers, body };
      requests.push(seen);
      (answers[requests.length - 1] ?? answers.at(-1))?.(response, seen);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type StreamEnd = 'end' | 'destroy' | 'open';

/** Events of the messages API, each under its own name. */
export const anthropicStream =
  (events: readonly { readonly type: string }[], end: StreamEnd = 'end'): EndpointAnswer =>
  (response) =>
    stream(response, events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''), end);

/** Chunks of generateContent, or of any API that names no events. */
export const dataStream =
  (chunks: readonly unknown[], end: StreamEnd = 'end'): EndpointAnswer =>
  (response) =>
    stream(response, chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join(''), end);

function stream(response: ServerResponse, text: string, end: StreamEnd): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (end === 'end') response.end(text);
  else response.write(text, () => void (end === 'destroy' && response.destroy()));
}

export const status =
  (code: number, body: unknown, headers: Readonly<Record<string, string>> = {}): EndpointAnswer =>
  (response) => {
    response.writeHead(code, {
      'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
      ...headers,
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

interface AnthropicAnswer {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
}

/** A whole answer of the messages API as its events; thinking is signed with `sig`. */
export function anthropicAnswer({ thinking, text, calls = [] }: AnthropicAnswer): readonly { readonly type: string }[] {
  const blocks = [
    ...(thinking === undefined
      ? []
      : [
          block({ type: 'thinking', thinking: '', signature: '' }, [
            { type: 'thinking_delta', thinking },
            { type: 'signature_delta', signature: 'sig' },
          ]),
        ]),
    ...(text === undefined ? [] : [block({ type: 'text', text: '' }, [{ type: 'text_delta', text }])]),
    ...calls.map(({ name, args }, place) =>
      block({ type: 'tool_use', id: `toolu_${place}`, name, input: {} }, [
        { type: 'input_json_delta', partial_json: '' },
        { type: 'input_json_delta', partial_json: JSON.stringify(args) },
      ]),
    ),
  ];
  return [
    { type: 'message_start', message: { id: 'msg', role: 'assistant', content: [], usage: START_USAGE } },
    { type: 'ping' },
    ...blocks.flatMap((events, index) => events.map((event) => ({ ...event, index }))),
    {
      type: 'message_delta',
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' },
      usage: { output_tokens: 20 },
    },
    { type: 'message_stop' },
  ] as readonly { readonly type: string }[];
}

const START_USAGE = {
  input_tokens: 10,
  cache_read_input_tokens: 60,
  cache_creation_input_tokens: 30,
  output_tokens: 1,
};

const block = (content_block: object, deltas: readonly object[]): readonly { readonly type: string }[] => [
  { type: 'content_block_start', content_block } as { type: string },
  ...deltas.map((delta) => ({ type: 'content_block_delta', delta })),
  { type: 'content_block_stop' },
];

/** One chunk of generateContent; with a finish reason it is the last. */
export const geminiChunk = (parts: readonly object[], finishReason?: string): object => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason !== undefined && { finishReason }) }],
  ...(finishReason !== undefined && {
    usageMetadata: {
      promptTokenCount: 100,
      candidatesTokenCount: 15,
      thoughtsTokenCount: 5,
      cachedContentTokenCount: 60,
      totalTokenCount: 120,
    },
  }),
});
