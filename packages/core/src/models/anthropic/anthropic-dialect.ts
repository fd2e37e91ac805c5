/**
 * The Anthropic messages API through `@anthropic-ai/sdk`: its client without the resources (a quarter of the size), over
 * Node's HTTP client, its own retries and its own log off. Imported when it is chosen, the package with it.
 *
 * The key goes in `X-Api-Key`, and the version of the API is the one that every service of this kind speaks and that takes
 * sampling parameters; the package's own are newer. `customHeaders` beat both.
 */
import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk/core/error';
import { systemClock } from '../../shared/clock.js';
import type { Dialect } from '../dialect.js';
import { createHttpFetch } from '../http/http-fetch.js';
import type { ModelChoice } from '../registry.js';
import { sdkFailure } from '../sdk-failure.js';
import type { ModelPorts } from '../streaming-model.js';
import { createAnswerReader, type WireEvent } from './read-answer.js';
import { requestBody } from './request-body.js';

const API_VERSION = '2023-06-01';
const classes = { APIError, APIConnectionError, APIConnectionTimeoutError };

export function anthropicDialect(choice: ModelChoice, ports: ModelPorts): Dialect<WireEvent> {
  const { apiKey, baseUrl, options } = choice;
  const { userAgent, clock = systemClock } = ports;
  const client = new BaseAnthropic({
    apiKey,
    baseURL: baseUrl.replace(/\/v1$/, ''),
    maxRetries: 0,
    timeout: Math.ceil(options.timeoutMs),
    logLevel: 'off',
    fetch: ports.fetch ?? createHttpFetch(),
    defaultHeaders: {
      Authorization: null,
      'X-Api-Key': apiKey,
      'anthropic-version': API_VERSION,
      ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }),
      ...options.headers,
    },
  });
  return {
    body: ({ messages, tools }) => requestBody(choice, messages, tools),
    open: (body, signal) => client.post<AsyncIterable<WireEvent>>('/v1/messages', { body, stream: true, signal }),
    reader: () => createAnswerReader(choice.name),
    failure: (error, begun) => sdkFailure(error, { classes, timeoutMs: options.timeoutMs, nowMs: clock.now(), begun }),
  };
}
