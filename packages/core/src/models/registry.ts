/**
 * Which model, where, with which key: flags beat the settings' model, which beats the environment, which beats the default.
 * Pure. Never reads a file or the process environment, and never sends a key anywhere.
 */
import { QwenError } from '../shared/qwen-error.js';
import { chooseProvider, type ProviderChoice } from './choose-provider.js';
import { firstGiven, given } from './given.js';
import { isLoopback } from './http/loopback.js';
import { modelOptions, type GenerationConfig, type ModelOptions } from './model-options.js';
import { PROTOCOLS, SERVICES, type Protocol } from './protocols.js';

/** The flags that matter here. An empty string counts as not given, everywhere. */
export interface ModelFlags {
  readonly model?: string | undefined;
  readonly openaiApiKey?: string | undefined;
  readonly openaiBaseUrl?: string | undefined;
  readonly authType?: string | undefined;
  readonly fallbackModels?: readonly string[] | undefined;
}

export interface ProviderEntry {
  readonly id: string;
  /** For people. */
  readonly name?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Name of the environment variable that holds the key. */
  readonly envKey?: string | undefined;
  readonly generationConfig?: GenerationConfig | undefined;
}

/** The part of the merged settings that is read. */
export interface ModelSettings {
  readonly model?:
    | {
        readonly name?: string | undefined;
        readonly reasoningEffort?: string | undefined;
        readonly generationConfig?: GenerationConfig | undefined;
      }
    | undefined;
  readonly modelProviders?: Readonly<Record<string, readonly ProviderEntry[] | undefined>> | undefined;
  /** Names, or one string of them with commas between. */
  readonly modelFallbacks?: string | readonly string[] | undefined;
  /** Custom names in `modelProviders` and the protocol each one speaks. */
  readonly providerProtocol?: Readonly<Record<string, string>> | undefined;
  readonly security?:
    | {
        readonly auth?:
          | {
              readonly selectedType?: string | undefined;
              /** No other type may be used. */
              readonly enforcedType?: string | undefined;
              readonly apiKey?: string | undefined;
              readonly baseUrl?: string | undefined;
            }
          | undefined;
      }
    | undefined;
}

export interface ModelInputs {
  readonly flags: ModelFlags;
  readonly settings: ModelSettings;
  /** Process environment with the `.env` files and `settings.env` already merged in. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ModelChoice {
  readonly name: string;
  readonly protocol: Protocol;
  readonly baseUrl: string;
  /** Empty where `cloud` stands in for it. */
  readonly apiKey: string;
  readonly options: ModelOptions;
  /** Vertex AI with the credentials of the machine instead of a key. */
  readonly cloud?: { readonly project: string; readonly location: string };
  /** Asked in this order when this model is overloaded. */
  readonly fallbacks?: readonly ModelChoice[];
}

const MOST_FALLBACKS = 3;
/** What a local server gets where the API demands some key. */
const NO_KEY = 'not-needed';

/** Throws QwenError `auth` (no key, or a type that is not known), `config` (a base URL that is none) or `usage`. */
export function resolveModel(inputs: ModelInputs): ModelChoice {
  const { flags, settings } = inputs;
  const names = flags.fallbackModels ?? namesIn(settings.modelFallbacks);
  if (names.length > MOST_FALLBACKS) {
    throw new QwenError(
      'usage',
      `Give at most three fallback models (--fallback-model or modelFallbacks), not ${names.length}.`,
    );
  }
  const choice = resolveOne(inputs);
  const others = [...new Set(names)].filter((name) => name !== choice.name);
  if (others.length === 0) return choice;
  return { ...choice, fallbacks: others.map((model) => resolveOne({ ...inputs, flags: { ...flags, model } })) };
}

const namesIn = (names: string | readonly string[] = []): readonly string[] =>
  (typeof names === 'string' ? names.split(',') : names).map((name) => name.trim()).filter(given);

function resolveOne(inputs: ModelInputs): ModelChoice {
  const { flags, settings, env } = inputs;
  const asked = firstGiven(flags.model, settings.model?.name);
  const provider = chooseProvider(inputs, asked ?? firstGiven(env['OPENAI_MODEL'], env['QWEN_MODEL']));
  const facts = PROTOCOLS[provider.protocol];
  const name = asked ?? firstGiven(...facts.modelNames.map((variable) => env[variable])) ?? facts.model;
  if (name === undefined) throw new QwenError('auth', noModel(provider.protocol));
  const entry = settings.modelProviders?.[provider.type]?.find(({ id }) => id === name);
  const place = { ...inputs, provider, entry };
  const baseUrl = baseUrlOf(place);
  const { protocol } = provider;
  const key = keyOf(place, baseUrl);
  const cloud = protocol === 'vertex-ai' && key === undefined ? cloudOf(env) : undefined;
  return {
    name,
    protocol,
    baseUrl: baseUrl.href.replace(/\/$/, ''),
    apiKey: cloud === undefined ? checkedKey(key, baseUrl, missingKey(name, place)) : '',
    options: modelOptions({ name, protocol, settings: settings.model, entry: entry?.generationConfig, env }),
    ...(cloud !== undefined && { cloud }),
  };
}

