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
const DISCONTINUED =
  'Signing in with a Qwen account (qwen-oauth) was discontinued: use an API key; set OPENAI_API_KEY, OPENAI_BASE_URL ' +
  '(for example https://dashscope.aliyuncs.com/compatible-mode/v1) and OPENAI_MODEL.';
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
    'No model for the provider type "anthropic": pass -m, or set ANTHROPIC_MODEL or model.name in settings.json.',
  ],
  [
    'gemini by flag',
    { env: KEY, flags: { authType: 'gemini', model: 'gemini-2.5-pro' } },
    'auth',
    'No API key for the model "gemini-2.5-pro": set GEMINI_API_KEY.',
  ],
  [
    'vertex without key and project',
    { env: KEY, flags: { authType: 'vertex-ai', model: 'gemini-2.5-pro' } },
    'auth',
    'No API key for the model "gemini-2.5-pro": set GOOGLE_API_KEY, or GOOGLE_CLOUD_PROJECT (and GOOGLE_CLOUD_LOCATION) ' +
      'to use the Google credentials of this machine.',
  ],
  ['a Qwen account', { env: KEY, flags: { authType: 'qwen-oauth' } }, 'auth', DISCONTINUED],
  ['a Qwen account by its variable', { env: { ...KEY, QWEN_OAUTH: '1' } }, 'auth', DISCONTINUED],
  [
    'a provider of its own name that is not mapped',
    { env: KEY, settings: { modelProviders: { mine: [{ id: 'm' }] } }, flags: { model: 'm' } },
    'auth',
    'The provider type "mine" is not supported: use openai, anthropic, gemini or vertex-ai, or map "mine" to one of them in providerProtocol.',
  ],
  [
    'another type than the enforced one',
    { env: KEY, settings: { security: { auth: { enforcedType: 'anthropic' } } } },
    'auth',
    'The provider type "openai" is not allowed here: security.auth.enforcedType asks for "anthropic"; choose a model of that type.',
  ],
  [
    'four fallback models',
    { env: KEY, flags: { fallbackModels: ['a', 'b', 'c', 'd'] } },
    'usage',
    'Give at most three fallback models (--fallback-model or modelFallbacks), not 4.',
  ],
  [
    'a fallback model without its key',
    { env: KEY, flags: { fallbackModels: ['deep'] }, settings: providers },
    'auth',
    'No API key for the model "deep": set DEEP_KEY, which its modelProviders entry names as envKey, or pass --openai-api-key.',
  ],
  [
    'a model that only another provider lists',
    { flags: { model: 'claude' }, env: KEY, settings: { modelProviders: { anthropic: [{ id: 'claude' }] } } },
    'auth',
    'No API key for the model "claude": set ANTHROPIC_API_KEY.',
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
    streamLifetimeMs: 900_000,
    maxRetries: 7,
    contextWindow: 9,
    params: { max_tokens: 32_000, reasoning_effort: 'high', top_p: 0.5, x: 1 },
    headers: { a: 'b' },
    sees: { image: true, audio: false },
    toolResultsAsText: false,
    cacheControl: true,
    openApiSchemas: false,
    extraBody: { x: 1 },
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

const ANTHROPIC = { ANTHROPIC_API_KEY: 'a-key', ANTHROPIC_BASE_URL: 'https://a.test', ANTHROPIC_MODEL: 'claude-x' };
const GEMINI = { GEMINI_API_KEY: 'g-key', GEMINI_MODEL: 'gemini-x' };
const VERTEX = { GOOGLE_API_KEY: 'v-key', GOOGLE_MODEL: 'gemini-v' };
const OPENAI = { OPENAI_API_KEY: 'o-key', OPENAI_BASE_URL: 'https://o.test/v1', OPENAI_MODEL: 'o' };
const claude = { id: 'claude-z', envKey: 'CLAUDE_KEY', baseUrl: 'https://z.test' };

it.each<[what: string, given: Given, expected: Partial<ModelChoice>]>([
  [
    'openai before the others when its variables are all there',
    { env: { ...ANTHROPIC, ...GEMINI, ...VERTEX, ...OPENAI } },
    { protocol: 'openai', name: 'o', baseUrl: 'https://o.test/v1', apiKey: 'o-key' },
  ],
  [
    'gemini before a lone OpenAI key',
    { env: { ...ANTHROPIC, ...GEMINI, ...VERTEX, OPENAI_API_KEY: 'o-key' } },
    { protocol: 'gemini', name: 'gemini-x', baseUrl: 'https://generativelanguage.googleapis.com', apiKey: 'g-key' },
  ],
  [
    'vertex before anthropic',
    { env: { ...ANTHROPIC, ...VERTEX } },
    { protocol: 'vertex-ai', name: 'gemini-v', baseUrl: 'https://aiplatform.googleapis.com', apiKey: 'v-key' },
  ],
  [
    'anthropic by its variables',
    { env: ANTHROPIC },
    { protocol: 'anthropic', name: 'claude-x', baseUrl: 'https://a.test', apiKey: 'a-key' },
  ],
  [
    'anthropic by its key alone',
    { flags: { model: 'claude-y' }, env: { ANTHROPIC_API_KEY: 'a-key' } },
    { protocol: 'anthropic', name: 'claude-y', baseUrl: 'https://api.anthropic.com', apiKey: 'a-key' },
  ],
  [
    'openai by an address, although another key is there',
    { env: { ANTHROPIC_API_KEY: 'a-key', OPENAI_BASE_URL: 'http://localhost:1/v1' } },
    { protocol: 'openai', baseUrl: 'http://localhost:1/v1', apiKey: 'not-needed' },
  ],
  [
    'the type in the settings over the environment',
    { env: { ...ANTHROPIC, ...OPENAI }, settings: { security: { auth: { selectedType: 'anthropic' } } } },
    { protocol: 'anthropic', name: 'claude-x', apiKey: 'a-key' },
  ],
  [
    'the provider that lists the model over the selected one, which does not',
    {
      flags: { model: 'claude-z' },
      env: { ...OPENAI, CLAUDE_KEY: 'z-key' },
      settings: { security: { auth: { selectedType: 'openai' } }, modelProviders: { anthropic: [claude] } },
    },
    { protocol: 'anthropic', name: 'claude-z', baseUrl: 'https://z.test', apiKey: 'z-key' },
  ],
  [
    'a provider of its own name that speaks anthropic',
    {
      flags: { model: 'claude-z' },
      env: { CLAUDE_KEY: 'z-key' },
      settings: { modelProviders: { mine: [claude] }, providerProtocol: { mine: 'anthropic' } },
    },
    { protocol: 'anthropic', name: 'claude-z', baseUrl: 'https://z.test', apiKey: 'z-key' },
  ],
  [
    'vertex with the credentials of the machine',
    {
      flags: { authType: 'vertex-ai', model: 'g' },
      env: { GOOGLE_CLOUD_PROJECT: 'p', GOOGLE_CLOUD_LOCATION: 'europe-west1' },
    },
    { protocol: 'vertex-ai', apiKey: '', cloud: { project: 'p', location: 'europe-west1' } },
  ],
  [
    'a saved key of the selected type',
    { flags: { model: 'g' }, settings: { security: { auth: { selectedType: 'gemini', apiKey: 'saved' } } } },
    { protocol: 'gemini', apiKey: 'saved' },
  ],
  [
    "a service's own key, sent to that service",
    { env: { OPENROUTER_API_KEY: 'r-key' } },
    { protocol: 'openai', baseUrl: 'https://openrouter.ai/api/v1', apiKey: 'r-key' },
  ],
  [
    'the coding plan before plain DashScope',
    { env: { DASHSCOPE_API_KEY: 'd-key', BAILIAN_CODING_PLAN_API_KEY: 'c-key' } },
    { protocol: 'openai', baseUrl: 'https://coding.dashscope.aliyuncs.com/v1', apiKey: 'c-key' },
  ],
  [
    'the key of the service that an address leads to',
    { env: { DASHSCOPE_API_KEY: 'd-key', OPENAI_BASE_URL: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1' } },
    { protocol: 'openai', apiKey: 'd-key' },
  ],
])('chooses %s', (_what, given, expected) => {
  expect(resolve(given)).toMatchObject(expected);
});

it("never sends a service's key to another host", () => {
  const env = { DASHSCOPE_API_KEY: 'd-key', OPENAI_BASE_URL: 'https://dashscope.aliyuncs.com.evil.test/v1' };
  expect(() => resolve({ env })).toThrowError(new QwenError('auth', NO_KEY));
});

it.each<[what: string, given: Given, names: string[]]>([
  ['from the flag', { flags: { fallbackModels: ['b', 'deep'] } }, ['b', 'deep']],
  ['from the settings as a list', { settings: { modelFallbacks: ['b'] } }, ['b']],
  ['from the settings as one text', { settings: { modelFallbacks: 'b, c' } }, ['b', 'c']],
  [
    'from the flag alone when both are there',
    { flags: { fallbackModels: ['b'] }, settings: { modelFallbacks: 'c' } },
    ['b'],
  ],
  ['once each, and never the model itself', { flags: { fallbackModels: ['a', 'b', 'b'] } }, ['b']],
])('takes fallback models %s', (_what, given, names) => {
  const { fallbacks = [] } = resolve({
    flags: { model: 'a', ...given.flags },
    env: { ...KEY, DEEP_KEY: 'deep-key' },
    settings: { ...providers, ...given.settings },
  });
  expect(fallbacks.map(({ name }) => name)).toEqual(names);
  expect(fallbacks.find(({ name }) => name === 'deep')?.apiKey).toBe(names.includes('deep') ? 'deep-key' : undefined);
});

type Params = Record<string, unknown>;
const HIGH = { reasoningEffort: 'high' };

it.each<[protocol: string, model: string, settings: ModelInputs['settings']['model'], expected: Params]>([
  ['openai', 'o', HIGH, { max_tokens: 32_000, reasoning_effort: 'high' }],
  ['openai', 'o', { reasoningEffort: 'none' }, { max_tokens: 32_000 }],
  [
    'openai',
    'o',
    { generationConfig: { reasoning: { effort: 'low' } } },
    { max_tokens: 32_000, reasoning_effort: 'low' },
  ],
  ['anthropic', 'claude-sonnet-4-5', undefined, { max_tokens: 32_000 }],
  [
    'anthropic',
    'claude-sonnet-4-5',
    HIGH,
    { max_tokens: 32_000, thinking: { type: 'enabled', budget_tokens: 20_480 } },
  ],
  [
    'anthropic',
    'claude-opus-4-20250514',
    { ...HIGH, generationConfig: { samplingParams: { max_tokens: 4_000, temperature: 1 } } },
    { max_tokens: 4_000, temperature: 1, thinking: { type: 'enabled', budget_tokens: 2_976 } },
  ],
  [
    'anthropic',
    'claude-opus-4-6',
    HIGH,
    { max_tokens: 32_000, thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
  ],
  [
    'anthropic',
    'claude-opus-4-6',
    { generationConfig: { reasoning: { budget_tokens: 2_000 } } },
    { max_tokens: 32_000 },
  ],
  [
    'anthropic',
    'claude-sonnet-4-5',
    { generationConfig: { reasoning: { budget_tokens: 2_000 } } },
    { max_tokens: 32_000, thinking: { type: 'enabled', budget_tokens: 2_000 } },
  ],
  ['anthropic', 'claude-3-5-haiku-latest', undefined, { max_tokens: 8_192 }],
  ['gemini', 'gemini-2.0-flash', HIGH, { maxOutputTokens: 8_192 }],
  ['gemini', 'gemini-2.5-pro', undefined, { maxOutputTokens: 32_000, thinkingConfig: { includeThoughts: true } }],
  [
    'gemini',
    'gemini-2.5-pro',
    HIGH,
    { maxOutputTokens: 32_000, thinkingConfig: { includeThoughts: true, thinkingBudget: 20_480 } },
  ],
  [
    'gemini',
    'gemini-2.5-flash',
    { generationConfig: { reasoning: false } },
    { maxOutputTokens: 32_000, thinkingConfig: { thinkingBudget: 0 } },
  ],
  [
    'vertex-ai',
    'gemini-3-pro-preview',
    { ...HIGH, generationConfig: { samplingParams: { max_tokens: 5, top_p: 0.5, temperature: 0 } } },
    {
      maxOutputTokens: 5,
      topP: 0.5,
      temperature: 0,
      thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' },
    },
  ],
])('asks %s %s with %j', (authType, model, settings, expected) => {
  const env = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k', GOOGLE_API_KEY: 'k' };
  const { options } = resolve({ flags: { authType, model }, env, settings: { model: settings } });
  expect(options.params).toEqual(expected);
});
