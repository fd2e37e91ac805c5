/**
 * The OpenAI-compatible chat completions API through the `openai` package: over Node's HTTP client, its own retries off, its
 * own log off (it would write to the terminal), no admin key taken from the environment.
 */
import { systemClock } from '../../shared/clock.js';
import type { Dialect } from '../dialect.js';
import { createHttpFetch } from '../http/http-fetch.js';
import type { ModelChoice } from '../registry.js';
import { sdkFailure } from '../sdk-failure.js';
import { madeUpId, type ModelPorts } from '../streaming-model.js';
import { createAnswerReader, type WireChunk } from './read-answer.js';
import { requestBody } from './request-body.js';

export async function openAiDialect(choice: ModelChoice, ports: ModelPorts): Promise<Dialect<WireChunk>> {
  const { OpenAI, APIError, APIConnectionError, APIConnectionTimeoutError } = await import('openai');
  const { apiKey, baseUrl, options } = choice;
  const { userAgent, newId = madeUpId, clock = systemClock } = ports;
  const classes = { APIError, APIConnectionError, APIConnectionTimeoutError };
  const client = new OpenAI({
    apiKey,
    adminAPIKey: null,
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: Math.ceil(options.timeoutMs),
    logLevel: 'off',
    fetch: ports.fetch ?? createHttpFetch(),
    defaultHeaders: { ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }), ...options.headers },
  });
  return {
    body: ({ messages, tools }) => requestBody(choice, messages, tools),
    open: (body, signal) => client.post<AsyncIterable<WireChunk>>('/chat/completions', { body, stream: true, signal }),
    reader: () => createAnswerReader(newId),
    failure: (error, begun) => sdkFailure(error, { classes, timeoutMs: options.timeoutMs, nowMs: clock.now(), begun }),
  };
}
