/** What is started or called for a server, as the settings say it; the secret parts of a URL are left out. Pure. */
import type { McpServerEntry } from '@qwen-code/qwen-code-core/settings/mcp-server-schema.js';

export function targetOf({ httpUrl, url, command = '', args = [], type }: McpServerEntry): string {
  if (httpUrl !== undefined) return `${withoutSecrets(httpUrl)} (http)`;
  if (url !== undefined) return `${withoutSecrets(url)} (sse)`;
  if (type === 'sdk' && command === '') return '(sdk)';
  return `${[command, ...args].join(' ')} (stdio)`;
}

/** An address that can be shown: no user, no query. */
export function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const query = url.search === '' ? '' : '?…';
  return `${url.origin}${url.pathname}${query}`;
}
