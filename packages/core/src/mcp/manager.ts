/**
 * All MCP servers of one run: started side by side, looked after one by one, ended together.
 * One server's failure is a sentence in its report; it never fails or holds up another. Which servers there are, and
 * whether they are trusted, is decided elsewhere (settings, trust).
 */
import type { Clock } from '../shared/clock.js';
import type { DebugLog } from '../shared/debug-log.js';
import { QwenError } from '../shared/qwen-error.js';
import { bounded } from './connection/bounded.js';
import type { ReadRequest } from './connection/read.js';
import type { ConnectionState } from './connection/transition.js';
import type { ToolDiff } from './discovery/diff.js';
import type { DiscoveredPrompt, DiscoveredResource } from './discovery/extras.js';
import type { TeamReader } from './inventory/team-word.js';
import type { HealthSettings } from './health/monitor.js';
import { createManagedServer, isWorkspaceTrusted, type ManagedServer } from './managed-server.js';
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
  readonly promptCount: number;
  readonly resourceCount: number;
}

export interface OfferedTool {
  readonly link: ServerLink;
  readonly tool: DiscoveredTool;
}

export interface OfferedPrompt extends DiscoveredPrompt {
  readonly server: string;
}

export interface OfferedResource extends DiscoveredResource {
  readonly server: string;
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
  prompts(): readonly OfferedPrompt[];
  resources(): readonly OfferedResource[];
  /** Whether any server lets its resources be read. */
  readsResources(): boolean;
  /** The last lines that this server wrote to its standard error, without what looks like a secret. */
  log(name: string): readonly string[];
  /** What the servers say about their use: data, not orders; bounded. */
  instructions(): readonly { readonly server: string; readonly text: string }[];
  /**
   * Reads a prompt or a resource, once, and gives the result as the server sent it. Throws QwenError with one sentence:
   * 'usage' for an unknown server and in a folder that is not trusted.
   */
  read(server: string, request: ReadRequest, signal: AbortSignal): Promise<unknown>;
  /**
   * Makes these the servers. One with the same config goes on untouched; a changed one is ended before it is started
   * anew; one that is left out is ended for good, and a call in flight there ends as one whose connection was lost.
   * Resolves when all of that is done. One after the other; never rejects.
   */
  apply(servers: readonly ServerConfig[]): Promise<void>;
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
  const create = (config: ServerConfig): ManagedServer => createManagedServer(config, options, tell);
  let servers = byName(options.servers.map(create));
  const all = (): ManagedServer[] => [...servers.values()];
  /** Servers that are no longer among them and may not have ended yet. */
  const leaving = new Set<Promise<void>>();
  let applying = Promise.resolve();
  let stopped = false;

  const apply = async (configs: readonly ServerConfig[]): Promise<void> => {
    if (stopped) return;
    const before = servers;
    servers = byName(configs.map((config) => keep(before.get(config.name), config) ?? create(config)));
    const gone = [...before.values()].filter(({ config, connection }) => {
      return servers.get(config.name)?.connection !== connection;
    });
    const ends = new Map(gone.map(({ config, connection }) => [config.name, connection.stop()]));
    for (const end of ends.values()) leaving.add(end);
    const fresh = all().filter(({ config, connection }) => before.get(config.name)?.connection !== connection);
    await Promise.all([
      ...ends.values(),
      ...fresh.map(async ({ config: { name }, connection }) => {
        await ends.get(name);
        await connection.start();
      }),
    ]);
    for (const end of ends.values()) leaving.delete(end);
  };

  return {
    start: async () => {
      await Promise.all(all().map(({ connection }) => connection.start()));
    },
    settled: async (name) => servers.get(name)?.connection.start(),
    states: () => all().map(({ report }) => report()),
    links: () => all().map(({ link }) => link),
    tools: () => all().flatMap(({ link, connection }) => connection.tools.map((tool) => ({ link, tool }))),
    prompts: () => all().flatMap(({ config, connection }) => named(config.name, connection.extras.prompts)),
    resources: () => all().flatMap(({ config, connection }) => named(config.name, connection.extras.resources)),
    readsResources: () => all().some(({ connection }) => connection.extras.readsResources),
    log: (name) => servers.get(name)?.log() ?? [],
    instructions: () =>
      all().flatMap(({ config, connection }) => {
        const text = connection.extras.instructions;
        return text === undefined ? [] : [{ server: config.name, text }];
      }),
    read: async (name, request, signal) => readable(servers.get(name), name, options).connection.read(request, signal),
    apply: (configs) => {
      applying = applying.then(() => apply(configs));
      return applying;
    },
    reconnect: (name) => reconnect(servers.get(name), name),
    stopServer: async (name) => servers.get(name)?.connection.stop(),
    stop: async () => {
      stopped = true;
      const ended = Promise.all([...leaving, ...all().map(({ connection }) => connection.stop())]);
      await bounded(ended, { clock: options.clock, limitMs: STOP_MS, signal: new AbortController().signal });
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const byName = (servers: readonly ManagedServer[]): ReadonlyMap<string, ManagedServer> =>
  new Map(servers.map((server) => [server.config.name, server]));

/** The server as it runs, unless its config is another one now or it was stopped. */
function keep(server: ManagedServer | undefined, config: ServerConfig): ManagedServer | undefined {
  if (server === undefined || server.connection.state.kind === 'stopped') return undefined;
  return JSON.stringify(server.config) === JSON.stringify(config) ? server : undefined;
}

const named = <T>(server: string, items: readonly T[]): (T & { readonly server: string })[] =>
  items.map((item) => ({ ...item, server }));

function readable(server: ManagedServer | undefined, name: string, options: McpManagerOptions): ManagedServer {
  if (server === undefined) throw new QwenError('usage', `There is no MCP server called "${name}".`);
  if (isWorkspaceTrusted(name, options.trustReader)) return server;
  throw new QwenError('usage', `MCP server "${name}" can't be read from: this folder is not trusted.`);
}

async function reconnect(server: ManagedServer | undefined, name: string): Promise<{ ok: boolean; shown: string }> {
  if (server === undefined) return { ok: false, shown: `There is no MCP server called "${name}".` };
  await server.connection.reconnect();
  const { state, problem, toolCount } = server.report();
  if (state !== 'ready') return { ok: false, shown: problem ?? 'It could not be connected.' };
  return {
    ok: true,
    shown: toolCount === 1 ? 'Connected; it offers 1 tool.' : `Connected; it offers ${toolCount} tools.`,
  };
}
