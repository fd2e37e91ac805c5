/**
 * All MCP servers of one run: started side by side, looked after one by one, ended together.
 * One server's failure is a sentence in its report; it never fails or holds up another. Which servers there are, and
 * whether they are trusted, is decided elsewhere (settings, trust).
 */
import type { Clock } from '../shared/clock.js';
import type { DebugLog } from '../shared/debug-log.js';
import { bounded } from './connection/bounded.js';
import { createConnection, type Connection } from './connection/connection.js';
import type { ConnectionState } from './connection/transition.js';
import { diffTools, isSameList, type ToolDiff } from './discovery/diff.js';
import type { TeamReader } from './inventory/team-word.js';
import { DEFAULT_HEALTH, type HealthSettings } from './health/monitor.js';
import { redactedTarget } from './journal/redacted-target.js';
import type { ServerConfig, TransportPlan } from './server-config.js';
import type { WatchedTransport } from './transports/types.js';
import type { DiscoveredTool, ServerLink, ServerTransportKind } from './types.js';

export interface McpManagerOptions {
  readonly servers: readonly ServerConfig[];
  /** Read afresh from settings and trust files whenever it is called. Must not throw. */
  readonly trustReader: (server: string) => { readonly server: boolean; readonly workspace: boolean };
  /** The class in the operator's own inventory, read afresh whenever it is called. Must not throw. */
  readonly teamReader?: TeamReader | undefined;
  readonly clock: Clock;
  /** In [0, 1): spreads the tries to reconnect. */
  readonly random: () => number;
  readonly debug: DebugLog;
  readonly openTransport: (plan: TransportPlan) => Promise<WatchedTransport>;
  /** Absolute paths; a server that asks for roots is told these. */
  readonly workspaceDirs: readonly string[];
  /** The version of qwen. */
  readonly version: string;
  readonly settings: {
    readonly health?: Partial<HealthSettings> | undefined;
    /** A call ends when no answer and no progress came for so long, in ms. */
    readonly toolIdleTimeoutMs?: number | undefined;
  };
}

export interface ServerReport {
  readonly name: string;
  readonly transport: ServerTransportKind;
  readonly state: ConnectionState['kind'];
  /** One sentence while it is not all right: what is wrong. */
  readonly problem: string | undefined;
  readonly toolCount: number;
}

export interface OfferedTool {
  readonly link: ServerLink;
  readonly tool: DiscoveredTool;
}

export interface ServerChange {
  readonly report: ServerReport;
  /** Set when what it offers is no longer the same. */
  readonly tools?: ToolDiff;
}

export interface McpManager {
  /** Starts every server side by side. Resolves when each one has its first answer: ready, or why not. Never rejects. */
  start(): Promise<void>;
  /** Resolves when the first try of this server has ended; at once for an unknown name. Starts it if need be. */
  settled(name: string): Promise<void>;
  states(): readonly ServerReport[];
  links(): readonly ServerLink[];
  /** The last known tools of every server that was not stopped, also while it is being repaired. */
  tools(): readonly OfferedTool[];
  /** Ends the connection, if there is one, and makes a new one. `shown` is one truthful sentence. Never rejects. */
  reconnect(name: string): Promise<{ readonly ok: boolean; readonly shown: string }>;
  /** Ends this server for good: it is never revived. Unknown names are ignored. */
  stopServer(name: string): Promise<void>;
  /** Ends all of them, process trees included, within about two and a half seconds. Any number of calls. */
  stop(): Promise<void>;
  /** Called after each change of a server's state, problem or tools. Returns how to stop listening. */
  onChange(listener: (change: ServerChange) => void): () => void;
}

const STOP_MS = 2_500;
const UNTRUSTED = 'It is not started in a folder that is not trusted.';

interface Server {
  readonly config: ServerConfig;
  readonly connection: Connection;
  readonly link: ServerLink;
}

export function createMcpManager(options: McpManagerOptions): McpManager {
  const listeners = new Set<(change: ServerChange) => void>();
  const tell = (change: ServerChange): void => {
    for (const listener of [...listeners]) {
      try {
        listener(change);
      } catch (error) {
        options.debug('mcp', 'a listener of the manager threw', error);
      }
    }
  };
  const servers = new Map(options.servers.map((config) => [config.name, createServer(config, options, tell)]));
  const all = [...servers.values()];

  return {
    start: async () => {
      await Promise.all(all.map(({ connection }) => connection.start()));
    },
    settled: async (name) => servers.get(name)?.connection.start(),
    states: () => all.map(reportOn),
    links: () => all.map(({ link }) => link),
    tools: () => all.flatMap(({ link, connection }) => connection.tools.map((tool) => ({ link, tool }))),
    reconnect: (name) => reconnect(servers.get(name), name),
    stopServer: async (name) => servers.get(name)?.connection.stop(),
    stop: async () => {
      const stopped = Promise.all(all.map(({ connection }) => connection.stop()));
      await bounded(stopped, { clock: options.clock, limitMs: STOP_MS, signal: new AbortController().signal });
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function createServer(config: ServerConfig, options: McpManagerOptions, tell: (change: ServerChange) => void): Server {
  const { trustReader, settings } = options;
  let last: readonly DiscoveredTool[] = [];
  const connection = createConnection({
    config,
    ports: options,
    random: options.random,
    health: { ...DEFAULT_HEALTH, ...settings.health },
    mayNotStart: () => (isWorkspaceTrusted(config.name, trustReader) ? undefined : UNTRUSTED),
    onChange: () => {
      const diff = diffTools(last, connection.tools);
      last = connection.tools;
      tell({ report: reportOn(server), ...(isSameList(diff) ? {} : { tools: diff }) });
    },
  });
  const link: ServerLink = {
    name: config.name,
    transport: config.plan.kind,
    callTimeoutMs: config.timeoutMs,
    idleTimeoutMs: settings.toolIdleTimeoutMs,
    useCallable: config.useCallable,
    target: redactedTarget(config.plan),
    idempotency: config.idempotency,
    trust: () => trustReader(config.name),
    team: (tool) => options.teamReader?.(config.name, tool),
    ready: connection.ready,
    renew: connection.renew,
  };
  const server: Server = { config, connection, link };
  return server;
}

/** What can't be read is not trusted. */
function isWorkspaceTrusted(name: string, trustReader: McpManagerOptions['trustReader']): boolean {
  try {
    return trustReader(name).workspace === true;
  } catch {
    return false;
  }
}

function reportOn({ config, connection }: Server): ServerReport {
  const { state, problem, tools } = connection;
  return { name: config.name, transport: config.plan.kind, state: state.kind, problem, toolCount: tools.length };
}

async function reconnect(server: Server | undefined, name: string): Promise<{ ok: boolean; shown: string }> {
  if (server === undefined) return { ok: false, shown: `There is no MCP server called "${name}".` };
  await server.connection.reconnect();
  const { state, problem, toolCount } = reportOn(server);
  if (state !== 'ready') return { ok: false, shown: problem ?? 'It could not be connected.' };
  return {
    ok: true,
    shown: toolCount === 1 ? 'Connected; it offers 1 tool.' : `Connected; it offers ${toolCount} tools.`,
  };
}