interface Placed extends ModelInputs {
  readonly provider: ProviderChoice;
  readonly entry: ProviderEntry | undefined;
}

function baseUrlOf({ flags, settings, env, provider: { protocol }, entry }: Placed): URL {
  const { baseUrlName, baseUrl, keyName } = PROTOCOLS[protocol];
  const ownService = (): string | undefined =>
    protocol === 'openai' && !given(flags.openaiApiKey) && !given(env[keyName]) && !given(entry?.envKey)
      ? SERVICES.find((service) => given(env[service.keyName]))?.baseUrl
      : undefined;
  return checkedUrl(
    firstGiven(
      protocol === 'openai' ? flags.openaiBaseUrl : undefined,
      entry?.baseUrl,
      env[baseUrlName],
      saved(settings, protocol)?.baseUrl,
    ) ??
      ownService() ??
      baseUrl,
    baseUrlName,
  );
}

/** A key goes nowhere but to the provider it is for. */
function keyOf({ flags, settings, env, provider: { protocol }, entry }: Placed, { hostname }: URL): string | undefined {
  const flag = protocol === 'openai' ? flags.openaiApiKey : undefined;
  if (given(entry?.envKey)) return firstGiven(flag, env[entry.envKey]);
  const service = protocol === 'openai' ? SERVICES.find(({ host }) => host.test(hostname)) : undefined;
  return firstGiven(
    flag,
    env[PROTOCOLS[protocol].keyName],
    service && env[service.keyName],
    saved(settings, protocol)?.apiKey,
  );
}

/** The saved key and address belong to the selected type, and to openai when none is selected. */
function saved(
  { security }: ModelSettings,
  protocol: Protocol,
): { apiKey?: string | undefined; baseUrl?: string | undefined } | undefined {
  return (firstGiven(security?.auth?.selectedType) ?? 'openai') === protocol ? security?.auth : undefined;
}

function cloudOf(env: ModelInputs['env']): ModelChoice['cloud'] {
  const project = firstGiven(env['GOOGLE_CLOUD_PROJECT']);
  if (project === undefined) return undefined;
  return { project, location: firstGiven(env['GOOGLE_CLOUD_LOCATION']) ?? 'global' };
}

function checkedUrl(address: string, variable: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new QwenError(
      'config',
      `The base URL of the model is not a valid http(s) URL: correct ${variable === 'OPENAI_BASE_URL' ? '--openai-base-url, ' : ''}${variable}, ` +
        'security.auth.baseUrl or the modelProviders entry; it looks like https://host/v1.',
    );
  }
  return url;
}

function checkedKey(key: string | undefined, { hostname }: URL, missing: string): string {
  if (key === undefined) {
    if (isLoopback(hostname)) return NO_KEY;
    throw new QwenError('auth', missing);
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new QwenError(
      'auth',
      'The API key holds spaces or characters that no key has: copy it again, without quotes or line breaks.',
    );
  }
  return key;
}

function missingKey(name: string, { provider: { protocol }, entry }: Placed): string {
  const flag = protocol === 'openai' ? ', or pass --openai-api-key' : '';
  if (given(entry?.envKey)) {
    return `No API key for the model "${name}": set ${entry.envKey}, which its modelProviders entry names as envKey${flag}.`;
  }
  return protocol === 'openai'
    ? 'No API key: set OPENAI_API_KEY, pass --openai-api-key, or put security.auth.apiKey into settings.json; ' +
        'for a local server that needs no key, such as Ollama, set OPENAI_BASE_URL=http://localhost:11434/v1.'
    : `No API key for the model "${name}": set ${PROTOCOLS[protocol].keyName}${CLOUD_HINT[protocol] ?? ''}.`;
}

const noModel = (protocol: Protocol): string =>
  `No model for the provider type "${protocol}": pass -m, or set ${PROTOCOLS[protocol].modelNames[0]} or model.name in settings.json.`;

const CLOUD_HINT: Partial<Record<Protocol, string>> = {
  'vertex-ai': ', or GOOGLE_CLOUD_PROJECT (and GOOGLE_CLOUD_LOCATION) to use the Google credentials of this machine',
};
