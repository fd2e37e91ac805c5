import { expect, it, onTestFinished } from 'vitest';
import { systemClock as clock } from '../shared/clock.js';
import { createModelEndpoint, dataStream, status, type EndpointAnswer } from '../testing/model-endpoint.js';
import { endpointModels, type EndpointModels } from './endpoint-models.js';
import { createHttpFetch } from './http/http-fetch.js';
import { probeModel } from './probe-model.js';
import type { Protocol } from './protocols.js';
import { resolveModel } from './registry.js';

const KEY = 'sk-very-secret';
const signal = new AbortController().signal;

async function listed(protocol: Protocol, answer: EndpointAnswer, path = ''): Promise<[EndpointModels, unknown]> {
  const endpoint = await createModelEndpoint(answer);
  onTestFinished(() => endpoint.close());
  const models = await endpointModels(
    { protocol, baseUrl: `${endpoint.url}${path}`, apiKey: KEY },
    { fetch: createHttpFetch(), clock, signal, timeoutMs: 5_000 },
  );
  const [request] = endpoint.requests;
  const { authorization, 'x-api-key': anthropic, 'x-goog-api-key': google } = request?.headers ?? {};
  return [models, { url: request?.url, key: authorization ?? anthropic ?? google }];
}

const refused = (code: number): EndpointModels => ({
  kind: 'failed',
  failure: { kind: 'api', status: code, type: undefined, message: '', retryAfterMs: undefined },
});

it.each<[string, Protocol, string, unknown, string[], unknown]>([
  [
    'OpenAI',
    'openai',
    '/v1',
    { data: [{ id: 'b' }, { id: 'a' }, { id: 'a' }, {}, null] },
    ['a', 'b'],
    { url: '/v1/models', key: `Bearer ${KEY}` },
  ],
  [
    'Anthropic',
    'anthropic',
    '/v1',
    { data: [{ id: 'claude' }] },
    ['claude'],
    { url: '/v1/models?limit=1000', key: KEY },
  ],
  [
    'Gemini',
    'gemini',
    '',
    {
      models: [
        { name: 'models/gemini', supportedGenerationMethods: ['generateContent'] },
        { name: 'models/embedding', supportedGenerationMethods: ['embedContent'] },
      ],
    },
    ['gemini'],
    { url: '/v1beta/models?pageSize=1000', key: KEY },
  ],
])('lists the models of %s', async (_name, protocol, path, body, ids, request) => {
  expect(await listed(protocol, status(200, body), path)).toEqual([{ kind: 'listed', ids }, request]);
});

it.each<[string, Protocol, EndpointAnswer, EndpointModels]>([
  ['a wrong key', 'openai', status(401, {}), refused(401)],
  ['a key without rights', 'anthropic', status(403, {}), refused(403)],
  ['a key that Gemini knows to be none', 'gemini', status(400, {}), refused(400)],
  ['an API without a list', 'openai', status(404, 'no such page'), { kind: 'unlisted' }],
  ['another kind of bad request', 'openai', status(400, {}), { kind: 'unlisted' }],
  ['a web page', 'openai', status(200, '<html></html>'), { kind: 'unlisted' }],
  ['something else', 'openai', status(200, [1]), { kind: 'unlisted' }],
  [
    'a connection that breaks',
    'openai',
    (response) => response.destroy(),
    { kind: 'failed', failure: { kind: 'connection', code: 'ECONNRESET' } },
  ],
])('tells of %s', async (_name, protocol, answer, expected) => {
  const [models] = await listed(protocol, answer);
  expect(models).toEqual(expected);
});

it('tells of a server that is not there', async () => {
  const endpoint = await createModelEndpoint();
  await endpoint.close();
  const models = await endpointModels(
    { protocol: 'openai', baseUrl: endpoint.url, apiKey: KEY },
    { fetch: createHttpFetch(), clock, signal, timeoutMs: 5_000 },
  );
  expect(models).toEqual({ kind: 'failed', failure: { kind: 'connection', code: 'ECONNREFUSED' } });
});

const delta = (content: string): object => ({ choices: [{ index: 0, delta: { content } }] });

it.each<[string, EndpointAnswer, unknown]>([
  ['a model that answers, at its first words', dataStream([delta('ok')], 'open'), undefined],
  [
    'one that is not known',
    status(404, { error: { message: 'no such model' } }),
    { kind: 'api', status: 404, type: undefined, message: 'no such model', retryAfterMs: undefined },
  ],
  ['an answer of nothing', dataStream([]), { kind: 'empty' }],
])('probes %s, with one request', async (_name, answer, failure) => {
  const endpoint = await createModelEndpoint(answer);
  onTestFinished(() => endpoint.close());
  const choice = resolveModel({
    flags: { openaiBaseUrl: endpoint.url, openaiApiKey: KEY, model: 'm' },
    settings: {},
    env: {},
  });
  expect(await probeModel(choice, {}, signal)).toEqual(failure);
  expect(endpoint.requests.map(({ url }) => url)).toEqual(['/chat/completions']);
});

it('throws what it was cancelled with', async () => {
  const stop = new AbortController();
  const endpoint = await createModelEndpoint(() => stop.abort(new Error('stopped')));
  onTestFinished(() => endpoint.close());
  const choice = resolveModel({ flags: { openaiBaseUrl: endpoint.url, model: 'm' }, settings: {}, env: {} });
  await expect(probeModel(choice, {}, stop.signal)).rejects.toThrow('stopped');
});
