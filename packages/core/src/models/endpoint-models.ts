/**
 * Which models an endpoint says it has. One GET, which needs no model; also the cheapest way to learn that an address or a key
 * is wrong. Never throws but for a cancel, and shows nothing.
 */
import type { Clock } from '../shared/clock.js';
import { isJsonObject } from '../settings/read-json.js';
import type { ModelFailure } from './failure.js';
import type { ModelChoice } from './registry.js';
import { nodeCode } from './sdk-failure.js';
import type { Protocol } from './protocols.js';

export type EndpointModels =
  | { readonly kind: 'listed'; readonly ids: readonly string[] }
  /** It answers and has no such list. */
  | { readonly kind: 'unlisted' }
  | { readonly kind: 'failed'; readonly failure: ModelFailure };

export type Endpoint = Pick<ModelChoice, 'protocol' | 'baseUrl' | 'apiKey'>;

export interface EndpointPorts {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export async function endpointModels(endpoint: Endpoint, ports: EndpointPorts): Promise<EndpointModels> {
  const { clock, signal, timeoutMs } = ports;
  const late = new AbortController();
  const cancel = clock.after(timeoutMs, () => late.abort());
  try {
    return await ask(endpoint, ports.fetch, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    signal.throwIfAborted();
    const failure: ModelFailure = late.signal.aborted
      ? { kind: 'timeout', ms: timeoutMs }
      : { kind: 'connection', code: nodeCode(error) };
    return { kind: 'failed', failure };
  } finally {
    cancel();
  }
}

async function ask(
  { protocol, baseUrl, apiKey }: Endpoint,
  httpFetch: typeof fetch,
  signal: AbortSignal,
): Promise<EndpointModels> {
  const { path, headers } = LISTS[protocol];
  // The dialects take the version off as well.
  const base = protocol === 'openai' ? baseUrl : baseUrl.replace(/\/v1(?:beta\d*)?$/, '');
  const response = await httpFetch(`${base}${path}`, { headers: Object.entries(headers(apiKey)), signal });
  const text = await response.text();
  const { status } = response;
  if (isRefusal(status, protocol)) {
    return { kind: 'failed', failure: { kind: 'api', status, type: undefined, message: '', retryAfterMs: undefined } };
  }
  const ids = response.ok ? idsIn(text) : [];
  return ids.length === 0 ? { kind: 'unlisted' } : { kind: 'listed', ids };
}

/** Gemini calls a key that is none a bad request. */
const isRefusal = (status: number, protocol: Protocol): boolean =>
  status === 401 || status === 403 || (status === 400 && (protocol === 'gemini' || protocol === 'vertex-ai'));

interface ListRequest {
  readonly path: string;
  headers(key: string): Readonly<Record<string, string>>;
}

const GEMINI: ListRequest = { path: '/v1beta/models?pageSize=1000', headers: (key) => ({ 'x-goog-api-key': key }) };

const LISTS: Readonly<Record<Protocol, ListRequest>> = {
  openai: { path: '/models', headers: (key) => ({ authorization: `Bearer ${key}` }) },
  anthropic: {
    path: '/v1/models?limit=1000',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  gemini: GEMINI,
  'vertex-ai': GEMINI,
};

/** OpenAI and Anthropic: `data[].id`; Gemini: `models[].name`, those that can write. */
function idsIn(text: string): string[] {
  const root = parsed(text);
  if (!isJsonObject(root)) return [];
  const entries = [root['data'], root['models']].find(Array.isArray) ?? [];
  const ids = (entries as unknown[]).map((entry) => {
    if (!isJsonObject(entry)) return undefined;
    const { id, name, supportedGenerationMethods: methods } = entry;
    if (Array.isArray(methods) && !methods.includes('generateContent')) return undefined;
    return typeof id === 'string' ? id : typeof name === 'string' ? name.replace(/^models\//, '') : undefined;
  });
  return [...new Set(ids.filter((id): id is string => id !== undefined && id !== ''))].sort();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
