/**
 * As much of `fetch` as the `openai` package uses, over Node's own HTTP client: Node's built-in fetch more than doubles
 * the time and the memory of a short run (docs/design/performance.md).
 *
 * Follows 307 and 308 alone, without credentials to another origin. Never sends a request a second time by itself.
 * Certificates are checked unless `insecure` says otherwise.
 */
import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import type { Readable } from 'node:stream';
import { proxyFor, type ProxySettings } from './proxy-for.js';

type Headers = Readonly<Record<string, string>>;

interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** How requests of one protocol leave. */
interface Door {
  readonly agent: Agent;
  request(url: URL, options: RequestOptions): ClientRequest;
}

const CONNECT_LIMIT_MS = 10_000;
const MOST_REDIRECTS = 5;

export interface HttpFetchOptions {
  /** Default: no proxy. */
  readonly network?: ProxySettings | undefined;
  /** Accept any certificate. */
  readonly insecure?: boolean | undefined;
}

/** Connections are kept for the next request, and keep no process alive. */
export function createHttpFetch({ network, insecure = false }: HttpFetchOptions = {}): typeof fetch {
  const doors = new Map<string, Promise<Door>>();
  const doorTo = (url: URL): Promise<Door> => {
    const proxy = network && proxyFor(url, network);
    const name = `${url.protocol} ${proxy ?? ''}`;
    const door = doors.get(name) ?? openDoor(url.protocol, { proxy, rejectUnauthorized: !insecure });
    doors.set(name, door);
    return door;
  };
  const httpFetch = async (address: string | URL, init: RequestInit = {}): Promise<unknown> => {
    const { method = 'GET', body, signal } = init;
    let outgoing: Outgoing = {
      url: new URL(address),
      method,
      headers: Object.fromEntries(init.headers as Iterable<[string, string]>),
      body: body == null ? undefined : String(body),
      signal: signal ?? undefined,
    };
    for (let redirects = 0; ; redirects += 1) {
      const message = await send(await doorTo(outgoing.url), outgoing);
      const target = redirects < MOST_REDIRECTS ? redirectTarget(message, outgoing.url) : undefined;
      if (target === undefined) return toResponse(message, outgoing.url);
      message.resume();
      outgoing = { ...outgoing, url: target, headers: headersFor(target, outgoing) };
    }
  };
  return httpFetch as typeof fetch;
}

interface Way {
  readonly proxy: string | undefined;
  readonly rejectUnauthorized: boolean;
}

async function openDoor(protocol: string, { proxy, rejectUnauthorized }: Way): Promise<Door> {
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`a URL that starts with ${protocol} can't be asked`);
  }
  const tunnel = proxy === undefined ? undefined : await openTunnel(proxy);
  if (protocol === 'http:') return { request: httpRequest, agent: tunnel ?? new Agent({ keepAlive: true }) };
  const https = await import('node:https');
  return {
    request: (url, options) => https.request(url, { ...options, rejectUnauthorized }),
    agent: tunnel ?? new https.Agent({ keepAlive: true }),
  };
}

/** The proxy only ever sees which host is asked, also of an http URL. */
async function openTunnel(proxy: string): Promise<Agent> {
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  return new HttpsProxyAgent(proxy, { keepAlive: true });
}

function send({ request, agent }: Door, { url, method, headers, body, signal }: Outgoing): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent, timeout: CONNECT_LIMIT_MS, ...(signal ? { signal } : {}) });
    sent.once('socket', (socket) => {
      const connected = (): void => void socket.setTimeout(0);
      if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
      else connected();
    });
    sent.once('timeout', () => sent.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' })));
    sent.once('response', resolve);
    // Stays for good: what breaks after the response is the body's error, and must not crash the process here.
    sent.on('error', reject);
    sent.end(body);
  });
}

function redirectTarget({ statusCode, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  const isRedirect = statusCode === 307 || statusCode === 308;
  return isRedirect && location !== undefined && URL.canParse(location, from.href)
    ? new URL(location, from)
    : undefined;
}

function headersFor(target: URL, { url, headers }: Outgoing): Headers {
  if (target.origin === url.origin) return headers;
  const isSecret = (name: string): boolean =>
    /^(authorization|proxy-authorization|cookie|x-api-key|x-goog-api-key)$/i.test(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isSecret(name)));
}

async function toResponse(message: IncomingMessage, url: URL): Promise<object> {
  const status = message.statusCode ?? 0;
  const body = await decoded(message);
  const text = async (): Promise<string> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks).toString('utf8');
  };
  const { headers } = message;
  return {
    ok: status >= 200 && status < 300,
    status,
    url: url.href,
    headers: {
      get: (name: string) => headers[name.toLowerCase()]?.toString() ?? null,
      entries: () => Object.entries(headers).values(),
    },
    body,
    text,
    json: async () => JSON.parse(await text()) as unknown,
  };
}

const DECODERS = {
  gzip: 'createGunzip',
  'x-gzip': 'createGunzip',
  deflate: 'createInflate',
  br: 'createBrotliDecompress',
} as const;

/** Nothing compressed is asked for; some gateways compress all the same. */
async function decoded(message: IncomingMessage): Promise<Readable> {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (!Object.hasOwn(DECODERS, encoding)) return message;
  const [{ pipeline }, zlib] = await Promise.all([import('node:stream'), import('node:zlib')]);
  // Whoever reads the body gets the error.
  return pipeline(message, zlib[DECODERS[encoding as keyof typeof DECODERS]](), () => {});
}
