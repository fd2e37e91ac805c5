/**
 * Which model, where, with which key: flags beat the settings' model, which beats the environment, which beats the default.
 * Pure. Never reads a file or the process environment, and never sends a key anywhere.
 */
import { QwenError } from '../shared/qwen-error.js';
import { modelOptions, type GenerationConfig, type ModelOptions } from './model-options.js';

/** The flags that matter here. An empty string counts as not given, everywhere. */
export interface ModelFlags {
  readonly model?: string | undefined;
  readonly openaiApiKey?: string | undefined;
  readonly openaiBaseUrl?: string | undefined;
  readonly authType?: string | undefined;
}

export interface ProviderEntry {
  readonly id: string;
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
  /** Custom names in `modelProviders` and the protocol each one speaks. */
  readonly providerProtocol?: Readonly<Record<string, string>> | undefined;
  readonly security?:
    | {
        readonly auth?:
          | {
              readonly selectedType?: string | undefined;
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
  readonly protocol: 'openai';
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly options: ModelOptions;
}

const DEFAULT_MODEL = 'qwen3.7-max';
const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
/** What a local server gets where the API demands some key. */
const NO_KEY = 'not-needed';

/** Throws QwenError `auth` (no key, or a protocol that is not spoken) or `config` (a base URL that is none). */
export function resolveModel({ flags, settings, env }: ModelInputs): ModelChoice {
  const name = first(flags.model, settings.model?.name, env['OPENAI_MODEL'], env['QWEN_MODEL'], DEFAULT_MODEL);
  const type = first(flags.authType, settings.security?.auth?.selectedType, listedUnder(name, settings), 'openai');
  const protocol = settings.providerProtocol?.[type] ?? type;
  if (protocol !== 'openai') throw new QwenError('auth', notSpoken(type));

  const entry = settings.modelProviders?.[type]?.find(({ id }) => id === name);
  const auth = settings.security?.auth;
  const baseUrl = checkedUrl(
    first(flags.openaiBaseUrl, entry?.baseUrl, env['OPENAI_BASE_URL'], auth?.baseUrl, DEFAULT_BASE_URL),
  );
  const keyNames = given(entry?.envKey) ? [entry.envKey] : ['OPENAI_API_KEY'];
  const saved = given(entry?.envKey) ? undefined : auth?.apiKey;
  const key = [flags.openaiApiKey, ...keyNames.map((variable) => env[variable]), saved].find(given);
  return {
    name,
    protocol,
    baseUrl: baseUrl.href.replace(/\/$/, ''),
    apiKey: checkedKey(key, baseUrl, missingKey(name, entry?.envKey)),
    options: modelOptions({ name, settings: settings.model, entry: entry?.generationConfig, env }),
  };
}

const given = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

/** The first value that is given; the last one must be. */
function first(...values: readonly [...(string | undefined)[], string]): string {
  return (values.find(given) ?? '').trim();
}

/** The provider that lists this model, when exactly its name says so. */
function listedUnder(name: string, { modelProviders = {} }: ModelSettings): string | undefined {
  const holds = (type: string): boolean => modelProviders[type]?.some(({ id }) => id === name) ?? false;
  return holds('openai') ? 'openai' : Object.keys(modelProviders).find(holds);
}

function checkedUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new QwenError(
      'config',
      'The base URL of the model is not a valid http(s) URL: correct --openai-base-url, OPENAI_BASE_URL, ' +
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
  const trimmed = key.trim();
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new QwenError(
      'auth',
      'The API key holds spaces or characters that no key has: copy it again, without quotes or line breaks.',
    );
  }
  return trimmed;
}

const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname);

const missingKey = (name: string, envKey: string | undefined): string =>
  given(envKey)
    ? `No API key for the model "${name}": set ${envKey}, which its modelProviders entry names as envKey, or pass --openai-api-key.`
    : 'No API key: set OPENAI_API_KEY, pass --openai-api-key, or put security.auth.apiKey into settings.json; ' +
      'for a local server that needs no key, such as Ollama, set OPENAI_BASE_URL=http://localhost:11434/v1.';

const notSpoken = (type: string): string =>
  `The provider type "${type}" is not supported: this release speaks the OpenAI-compatible protocol only; ` +
  'set security.auth.selectedType to "openai" and give OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL of such an endpoint.';
