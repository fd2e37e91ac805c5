import { expect, it, onTestFinished } from 'vitest';
import { askModel } from '../testing/ask-model.js';
import {
  anthropicAnswer,
  anthropicStream,
  createModelEndpoint,
  dataStream,
  status,
  type EndpointAnswer,
  type ModelEndpoint,
} from '../testing/model-endpoint.js';
import type { ModelEvent } from './types.js';

const text = (content: string): EndpointAnswer =>
  dataStream([{ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }]);
const error = (code: number): EndpointAnswer => status(code, { error: { message: `no ${code}` } });

interface Play {
  readonly events: readonly ModelEvent[];
  readonly error: unknown;
  readonly main: ModelEndpoint;
  readonly other: ModelEndpoint;
}

/** The model at `main`, the fallback at an endpoint of its own. */
async function play(main: readonly EndpointAnswer[], other: readonly EndpointAnswer[], env = {}): Promise<Play> {
  const endpoints = [await createModelEndpoint(...main), await createModelEndpoint(...other)] as const;
  onTestFinished(async () => void (await Promise.all(endpoints.map((endpoint) => endpoint.close()))));
  const asked = await askModel({
    flags: { model: 'first', fallbackModels: ['second'] },
    env,
    settings: {
      model: { generationConfig: { maxRetries: 1 } },
      modelProviders: {
        openai: [{ id: 'first', baseUrl: endpoints[0].url }],
        anthropic: [{ id: 'second', baseUrl: endpoints[1].url }],
      },
    },
  });
  return { ...asked, main: endpoints[0], other: endpoints[1] };
}

const CLAUDE = anthropicStream(anthropicAnswer({ text: 'Hello' }));

it.each([429, 503, 529])('asks the fallback after the retries of a model that answers %i', async (code) => {
  const { events, main, other } = await play([error(code)], [CLAUDE]);
  expect(events.map((event) => (event.type === 'retry' ? `retry ${event.next ?? 'same'}` : event.type))).toEqual([
    'retry same',
    'retry second',
    'text',
    'finish',
  ]);
  expect(events[1]).toEqual({
    type: 'retry',
    attempt: 1,
    delayMs: 0,
    shown: `[API Error: ${code} no ${code}]`,
    next: 'second',
  });
  expect([main.requests.length, other.requests.length]).toEqual([2, 1]);
});

it.each([400, 401, 404, 500])('asks nobody else about an answer %i', async (code) => {
  const played = await play([error(code)], [CLAUDE]);
  expect(played.error).toMatchObject({ code: 'model-api', shown: `[API Error: ${code} no ${code}]` });
  expect(played.other.requests).toEqual([]);
});

it('asks nobody else once part of an answer has come', async () => {
  const begun = [{ choices: [{ index: 0, delta: { content: 'Hel' } }] }, { error: { message: 'busy', code: 429 } }];
  const played = await play([dataStream(begun)], [CLAUDE]);
  expect(played.error).toMatchObject({ shown: '[API Error: 429 busy]' });
  expect(played.events).toEqual([{ type: 'text', delta: 'Hel' }]);
  expect(played.other.requests).toEqual([]);
});

it('ends with the error of the last one', async () => {
  const { error: ended, other } = await play(
    [error(429)],
    [status(401, { error: { type: 'x', message: 'wrong key' } })],
  );
  expect(ended).toMatchObject({ shown: '[API Error: 401 wrong key]' });
  expect(other.requests).toHaveLength(1);
});

it('leaves the fallback alone when the first model answers', async () => {
  const { events, other } = await play([text('Hello')], [CLAUDE]);
  expect(events.map(({ type }) => type)).toEqual(['text', 'finish']);
  expect(other.requests).toEqual([]);
});
