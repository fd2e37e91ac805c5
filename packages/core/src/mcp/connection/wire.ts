/**
 * One connection to one server: a transport, the SDK's client on it, and what is happening on it now.
 * Never opens another, never sends a `tools/call` by itself.
 */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Clock } from '../../shared/clock.js';
import type { DebugLog } from '../../shared/debug-log.js';
import { discoverTools } from '../discovery/discover.js';
import {
  boundedInstructions,
  snapshotPrompts,
  snapshotResources,
  type DiscoveredPrompt,
  type DiscoveredResource,
} from '../discovery/extras.js';
import { listPages, type SendRequest } from '../discovery/list-pages.js';
import type { Reach, Reply } from '../loss/classify.js';
import type { ServerConfig, TransportPlan } from '../server-config.js';
import type { AttemptWatch, WatchedTransport } from '../transports/types.js';
import type { DiscoveredTool } from '../types.js';
import type * as SdkClientModule from './sdk-client.js';
import type { ChangedList, ReadMethod, SentRequest } from './sdk-client.js';

export interface WirePorts {
  readonly clock: Clock;
  readonly debug: DebugLog;
  /** The version of qwen, for the server's information. */
  readonly version: string;
  readonly workspaceDirs: readonly string[];
  /** Starts nothing yet. */
  openTransport(plan: TransportPlan): Promise<WatchedTransport>;
}

/** What a wire tells its owner. */
export interface WireListener {
  onLost(cause: unknown): void;
  /** Over HTTP: one exchange was lost, the session may live on. */
  onExchangeLost(): void;
  onListChanged(list: ChangedList): void;
}

/** What the server said of itself when the session was initialised. */
export interface Declared {
  readonly prompts: boolean;
  readonly resources: boolean;
  readonly instructions: string | undefined;
}

export type Answer = 'reply' | 'ended' | 'nothing';

export interface Wire {
  readonly client: Client;
  /** Set as soon as the connection is over. */
  readonly lost: { readonly cause: unknown } | undefined;
  /** Why the last exchange without a reply had none, for the debug log. */
  readonly exchangeCause: unknown;
  /** Calls in flight, and all that were ever started. */
  readonly busy: number;
  readonly started: number;
  /** A loss that came before is told at once. */
  listen(listener: WireListener): void;
  watchAttempt(): AttemptWatch;
  /** Starts the transport and initialises the session. */
  initialize(): Promise<void>;
  /** Lists the tools. Rejects when that fails; closing the wire ends it, and so does the signal. */
  list(signal?: AbortSignal): Promise<readonly DiscoveredTool[]>;
  /** Known once it is initialised. */
  readonly declared: Declared;
  listPrompts(signal: AbortSignal): Promise<readonly DiscoveredPrompt[]>;
  listResources(signal: AbortSignal): Promise<readonly DiscoveredResource[]>;
  /** Sent once, whatever comes of it; counts as a call in flight. Gives the result as the peer sent it. */
  read(method: ReadMethod, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
  /** Whether any JSON-RPC reply comes, errors included; `ended`: its exchange or connection ended without. Never rejects. */
  ask(method: 'ping' | 'tools/list', signal: AbortSignal): Promise<Answer>;
  /** Nothing of it is left when this resolves. Any number of calls; never rejects. */
  close(): Promise<void>;
}

export interface WireOptions {
  readonly config: ServerConfig;
  readonly ports: WirePorts;
  readonly sdk: typeof SdkClientModule;
  readonly transport: WatchedTransport;
}

export function createWire({ config, ports, sdk, transport }: WireOptions): Wire {
  const log = (message: string, detail?: unknown): void => ports.debug('mcp', `${config.name}: ${message}`, detail);
  let listener: WireListener | undefined;
  let lost: { readonly cause: unknown } | undefined;
  let exchangeCause: unknown;
  const calls = { busy: 0, started: 0 };

  const client = sdk.createSdkClient({
    serverName: config.name,
    version: ports.version,
    workspaceDirs: ports.workspaceDirs,
    onListChanged: (list) => listener?.onListChanged(list),
  });
  transport.onlost = (cause) => {
    lost ??= { cause };
    log('connection lost', cause);
    listener?.onLost(cause);
  };
  transport.onexchangelost = (cause) => {
    exchangeCause = cause;
    log('exchange lost', cause);
    listener?.onExchangeLost();
  };
  // What a server prints may repeat what a call said, so only its size is noted.
  transport.onjunk = (text) => log(`ignored ${text.length} characters that were not JSON-RPC`);

  const send = async (method: SentRequest['method'], params?: Record<string, unknown>, signal?: AbortSignal) => {
    // The SDK never lets go of a signal; one of its own per request keeps it from cancelling what is long answered.
    const own = new AbortController();
    const cancel = (): void => own.abort('no longer wanted');
    if (signal?.aborted === true) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await sdk.sendRequest(client, { method, params, signal: own.signal });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };

  const listing = (signal?: AbortSignal): SendRequest => {
    return (method, params) => send(method, params, signal);
  };
  const { debug } = ports;
  const server = config.name;

  return {
    client,
    get lost() {
      return lost;
    },
    get exchangeCause() {
      return exchangeCause;
    },
    get busy() {
      return calls.busy;
    },
    get started() {
      return calls.started;
    },
    listen: (told) => {
      listener = told;
      if (lost !== undefined) told.onLost(lost.cause);
    },
    watchAttempt: () => new CountedWatch(transport.watchAttempt(), calls),
    initialize: () => sdk.initialize(client, transport),
    list: (signal) => discoverTools({ config, debug, send: listing(signal) }),
    get declared() {
      const { prompts, resources } = client.getServerCapabilities() ?? {};
      const instructions = boundedInstructions(client.getInstructions());
      return { prompts: prompts !== undefined, resources: resources !== undefined, instructions };
    },
    listPrompts: async (signal) =>
      snapshotPrompts(await listPages('prompts/list', 'prompts', { server, debug, send: listing(signal) })),
    listResources: async (signal) =>
      snapshotResources(await listPages('resources/list', 'resources', { server, debug, send: listing(signal) })),
    read: (method, params, signal) => inFlight(calls, () => send(method, params, signal)),
    ask: async (method, signal) => {
      const watch = transport.watchAttempt(method);
      await watch.runNow(() => send(method, undefined, signal)).catch(() => {});
      if (watch.reply !== undefined) return 'reply';
      return watch.gone ? 'ended' : 'nothing';
    },
    close: () => transport.close(),
  };
}

interface Calls {
  busy: number;
  started: number;
}

/** The same watch; counts the time inside `run` or `runNow` as a call in flight. */
class CountedWatch implements AttemptWatch {
  constructor(
    private readonly watch: AttemptWatch,
    private readonly calls: Calls,
  ) {}
  run<T>(send: () => Promise<T>): Promise<T> {
    return this.count(() => this.watch.run(send));
  }
  runNow<T>(send: () => Promise<T>): Promise<T> {
    return this.count(() => this.watch.runNow(send));
  }
  get reply(): Reply | undefined {
    return this.watch.reply;
  }
  get reach(): Reach {
    return this.watch.reach;
  }
  get gone(): boolean {
    return this.watch.gone;
  }
  get cause(): unknown {
    return this.watch.cause;
  }
  private count<T>(start: () => Promise<T>): Promise<T> {
    return inFlight(this.calls, start);
  }
}

async function inFlight<T>(calls: Calls, start: () => Promise<T>): Promise<T> {
  calls.busy += 1;
  calls.started += 1;
  try {
    return await start();
  } finally {
    calls.busy -= 1;
  }
}
