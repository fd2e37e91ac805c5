import { expect, it } from 'vitest';
import { QwenError } from '../shared/qwen-error.js';
import { resolveModel, type ModelChoice, type ModelInputs } from './registry.js';

type Given = { [K in keyof ModelInputs]?: ModelInputs[K] };
const resolve = ({ flags = {}, settings = {}, env = {} }: Given): ModelChoice => resolveModel({ flags, settings, env });
const KEY = { OPENAI_API_KEY: 'env-key' };
const provider = { id: 'deep', baseUrl: 'https://deep.test/v1', envKey: 'DEEP_KEY' };
const providers = { modelProviders: { openai: [provider] } };
const auth = { security: { auth: { apiKey: 'saved-key', baseUrl: 'https://saved.test/v1' } } };

it.each<[what: string, given: Given, name: string, baseUrl: string, apiKey: string]>([
  ['nothing but a key', { env: KEY }, 'qwen3.7-max', 'https://api.openai.com/v1', 'env-key'],
  [
    'the environment',
    { env: { ...KEY, OPENAI_MODEL: 'e', OPENAI_BASE_URL: 'https://env.test/v1/' } },
    'e',
    'https://env.test/v1',
    'env-key',
  ],
  ['the other name of the model', { env: { ...KEY, QWEN_MODEL: 'q' } }, 'q', 'https://api.openai.com/v1', 'env-key'],
  [
    'both names of the model',
    { env: { ...KEY, OPENAI_MODEL: 'e', QWEN_MODEL: 'q' } },
    'e',
    'https://api.openai.com/v1',
    'env-key',
  ],
  [
    'settings over the environment for the model',
    { env: { ...KEY, OPENAI_MODEL: 'e' }, settings: { model: { name: 's' } } },
    's',
    'https://api.openai.com/v1',
    'env-key',
  ],
  [
    'the environment over settings for address and key',
    { env: { ...KEY, OPENAI_BASE_URL: 'https://env.test/v1' }, settings: auth },
    'qwen3.7-max',
    'https://env.test/v1',
    'env-key',
  ],
  ['saved address and key', { settings: auth }, 'qwen3.7-max', 'https://saved.test/v1', 'saved-key'],
  [
    'flags over all',
    {
      flags: { model: 'f', openaiApiKey: 'flag-key', openaiBaseUrl: 'https://flag.test' },
      env: { ...KEY, OPENAI_MODEL: 'e', OPENAI_BASE_URL: 'https://env.test/v1' },
      settings: { ...auth, model: { name: 's' } },
    },
    'f',
    'https://flag.test',
    'flag-key',
  ],
  [
    'a provider entry',
    {
      flags: { model: 'deep' },
      env: { ...KEY, DEEP_KEY: 'deep-key', OPENAI_BASE_URL: 'https://env.test/v1' },
      settings: providers,
    },
    'deep',
    'https://deep.test/v1',
    'deep-key',
  ],
  [
    'a flag over the entry',
    {
      flags: { model: 'deep', openaiApiKey: 'flag-key', openaiBaseUrl: 'https://flag.test' },
      env: { DEEP_KEY: 'deep-key' },
      settings: providers,
    },
    'deep',
    'https://flag.test',
    'flag-key',
  ],
  [
    'an entry that names no key',
    {
      flags: { model: 'deep' },
      env: KEY,
      settings: { modelProviders: { openai: [{ id: 'deep', baseUrl: 'https://deep.test/v1' }] } },
    },
    'deep',
    'https://deep.test/v1',
    'env-key',
  ],
  [
    'a provider of its own name',
    {
      flags: { model: 'deep' },
      env: { DEEP_KEY: 'deep-key' },
      settings: { modelProviders: { deepseek: [provider] }, providerProtocol: { deepseek: 'openai' } },
    },
    'deep',
    'https://deep.test/v1',
    'deep-key',
  ],
  [
    'empty strings, which count as nothing',
    {
      flags: { model: '', openaiApiKey: ' ' },
      env: { ...KEY, OPENAI_MODEL: '', QWEN_MODEL: 'q', OPENAI_BASE_URL: '' },
    },
    'q',
    'https://api.openai.com/v1',
    'env-key',
  ],
  [
    'a key with blanks around it',
    { env: { OPENAI_API_KEY: ' env-key\n' } },
    'qwen3.7-max',
    'https://api.openai.com/v1',
    'env-key',
  ],
  [
    'a local server without a key',
    { env: { OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'l' } },
    'l',
    'http://localhost:11434/v1',
    'not-needed',
  ],
  [
    'a local server by number',
    { env: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } },
    'qwen3.7-max',
    'http://127.0.0.1:1/v1',
    'not-needed',
  ],
  [
    'a local server over IPv6',
    { env: { OPENAI_BASE_URL: 'http://[::1]:1/v1' } },
    'qwen3.7-max',
    'http://[::1]:1/v1',
    'not-needed',
  ],
  [
    'a local server with a key',
    { env: { ...KEY, OPENAI_BASE_URL: 'http://localhost:1/v1' } },
    'qwen3.7-max',
    'http://localhost:1/v1',
    'env-key',
  ],
  [
    'the chosen type openai',
    { env: KEY, settings: { security: { auth: { selectedType: 'openai' } } } },
    'qwen3.7-max',
    'https://api.openai.com/v1',
    'env-key',
  ],
  [
    'a flag over the chosen type',
    { env: KEY, flags: { authType: 'openai' }, settings: { security: { auth: { selectedType: 'gemini' } } } },
    'qwen3.7-max',
    'https://api.openai.com/v1',
    'env-key',
  ],
])('resolves %s', (_what, given, name, baseUrl, apiKey) => {
  expect(resolve(given)).toMatchObject({ name, protocol: 'openai', baseUrl, apiKey });
});

