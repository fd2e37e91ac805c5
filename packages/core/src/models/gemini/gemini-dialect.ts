/**
 * The Gemini API and Vertex AI through `@google/genai`, over Node's HTTP client. What the package would do by itself is off:
 * it neither calls tools, nor continues an answer with a request of its own, nor tries again. Imported when it is chosen, the
 * package with it.
 */
import { Readable } from 'node:stream';
import { ApiError, GoogleGenAI } from '@google/genai';
import type { Dialect } from '../dialect.js';
import { createHttpFetch } from '../http/http-fetch.js';
import { PROTOCOLS } from '../protocols.js';
import type { ModelChoice } from '../registry.js';
import { madeUpId, type ModelPorts } from '../streaming-model.js';
import { createAnswerReader, type WireChunk } from './read-answer.js';
import { requestBody } from './request-body.js';
import { toFailure } from './to-failure.js';

export function geminiDialect(choice: ModelChoice, ports: ModelPorts): Dialect<WireChunk> {
  const { apiKey, baseUrl, options, cloud } = choice;
  const { userAgent, newId = madeUpId } = ports;
  const { models } = quietly(
    () =>
      new GoogleGenAI({
        vertexai: choice.protocol === 'vertex-ai',
        ...(cloud ?? { apiKey }),
        httpOptions: {
          // Where the place of a project decides on the host, the package knows which.
          ...(cloud !== undefined && baseUrl === PROTOCOLS['vertex-ai'].baseUrl
            ? {}
            : { baseUrl: baseUrl.replace(/\/v1(?:beta\d*)?$/, '') }),
          headers: { ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }), ...options.headers },
          fetch: overStreams(ports.fetch ?? createHttpFetch()),
        },
      }),
  );
  return {
    body: ({ messages, tools }) => requestBody(choice, messages, tools),
    open: (body, signal) => {
      const { config, ...rest } = body as unknown as Parameters<typeof models.generateContentStream>[0];
      const control = {
        abortSignal: signal,
        automaticFunctionCalling: { disable: true },
        automaticContinuation: false,
      };
      const { extraBody } = options;
      return models.generateContentStream({
        ...rest,
        config: { ...config, ...control, ...(Object.keys(extraBody).length > 0 && { httpOptions: { extraBody } }) },
      }) as Promise<AsyncIterable<WireChunk>>;
    },
    reader: () => createAnswerReader(choice, newId),
    failure: (error, begun) => toFailure(error, ApiError, begun),
  };
}

/** The package reads a body as a web stream. */
function overStreams(httpFetch: typeof fetch): typeof fetch {
  return async (address, init) => {
    const response = await httpFetch(address as string | URL, init);
    const body = Readable.toWeb(response.body as unknown as Readable);
    const { ok, status, url, headers } = response;
    return {
      ok,
      status,
      url,
      headers,
      body,
      text: () => response.text(),
      json: () => response.json(),
    } as unknown as Response;
  };
}

/** The package remarks on variables that it finds in the environment; stdout may be carrying records. */
function quietly<Made>(make: () => Made): Made {
  const { warn, debug } = console;
  Object.assign(console, { warn: () => {}, debug: () => {} });
  try {
    return make();
  } finally {
    Object.assign(console, { warn, debug });
  }
}
