/**
 * Which model, where, with which key: flags beat the settings' model, which beats the environment, which beats the default.
 * Pure. Never reads a file or the process environment, and never sends a key anywhere.
 */
import { QwenError } from '../shared/qwen-error.js';
import { chooseProvider } from './choose-provider.js';
import { baseUrlOf, checkedKey, cloudOf, keyOf, type Placed } from './credentials.js';
import { firstGiven, given } from './given.js';
import { modelOptions, type GenerationConfig, type ModelOptions } from './model-options.js';
import { PROTOCOLS, type Protocol } from './protocols.js';

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
  const place: Placed = { ...inputs, provider, entry };
  const baseUrl = baseUrlOf(place);
  const { protocol } = provider;
  const key = keyOf(place, baseUrl);
  const cloud = protocol === 'vertex-ai' && key === undefined ? cloudOf(env) : undefined;
  return {
    name,
    protocol,
    baseUrl: baseUrl.href.replace(/\/$/, ''),
    apiKey: cloud === undefined ? checkedKey(key, baseUrl, { name, place }) : '',
    options: modelOptions({ name, protocol, settings: settings.model, entry: entry?.generationConfig, env }),
    ...(cloud !== undefined && { cloud }),
  };
}

const noModel = (protocol: Protocol): string =>
  `No model for the provider type "${protocol}": pass -m, or set ${PROTOCOLS[protocol].modelNames[0]} or model.name in settings.json.`;
