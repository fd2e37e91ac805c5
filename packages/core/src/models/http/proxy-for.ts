/**
 * Which proxy a request goes through, by the rules that curl made common. Pure. This machine is never asked through one.
 */
import { given } from '../given.js';
import { isLoopback } from './loopback.js';

export interface ProxySettings {
  /** From --proxy or the settings; beats the environment. */
  readonly proxy?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The proxy's address as it was written, or undefined for none. */
export function proxyFor({ protocol, hostname, port }: URL, { proxy, env }: ProxySettings): string | undefined {
  if (isLoopback(hostname)) return undefined;
  const named = (...names: readonly string[]): string | undefined => names.map((name) => env[name]).find(given);
  if (isExempt(hostname, port || DEFAULT_PORTS[protocol] || '', named('no_proxy', 'NO_PROXY') ?? '')) return undefined;
  if (given(proxy)) return proxy;
  const own = protocol === 'https:' ? named('https_proxy', 'HTTPS_PROXY') : named('http_proxy', 'HTTP_PROXY');
  return own ?? named('all_proxy', 'ALL_PROXY');
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** `example.com` and `.example.com` stand for the host and all below it, `host:8080` for one port, `*` for all. */
function isExempt(hostname: string, port: string, list: string): boolean {
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [, name = '', onPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
    if (onPort !== undefined && onPort !== port) return false;
    const domain = name.toLowerCase().replace(/^\*?\./, '');
    return hostname === domain || hostname.endsWith(`.${domain}`);
  });
}
