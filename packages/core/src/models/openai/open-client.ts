/**
 * Loads the `openai` package and opens its client: over Node's HTTP client, its own retries off, its own log off (it would write to the terminal), no
 * admin key taken from the environment.
 */
import type OpenAI from 'openai';
import type { ModelChoice } from '../registry.js';
import { createHttpFetch } from './http-fetch.js';
import type { ErrorClasses } from './to-failure.js';

export interface OpenAiClient {
  readonly classes: ErrorClasses;
  post: OpenAI['post'];
}

export async function openClient(
  { apiKey, baseUrl, options }: ModelChoice,
  userAgent: string | undefined,
): Promise<OpenAiClient> {
  const { OpenAI, APIError, APIConnectionError, APIConnectionTimeoutError } = await import('openai');
  const client = new OpenAI({
    apiKey,
    adminAPIKey: null,
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: Math.ceil(options.timeoutMs),
    logLevel: 'off',
    fetch: createHttpFetch(),
    defaultHeaders: { ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }), ...options.headers },
  });
  return {
    classes: { APIError, APIConnectionError, APIConnectionTimeoutError },
    post: client.post.bind(client),
  };
}
