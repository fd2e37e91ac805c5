/** What is started or called for a server, as the settings say it; what looks like a secret in it is left out. Pure. */
import type { McpServerEntry } from '@qwen-code/qwen-code-core/settings/mcp-server-schema.js';

export function targetOf({ httpUrl, url, command = '', args = [], type }: McpServerEntry): string {
  if (httpUrl !== undefined) return `${withoutSecrets(httpUrl)} (http)`;
  if (url !== undefined) return `${withoutSecrets(url)} (sse)`;
  if (type === 'sdk' && command === '') return '(sdk)';
  return `${[command, ...args.map(shownArgument)].join(' ')} (stdio)`;
}

/** An address that can be shown: no user, no query. */
export function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const query = url.search === '' ? '' : '?…';
  return `${url.origin}${url.pathname}${query}`;
}

/** A secret is told by the name that it is given under, in the same argument or the one before. */
const SECRET_NAME = /(?:token|secret|password|passwd|api[-_]?key|authorization|credential)s?$/i;

function shownArgument(argument: string, place: number, all: readonly string[]): string {
  if (argument.startsWith('-') === false && SECRET_NAME.test(all[place - 1] ?? '')) return '…';
  const at = argument.indexOf('=');
  return at > 0 && SECRET_NAME.test(argument.slice(0, at)) ? `${argument.slice(0, at)}=…` : argument;
}
