/**
 * Which declared MCP servers start. Pure: a table of reasons, the first that holds keeps a server from starting.
 *
 * An untrusted workspace starts no server of any scope. A server of the project's own files starts once the user has
 * approved it; yolo starts it unasked unless it was rejected, but never makes it trusted.
 */
import type { McpServerEntry } from '../settings/mcp-server-schema.js';
import { isGated, type ConfiguredServer, type Declaration, type ServerScope } from '../settings/servers.js';
import type { Approval } from './approvals.js';

export type NotStartedReason =
  | 'untrusted-workspace'
  | 'not-allowed'
  | 'excluded'
  | 'invalid'
  | 'rejected'
  | 'pending-approval'
  /** It waits as one without an answer does: the answer was for another entry. */
  | 'changed-since-approval';

export interface StartedServer {
  readonly name: string;
  readonly entry: McpServerEntry;
  readonly scope: ServerScope;
}

export interface NotStartedServer {
  readonly name: string;
  readonly why: NotStartedReason;
  /** One sentence: why it was not started and what starts it. For `invalid` it is among the settings' warnings too. */
  readonly shown: string;
}

export interface SelectServersOptions {
  readonly servers: readonly ConfiguredServer[];
  /** Names in the ignored files of an untrusted workspace. */
  readonly untrustedServers: readonly string[];
  readonly workspaceTrusted: boolean;
  /** Yolo by flag or by the operator's settings (`operatorSettings`); a project's own file can't open its own gate. */
  readonly yolo: boolean;
  /** `--allowed-mcp-server-names`; overrides `allowed` and `excluded`. */
  readonly onlyNames?: readonly string[] | undefined;
  /** `mcp.allowed` and `mcp.excluded`; `*` and `?` are wildcards. */
  readonly allowed?: readonly string[] | undefined;
  readonly excluded?: readonly string[] | undefined;
  approvalOf(name: string, declared: Declaration): Approval;
}

export interface SelectedServers {
  readonly start: readonly StartedServer[];
  readonly notStarted: readonly NotStartedServer[];
}

export function selectServers(options: SelectServersOptions): SelectedServers {
  const start: StartedServer[] = [];
  const notStarted: NotStartedServer[] = [];
  for (const server of options.servers) {
    const { name, scope } = server;
    const why = reasonAgainst(server, options);
    if (why !== undefined) notStarted.push({ name, why, shown: shownReason(server, why) });
    else if (server.kind === 'ok') start.push({ name, entry: server.entry, scope });
  }
  const known = new Set(options.servers.map(({ name }) => name));
  const ignored = options.untrustedServers.filter((name) => !known.has(name));
  return {
    start,
    notStarted: [
      ...notStarted,
      ...ignored.map((name): NotStartedServer => ({ name, why: 'untrusted-workspace', shown: untrusted(name) })),
    ],
  };
}

function reasonAgainst(server: ConfiguredServer, options: SelectServersOptions): NotStartedReason | undefined {
  if (!options.workspaceTrusted) return 'untrusted-workspace';
  const listed = listedReason(server.name, options);
  if (listed !== undefined) return listed;
  if (server.kind === 'invalid') return 'invalid';
  if (!isGated(server.scope)) return undefined;
  const approval = options.approvalOf(server.name, server);
  if (approval === 'rejected') return 'rejected';
  if (approval === 'approved' || options.yolo) return undefined;
  return approval === 'changed' ? 'changed-since-approval' : 'pending-approval';
}

function listedReason(name: string, options: SelectServersOptions): 'not-allowed' | 'excluded' | undefined {
  if (options.onlyNames !== undefined) return options.onlyNames.includes(name) ? undefined : 'not-allowed';
  if (options.excluded?.some((pattern) => matches(pattern, name))) return 'excluded';
  if (options.allowed === undefined) return undefined;
  return options.allowed.some((pattern) => matches(pattern, name)) ? undefined : 'not-allowed';
}

function shownReason(server: ConfiguredServer, why: NotStartedReason): string {
  const { name } = server;
  const command = `qwen mcp approve ${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}`;
  switch (why) {
    case 'untrusted-workspace':
      return untrusted(name);
    case 'not-allowed':
      return `MCP server "${name}" is not started: it is not among the allowed names (--allowed-mcp-server-names or "mcp.allowed").`;
    case 'excluded':
      return `MCP server "${name}" is not started: "mcp.excluded" names it.`;
    case 'invalid':
      return server.kind === 'invalid' ? server.shown : '';
    case 'rejected':
      return `MCP server "${name}" of this project is not started: you rejected it. To change that: ${command}`;
    case 'pending-approval':
      return `MCP server "${name}" of this project is not started: it needs your approval first. To give it: ${command}`;
    case 'changed-since-approval':
      return `MCP server "${name}" of this project is not started: it has changed since you decided about it. To approve it as it is now: ${command}`;
  }
}

const untrusted = (name: string): string =>
  `MCP server "${name}" is not started: this folder is not trusted, and no MCP server runs in an untrusted folder.`;

/** `*` is any text, `?` any one character. */
function matches(pattern: string, name: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`, 's').test(name);
}
