/**
 * The settings of one model as the requests need them: limits in ms, what it can see, what is added to a request.
 * Pure. A provider entry beats `model.generationConfig`, key by key.
 */
import { outputLimit } from './output-limit.js';
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
  readonly modalities?: { readonly image?: boolean | undefined; readonly audio?: boolean | undefined } | undefined;
  readonly contextWindowSize?: number | undefined;
  /** `string` for servers that take no content parts in tool results. */
  readonly toolResultContentFormat?: string | undefined;
}

export interface ModelOptions {
  readonly timeoutMs: number;
  readonly streamIdleMs: number;
  readonly maxRetries: number;
  /** In tokens. */
  readonly contextWindow: number;
  /** Added to every request; never the messages, the tools or the model. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly sees: { readonly image: boolean; readonly audio: boolean };
  readonly toolResultsAsText: boolean;
}

export interface ModelOptionsInput {
  readonly name: string;
  readonly settings:
    | { readonly reasoningEffort?: string | undefined; readonly generationConfig?: GenerationConfig | undefined }
    | undefined;
  readonly entry: GenerationConfig | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_STREAM_IDLE_MS = 240_000;
const DEFAULT_CONTEXT_WINDOW = 200_000;

export function modelOptions({ name, settings, entry, env }: ModelOptionsInput): ModelOptions {
  const config: GenerationConfig = { ...settings?.generationConfig, ...entry };
  const effort = settings?.reasoningEffort;
  return {
    timeoutMs: positive(env['QWEN_CODE_API_TIMEOUT_MS']) ?? config.timeout ?? DEFAULT_TIMEOUT_MS,
    streamIdleMs: positive(env['QWEN_STREAM_IDLE_TIMEOUT_MS']) ?? DEFAULT_STREAM_IDLE_MS,
    maxRetries: config.maxRetries ?? DEFAULT_MAX_RETRIES,
    contextWindow: config.contextWindowSize ?? DEFAULT_CONTEXT_WINDOW,
    params: {
      ...lengthLimit(name, config, positive(env['QWEN_CODE_MAX_OUTPUT_TOKENS'])),
      ...(effort === undefined || effort === '' ? {} : { reasoning_effort: effort }),
      ...config.samplingParams,
      ...config.extra_body,
    },
    headers: config.customHeaders ?? {},
    sees: { image: config.modalities?.image === true, audio: config.modalities?.audio === true },
    toolResultsAsText: config.toolResultContentFormat === 'string',
  };
}

function lengthLimit(name: string, config: GenerationConfig, fromEnv: number | undefined): Record<string, number> {
  const own = { ...config.samplingParams, ...config.extra_body };
  if ('max_tokens' in own || 'max_completion_tokens' in own) return {};
  const { key, tokens } = outputLimit(name);
  return { [key]: fromEnv ?? tokens };
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text?.trim() || Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
