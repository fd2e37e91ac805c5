/**
 * One GET, bounded in time and size. Redirects within a host are followed; one that leads to another host is a value of
 * its own, because whoever allowed this address has not allowed that one.
 */
import { EnvHttpProxyAgent, fetch, type Dispatcher, type Response } from 'undici';
import type { Clock } from '../../shared/clock.js';
import type { Environment } from '../../shared/find-executable.js';

export interface PageRequest {
  readonly url: URL;
  readonly userAgent: string;
  readonly proxy: string | undefined;
  readonly env: Environment;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export type FetchedPage =
  | {
      readonly kind: 'page';
      readonly url: URL;
      /** As the server sent it, lower case; empty when it sent none. */
      readonly contentType: string;
      readonly body: Buffer;
      /** The page is longer than what is read of one. */
      readonly cut: boolean;
    }
  | { readonly kind: 'elsewhere'; readonly to: URL }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed'; readonly shown: string; readonly cause?: unknown };

export const LIMIT_MS = 30_000;
export const MAX_BYTES = 5 * 1024 * 1024;
const MOST_REDIRECTS = 10;
const ACCEPT = 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5';

export async function fetchPage(request: PageRequest): Promise<FetchedPage> {
  const { clock, signal } = request;
  const limit = new AbortController();
  const cancelLimit = clock.after(LIMIT_MS, () => limit.abort());
  const dispatcher = openDispatcher(request);
  try {
    return await follow(request, dispatcher, AbortSignal.any([signal, limit.signal]));
  } catch (error) {
    signal.throwIfAborted();
    const { hostname } = request.url;
    const why = limit.signal.aborted ? `no answer within ${LIMIT_MS / 1000} seconds` : codeOf(error);
    return { kind: 'failed', shown: `${hostname} could not be fetched: ${why}.`, cause: error };
  } finally {
    cancelLimit();
    await dispatcher.destroy();
  }
}

async function follow(request: PageRequest, dispatcher: Dispatcher, signal: AbortSignal): Promise<FetchedPage> {
  const headers = { accept: ACCEPT, 'user-agent': request.userAgent };
  let { url } = request;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await fetch(url, { headers, redirect: 'manual', dispatcher, signal });
    const to = redirectOf(response, url);
    if (to === undefined) return read(response, url);
    await response.body?.cancel();
    if (!/^https?:$/.test(to.protocol))
      return { kind: 'failed', shown: `${url.hostname} redirects to no web address.` };
    if (!isSamePlace(url, to)) return { kind: 'elsewhere', to };
    url = to;
  }
  return { kind: 'failed', shown: `${url.hostname} redirects more than ${MOST_REDIRECTS} times.` };
}

function redirectOf({ status, headers }: Response, url: URL): URL | undefined {
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, url.href)) return undefined;
  return new URL(location, url.href);
}

/** The same host and port; http may become https, and `www.` may come or go. */
function isSamePlace(from: URL, to: URL): boolean {
  const host = ({ hostname }: URL): string => hostname.replace(/^www\./, '');
  const isDowngrade = from.protocol === 'https:' && to.protocol === 'http:';
  return host(from) === host(to) && from.port === to.port && !isDowngrade;
}

async function read(response: Response, url: URL): Promise<FetchedPage> {
  if (!response.ok) {
    await response.body?.cancel();
    return { kind: 'refused', status: response.status };
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) break;
  }
  const contentType = response.headers.get('content-type')?.toLowerCase() ?? '';
  const body = Buffer.concat(chunks).subarray(0, MAX_BYTES);
  return { kind: 'page', url, contentType, body, cut: bytes > MAX_BYTES };
}

function openDispatcher({ proxy, env }: PageRequest): Dispatcher {
  const variable = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? '';
  return new EnvHttpProxyAgent({
    httpProxy: proxy ?? variable('HTTP_PROXY'),
    httpsProxy: proxy ?? variable('HTTPS_PROXY'),
    noProxy: variable('NO_PROXY'),
  });
}

/** The system's word for it, never a peer's. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(at.code)) return at.code;
  }
  return 'the connection failed';
}
