/**
 * The settings of one model as the requests need them: limits in ms, what it can see, what is added to a request.
 * Pure. A provider entry beats `model.generationConfig`, key by key.
 */
import { anthropicParams } from './anthropic/params.js';
import { knownWindow } from './context-window.js';
import { reasoningOf, type Reasoning, type ReasoningSetting } from './effort.js';
import { geminiParams } from './gemini/params.js';
import { modalitiesOf, type Modalities } from './modalities.js';
import { openAiParams } from './openai/params.js';
import type { Protocol } from './protocols.js';
import { DEFAULT_MAX_RETRIES } from './retry.js';

/** `model.generationConfig` of the settings, as users spell it. */
export interface GenerationConfig {
  /** Limit until the answer begins, in ms. */
  readonly timeout?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Sent as they are, beside the messages: temperature, top_p, max_tokens. */
  readonly samplingParams?: Readonly<Record<string, unknown>> | undefined;
  readonly extra_body?: Readonly<Record<string, unknown>> | undefined;
  readonly customHeaders?: Readonly<Record<string, string>> | undefined;
  readonly reasoning?: ReasoningSetting;
  /** What the model can be shown; beats what is known of its name. */
  readonly modalities?: { readonly image?: boolean | undefined; readonly audio?: boolean | undefined } | undefined;
  /** Marks what is worth keeping for the next request, where the API wants it marked; default true. */
  readonly enableCacheControl?: boolean | undefined;
  /** `openapi_30`: tool schemas as OpenAPI 3.0 knows them, for servers that take no newer ones. */
  readonly schemaCompliance?: string | undefined;
  readonly contextWindowSize?: number | undefined;
  /** `string` for servers that take no content parts in tool results. */
  readonly toolResultContentFormat?: string | undefined;
}

export interface ModelOptions {
  readonly timeoutMs: number;
  readonly streamIdleMs: number;
  readonly streamLifetimeMs: number;
  readonly maxRetries: number;
  /** In tokens. */
  readonly contextWindow: number;
  /** Added to every request; never the messages, the tools or the model. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly sees: Modalities;
  readonly toolResultsAsText: boolean;
  readonly cacheControl: boolean;
  readonly openApiSchemas: boolean;
  /** Added to the body of a Gemini request, whose `params` are its config; the other protocols have it in `params`. */
  readonly extraBody: Readonly<Record<string, unknown>>;
}

/** What a protocol's own parameters are made of. */
export interface ParamsInput {
  readonly name: string;
  readonly config: GenerationConfig;
  readonly reasoning: Reasoning;
  /** Limit of an answer, from the environment. */
  readonly maxTokens: number | undefined;
}

export interface ModelOptionsInput {
  readonly name: string;
  readonly protocol: Protocol;
  readonly settings:
    | { readonly reasoningEffort?: string | undefined; readonly generationConfig?: GenerationConfig | undefined }
    | undefined;
  readonly entry: GenerationConfig | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_STREAM_IDLE_MS = 240_000;
const DEFAULT_STREAM_LIFETIME_MS = 900_000;

const PARAMS: Readonly<Record<Protocol, (input: ParamsInput) => Record<string, unknown>>> = {
  openai: openAiParams,
  anthropic: anthropicParams,
  gemini: geminiParams,
  'vertex-ai': geminiParams,
};

export function modelOptions({ name, protocol, settings, entry, env }: ModelOptionsInput): ModelOptions {
  const config: GenerationConfig = { ...settings?.generationConfig, ...entry };
  const reasoning = reasoningOf(settings?.reasoningEffort, config.reasoning);
  const maxTokens = positive(env['QWEN_CODE_MAX_OUTPUT_TOKENS']);
  const known = modalitiesOf(name);
  return {
    timeoutMs: positive(env['QWEN_CODE_API_TIMEOUT_MS']) ?? config.timeout ?? DEFAULT_TIMEOUT_MS,
    streamIdleMs: positive(env['QWEN_STREAM_IDLE_TIMEOUT_MS']) ?? DEFAULT_STREAM_IDLE_MS,
    streamLifetimeMs: positive(env['QWEN_STREAM_MAX_LIFETIME_MS']) ?? DEFAULT_STREAM_LIFETIME_MS,
    maxRetries: config.maxRetries ?? DEFAULT_MAX_RETRIES,
    contextWindow: config.contextWindowSize ?? knownWindow(name),
    params: PARAMS[protocol]({ name, config, reasoning, maxTokens }),
    headers: config.customHeaders ?? {},
    sees: {
      image: config.modalities?.image ?? known.image,
      audio: config.modalities?.audio ?? known.audio,
    },
    toolResultsAsText: config.toolResultContentFormat === 'string',
    cacheControl: config.enableCacheControl !== false,
    openApiSchemas: config.schemaCompliance === 'openapi_30',
    extraBody: config.extra_body ?? {},
  };
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text?.trim() || Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
