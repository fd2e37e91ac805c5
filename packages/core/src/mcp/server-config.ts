/**
 * A settings entry becomes a checked plan: which transport, which limits, which tools.
 * Never starts anything; trust is not decided here (trust/server-trust).
 */
import { resolve } from 'node:path';
import type { McpServerEntry } from '../settings/mcp-server-schema.js';

export type TransportPlan =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** Added over the parent's environment. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | RemotePlan
  | SdkPlan;

/** A server of the program that drives qwen, under the name by which that program knows it. */
export interface SdkPlan {
  readonly kind: 'sdk';
  readonly server: string;
}

export interface RemotePlan {
  readonly kind: 'http' | 'sse';
  /** The server's name in settings, under which its OAuth tokens are stored. */
  readonly server: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly clientSecret: string | undefined;
}

export interface ServerConfig {
  readonly name: string;
  readonly plan: TransportPlan;
  /** Limit of `initialize` and of each whole tool call, in ms. */
  readonly timeoutMs: number;
  /** Limit of connecting and listing, in ms. */
  readonly discoveryTimeoutMs: number;
  readonly useCallable: boolean;
  readonly idempotency?: McpServerEntry['idempotency'];
  readonly includeTools: readonly string[] | undefined;
  readonly excludeTools: readonly string[];
}

export type PlannedServer =
  | { readonly kind: 'ok'; readonly config: ServerConfig }
  /** `shown` names the server, what is wrong and what to do. */
  | { readonly kind: 'invalid'; readonly shown: string };

const DEFAULT_TIMEOUT_MS = 600_000;
const DISCOVERY_MS = { stdio: 30_000, http: 5_000, sse: 5_000, sdk: 30_000 } as const;
const DISCOVERY_RANGE_MS = { least: 100, most: 300_000 } as const;

/** `httpUrl` beats `url` beats `command` (settings reference, mcpServers). */
export function planServer(name: string, entry: McpServerEntry, projectDir: string): PlannedServer {
  const plan = planTransport(name, entry, projectDir);
  if (typeof plan === 'string') return { kind: 'invalid', shown: plan };
  const discovery = entry.discoveryTimeoutMs ?? DISCOVERY_MS[plan.kind];
  return {
    kind: 'ok',
    config: {
      name,
      plan,
      timeoutMs: entry.timeout ?? DEFAULT_TIMEOUT_MS,
      discoveryTimeoutMs: Math.min(Math.max(discovery, DISCOVERY_RANGE_MS.least), DISCOVERY_RANGE_MS.most),
      useCallable: entry.progress === false,
      ...(entry.idempotency !== undefined && { idempotency: entry.idempotency }),
      includeTools: entry.includeTools,
      excludeTools: entry.excludeTools ?? [],
    },
  };
}

function planTransport(name: string, entry: McpServerEntry, projectDir: string): TransportPlan | string {
  if (entry.httpUrl !== undefined) return planRemote(name, 'http', entry.httpUrl, entry);
  if (entry.url !== undefined) return planRemote(name, 'sse', entry.url, entry);
  if (entry.command !== undefined && entry.command !== '') {
    return {
      kind: 'stdio',
      command: entry.command,
      args: entry.args ?? [],
      env: entry.env ?? {},
      cwd: resolve(projectDir, entry.cwd ?? '.'),
    };
  }
  if (entry.type === 'sdk') return { kind: 'sdk', server: name };
  return `MCP server "${name}" has no transport: set "command", "httpUrl" or "url" in its mcpServers entry.`;
}

function planRemote(
  name: string,
  kind: 'http' | 'sse',
  address: string,
  { headers, oauth }: McpServerEntry,
): TransportPlan | string {
  const key = kind === 'http' ? 'httpUrl' : 'url';
  if (!URL.canParse(address))
    return `MCP server "${name}": "${key}" is not a valid URL; write it as https://host/path.`;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `MCP server "${name}": "${key}" must start with http:// or https://.`;
  }
  return { kind, server: name, url, headers: headers ?? {}, clientSecret: oauth?.clientSecret };
}

/** Whether the entry's include and exclude lists offer this tool; exclude wins, `name(` in an include entry is cut at the bracket. */
export function offersTool(config: Pick<ServerConfig, 'includeTools' | 'excludeTools'>, tool: string): boolean {
  if (config.excludeTools.includes(tool)) return false;
  return config.includeTools === undefined || config.includeTools.some((entry) => entry.split('(', 1)[0] === tool);
}
