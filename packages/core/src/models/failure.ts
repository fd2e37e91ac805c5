/**
 * Why a request to a model brought no answer, and the one text that is shown for it.
 * Pure. The API's own words are cut to a line and hold no key.
 */
import type { Protocol } from './protocols.js';

export type ModelFailure =
  /** The API said no: `status` when it was an HTTP status or a number in the stream, `type` as the API named it. */
  | {
      readonly kind: 'api';
      readonly status: number | undefined;
      readonly type: string | undefined;
      readonly message: string;
      readonly retryAfterMs: number | undefined;
    }
  /** No connection, or it broke before the answer began. `code` is Node's. */
  | { readonly kind: 'connection'; readonly code: string | undefined }
  | { readonly kind: 'timeout'; readonly ms: number }
  /** The stream stood still. */
  | { readonly kind: 'idle'; readonly ms: number }
  /** The answer was not over in time. */
  | { readonly kind: 'overdue'; readonly ms: number }
  /** A stream that held nothing at all. */
  | { readonly kind: 'empty' }
  /** The stream held something that is no JSON. */
  | { readonly kind: 'garbled' }
  /** The answer began and did not reach its end. */
  | { readonly kind: 'broken' }
  /** The provider's filter left nothing of the answer. */
  | { readonly kind: 'withheld' };

/** Where a request went and what must not be shown of it. */
export interface Destination {
  readonly protocol: Protocol;
  /** User name, password and query are not shown. */
  readonly baseUrl: string;
  /** Never shown, nor are the headers' values, wherever the API repeats them. */
  readonly apiKey: string;
  readonly options: { readonly headers: Readonly<Record<string, string>> };
}

export function failureText(failure: ModelFailure, to: Destination): string {
  return `[API Error: ${describe(failure, to)}]`;
}

/** What the base URL has to lead to, and what an answer of it is called. */
const APIS: Readonly<Record<Protocol, { readonly api: string; readonly stream: string }>> = {
  openai: { api: 'an OpenAI-compatible API (it often ends in /v1)', stream: 'chat completions' },
  anthropic: { api: 'an Anthropic-compatible API (without its /v1)', stream: 'messages' },
  gemini: { api: 'the Gemini API (without its version)', stream: 'generateContent' },
  'vertex-ai': { api: 'the Vertex AI API (without its version)', stream: 'generateContent' },
};

function describe(failure: ModelFailure, { protocol, baseUrl, apiKey, options }: Destination): string {
  const secrets = [apiKey, ...Object.values(options.headers)];
  const address = addressOf(baseUrl);
  switch (failure.kind) {
    case 'api':
      return oneLine(
        [failure.status, apiWords(failure.message, secrets)].filter((part) => part !== undefined).join(' '),
      );
    case 'connection':
      return `the connection to ${address} failed${failure.code === undefined ? '' : ` (${failure.code})`}; check the base URL and that the server is running`;
    case 'timeout':
      return `no answer from ${address} within ${failure.ms / 1000} s; model.generationConfig.timeout sets this limit`;
    case 'idle':
      return `the answer stood still for ${failure.ms / 1000} s; QWEN_STREAM_IDLE_TIMEOUT_MS sets this limit`;
    case 'overdue':
      return `the answer took longer than ${failure.ms / 1000} s; QWEN_STREAM_MAX_LIFETIME_MS sets this limit`;
    case 'empty':
      return `${address} answered with an empty stream; check that this is the base URL of ${APIS[protocol].api}`;
    case 'garbled':
      return `${address} sent something that is no ${APIS[protocol].stream} stream`;
    case 'broken':
      return 'the connection ended in the middle of the answer';
    case 'withheld':
      return "the provider's content filter withheld the answer";
  }
}

const MAX_CHARS = 400;
const SHORTEST_SECRET = 6;

function apiWords(message: string, secrets: readonly string[]): string {
  const text = /<html|<!doctype/i.test(message) ? pageTitle(message) : message;
  return secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .reduce((words, secret) => words.replaceAll(secret, '[redacted]'), text);
}

const pageTitle = (html: string): string => /<title[^>]*>([^<]+)/i.exec(html)?.[1] ?? '(an HTML page)';

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS)}…`;
}

function addressOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/$/, '');
}
