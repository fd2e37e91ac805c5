/**
 * Which proxy a request goes through, by the rules that curl made common. Pure. This machine is never asked through one.
 */
import { QwenError } from '../../shared/qwen-error.js';
import { given } from '../given.js';
import { isLoopback } from './loopback.js';

export interface ProxySettings {
  /** From --proxy or the settings; beats the environment. */
  readonly proxy?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The proxy's URL, or undefined for none. Throws QwenError 'config' when what is named is no URL of a proxy. */
export function proxyFor({ protocol, hostname, port }: URL, { proxy, env }: ProxySettings): string | undefined {
  if (isLoopback(hostname)) return undefined;
  const named = (...names: readonly string[]): string | undefined => names.map((name) => env[name]).find(given);
  if (isExempt(hostname, port || DEFAULT_PORTS[protocol] || '', named('no_proxy', 'NO_PROXY') ?? '')) return undefined;
  const own = protocol === 'https:' ? named('https_proxy', 'HTTPS_PROXY') : named('http_proxy', 'HTTP_PROXY');
  const address = given(proxy) ? proxy : (own ?? named('all_proxy', 'ALL_PROXY'));
  return address && checked(address.includes('://') ? address : `http://${address}`);
}

function checked(address: string): string {
  if (URL.canParse(address) && /^https?:/.test(address)) return address;
  throw new QwenError(
    'config',
    'The proxy for model requests is not a valid http(s) URL: correct --proxy, the proxy setting or HTTPS_PROXY.',
  );
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
