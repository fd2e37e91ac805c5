/**
 * The arguments of `qwen mcp add` become an entry of `mcpServers` that holds only what was given. Pure.
 * Sentences about a wrong value name its option and never the value, which may be a secret.
 */
import type { McpServerEntry } from '@qwen-code/qwen-code-core/settings/mcp-server-schema.js';
import type { Values } from './parse-command.js';

const TRANSPORTS = ['stdio', 'sse', 'http'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export type MadeEntry =
  | {
      readonly kind: 'made';
      readonly transport: Transport;
      readonly entry: McpServerEntry;
      /** What was given and does not apply to the transport. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'wrong'; readonly shown: string };

/** `target` is the command or the URL, `args` what follows it. */
export function makeEntry(target: string, args: readonly string[], values: Values): MadeEntry {
  try {
    const transport = transportOf(values.text('transport'), target);
    const oauth = oauthOf(values);
    if (transport === 'stdio' && oauth !== undefined) throw new Wrong('OAuth options need an http or sse server.');
    const env = pairs(
      values.texts('env'),
      '=',
      '--env takes NAME=value; put -- before options that are for the server',
    );
    const headers = pairs(
      values.texts('header'),
      ':',
      '--header takes "Name: value"; put -- before options that are for the server',
    );
    const entry = {
      ...(transport === 'stdio'
        ? { command: target, args: [...args], ...given('env', env) }
        : { [transport === 'http' ? 'httpUrl' : 'url']: checkedUrl(target), ...given('headers', headers) }),
      ...given('timeout', timeoutOf(values.text('timeout'))),
      ...given('trust', values.flag('trust')),
      ...given('description', values.text('description')),
      ...given('includeTools', list(values.texts('include-tools'))),
      ...given('excludeTools', list(values.texts('exclude-tools'))),
      ...given('oauth', oauth),
    };
    return { kind: 'made', transport, entry, notes: notesOf(transport, { args, env, headers }) };
  } catch (error) {
    if (error instanceof Wrong) return { kind: 'wrong', shown: error.message };
    throw error;
  }
}

class Wrong extends Error {}

function transportOf(chosen: string | undefined, target: string): Transport {
  if (chosen === undefined) return /^https?:\/\//i.test(target) ? 'http' : 'stdio';
  const transport = TRANSPORTS.find((name) => name === chosen);
  if (transport === undefined) throw new Wrong(`--transport must be one of ${TRANSPORTS.join(', ')}.`);
  return transport;
}

/** A `$NAME` in it is filled when settings are read, so such a URL can't be judged here. */
function checkedUrl(target: string): string {
  if (!target.includes('$') && !/^https?:$/.test(protocolOf(target))) {
    throw new Wrong('The URL of an http or sse server must start with http:// or https://.');
  }
  return target;
}

const protocolOf = (target: string): string => (URL.canParse(target) ? new URL(target).protocol : '');

/** `NAME=value` split at the first separator; an empty value is dropped. */
function pairs(texts: readonly string[], separator: string, rule: string): Record<string, string> | undefined {
  const split = texts.map((text): [string, string] => {
    const at = text.indexOf(separator);
    const name = text.slice(0, at).trim();
    if (at < 1 || name === '') throw new Wrong(`${rule}.`);
    const value = text.slice(at + 1);
    return [name, separator === ':' ? value.trim() : value];
  });
  const kept = split.filter(([, value]) => value !== '');
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Number(text);
  if (text.trim() === '' || !Number.isFinite(ms) || ms <= 0) {
    throw new Wrong('--timeout must be a number of milliseconds above 0.');
  }
  return ms;
}

/** Commas separate as well as repeated options do. */
function list(texts: readonly string[]): string[] | undefined {
  const items = texts.flatMap((text) => text.split(',')).map((item) => item.trim());
  const kept = items.filter((item) => item !== '');
  return kept.length === 0 ? undefined : kept;
}

function oauthOf(values: Values): McpServerEntry['oauth'] {
  const settings = {
    ...given('clientId', values.text('oauth-client-id')),
    ...given('clientSecret', values.text('oauth-client-secret')),
    ...given('redirectUri', values.text('oauth-redirect-uri')),
    ...given('authorizationUrl', values.text('oauth-authorization-url')),
    ...given('tokenUrl', values.text('oauth-token-url')),
    ...given('scopes', list(values.texts('oauth-scopes'))),
  };
  return Object.keys(settings).length === 0 ? undefined : { enabled: true, ...settings };
}

function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

function notesOf(
  transport: Transport,
  { args, env, headers }: { args: readonly string[]; env: unknown; headers: unknown },
): string[] {
  if (transport === 'stdio')
    return headers === undefined ? [] : ['--header is ignored: a stdio server has no headers.'];
  return [
    ...(args.length === 0
      ? []
      : [`${args.length} words after the URL are ignored: an ${transport} server takes none.`]),
    ...(env === undefined ? [] : [`--env is ignored: an ${transport} server is not started here.`]),
  ];
}