const NO_KEY =
  'No API key: set OPENAI_API_KEY, pass --openai-api-key, or put security.auth.apiKey into settings.json; ' +
  'for a local server that needs no key, such as Ollama, set OPENAI_BASE_URL=http://localhost:11434/v1.';
const notSpoken = (type: string): string =>
  `The provider type "${type}" is not supported: this release speaks the OpenAI-compatible protocol only; ` +
  'set security.auth.selectedType to "openai" and give OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL of such an endpoint.';
const BAD_URL =
  'The base URL of the model is not a valid http(s) URL: correct --openai-base-url, OPENAI_BASE_URL, ' +
  'security.auth.baseUrl or the modelProviders entry; it looks like https://host/v1.';

it.each<[what: string, given: Given, code: string, shown: string]>([
  ['no key', {}, 'auth', NO_KEY],
  [
    'no key, and a host that only sounds local',
    { env: { OPENAI_BASE_URL: 'https://localhost.evil.test/v1' } },
    'auth',
    NO_KEY,
  ],
  [
    'no key for an entry, although another key is there',
    { flags: { model: 'deep' }, env: KEY, settings: { ...providers, ...auth } },
    'auth',
    'No API key for the model "deep": set DEEP_KEY, which its modelProviders entry names as envKey, or pass --openai-api-key.',
  ],
  [
    'a key with blanks in it',
    { env: { OPENAI_API_KEY: 'a b' } },
    'auth',
    'The API key holds spaces or characters that no key has: copy it again, without quotes or line breaks.',
  ],
  [
    'anthropic',
    { env: KEY, settings: { security: { auth: { selectedType: 'anthropic' } } } },
    'auth',
    notSpoken('anthropic'),
  ],
  ['gemini by flag', { env: KEY, flags: { authType: 'gemini' } }, 'auth', notSpoken('gemini')],
  [
    'a model that only another provider lists',
    { flags: { model: 'claude' }, env: KEY, settings: { modelProviders: { anthropic: [{ id: 'claude' }] } } },
    'auth',
    notSpoken('anthropic'),
  ],
  ['no URL', { env: { ...KEY, OPENAI_BASE_URL: '${MY_URL}' } }, 'config', BAD_URL],
  ['a URL of another kind', { env: { ...KEY, OPENAI_BASE_URL: 'file:///etc/passwd' } }, 'config', BAD_URL],
])('refuses %s in one sentence', (_what, given, code, shown) => {
  expect(() => resolve(given)).toThrowError(new QwenError(code as QwenError['code'], shown));
});

it('takes options from the entry before the settings, and limits from the environment before both', () => {
  const { options } = resolve({
    flags: { model: 'deep' },
    env: { DEEP_KEY: 'k', QWEN_CODE_API_TIMEOUT_MS: '5000', QWEN_STREAM_IDLE_TIMEOUT_MS: 'soon' },
    settings: {
      model: {
        reasoningEffort: 'high',
        generationConfig: { timeout: 1, maxRetries: 7, samplingParams: { temperature: 1 } },
      },
      modelProviders: {
        openai: [
          {
            ...provider,
            generationConfig: {
              samplingParams: { top_p: 0.5 },
              extra_body: { x: 1 },
              customHeaders: { a: 'b' },
              modalities: { image: true },
              contextWindowSize: 9,
            },
          },
        ],
      },
    },
  });
  expect(options).toEqual({
    timeoutMs: 5_000,
    streamIdleMs: 240_000,
    maxRetries: 7,
    contextWindow: 9,
    params: { max_tokens: 32_000, reasoning_effort: 'high', top_p: 0.5, x: 1 },
    headers: { a: 'b' },
    sees: { image: true, audio: false },
    toolResultsAsText: false,
  });
});

it.each<
  [
    model: string,
    params: Record<string, unknown> | undefined,
    env: Record<string, string>,
    expected: Record<string, unknown>,
  ]
>([
  ['any', undefined, {}, { max_tokens: 32_000 }],
  ['any', undefined, { QWEN_CODE_MAX_OUTPUT_TOKENS: '100' }, { max_tokens: 100 }],
  ['any', undefined, { QWEN_CODE_MAX_OUTPUT_TOKENS: '-1' }, { max_tokens: 32_000 }],
  ['any', { max_tokens: 7 }, { QWEN_CODE_MAX_OUTPUT_TOKENS: '100' }, { max_tokens: 7 }],
  ['any', { max_completion_tokens: 7 }, {}, { max_completion_tokens: 7 }],
  ['gpt-4o-mini', undefined, {}, { max_tokens: 16_384 }],
  ['openai/GPT-5.1', undefined, {}, { max_completion_tokens: 32_000 }],
  ['o4-mini', undefined, {}, { max_completion_tokens: 32_000 }],
  ['olmo-2', undefined, {}, { max_tokens: 32_000 }],
])('limits the answers of %s with %j and %j', (model, samplingParams, env, expected) => {
  const given = {
    flags: { model },
    env: { ...KEY, ...env },
    settings: { model: { generationConfig: { samplingParams } } },
  };
  expect(resolve(given).options.params).toEqual(expected);
});
