/**
 * A server in memory that lives through epochs, each with its own list of tools, behind the link that MCP tools are
 * built on. What arrived is kept, so that a test can count what really ran.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { parseHints } from '../mcp/discovery/hints.js';
import type { DiscoveredTool, LiveServer, ServerLink } from '../mcp/types.js';
import { createScriptedTransport, type ScriptedTransport, type WireCall } from './scripted-transport.js';

/** A tool as `tools/list` would send it. */
export interface ScriptedTool {
  readonly name: string;
  readonly annotations?: unknown;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
}

export interface ArrivedCall extends WireCall {
  readonly epoch: number;
  /** How many calls arrived before it, in any epoch. */
  readonly nth: number;
}

export interface ScriptedServerOptions {
  /** What each epoch lists, oldest first; undefined: that connect fails, as every one after the last. */
  readonly epochs: readonly (readonly ScriptedTool[] | undefined)[];
  play(call: ArrivedCall): void;
  trust?(): ReturnType<ServerLink['trust']>;
  /** Awaited before each renewal. */
  beforeRenew?(signal: AbortSignal): Promise<void>;
  readonly link?: Partial<Pick<ServerLink, 'name' | 'callTimeoutMs' | 'idleTimeoutMs' | 'useCallable'>>;
}

export interface ScriptedServer {
  readonly link: ServerLink;
  readonly arrived: readonly ArrivedCall[];
  /** Request ids that the client gave up on, as `epoch:id`. */
  readonly cancelled: readonly string[];
  /** Epochs that renewals were asked to follow on. */
  readonly renewed: readonly number[];
  /** Ends the present connection, between calls or during one. */
  die(): void;
}

export function createScriptedServer({
  epochs,
  play,
  trust,
  beforeRenew,
  link,
}: ScriptedServerOptions): ScriptedServer {
  const arrived: ArrivedCall[] = [];
  const cancelled: string[] = [];
  const renewed: number[] = [];
  let opened = 0;
  let live: LiveServer | undefined;
  let wire: ScriptedTransport | undefined;

  const open = async (): Promise<LiveServer | undefined> => {
    const tools = epochs[opened];
    opened += 1;
    if (tools === undefined) return undefined;
    const epoch = opened;
    const transport = createScriptedTransport({
      onCall: (call) => {
        const seen = { ...call, epoch, nth: arrived.length };
        arrived.push(seen);
        play(seen);
      },
      onCancelled: (id) => cancelled.push(`${epoch}:${String(id)}`),
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    wire = transport;
    transport.onlost = () => {
      if (live?.epoch === epoch) live = undefined;
    };
    return { epoch, tools: tools.map(discovered), client, watchAttempt: () => transport.watchAttempt() };
  };

  return {
    link: {
      name: 'srv',
      transport: 'sdk',
      callTimeoutMs: 60_000,
      idleTimeoutMs: undefined,
      useCallable: false,
      ...link,
      trust: () => trust?.() ?? { server: true, workspace: true },
      ready: async () => (live ??= await open()),
      renew: async (lostEpoch, signal) => {
        renewed.push(lostEpoch);
        await beforeRenew?.(signal);
        if (signal.aborted) return undefined;
        if (live === undefined || live.epoch <= lostEpoch) live = await open();
        return live;
      },
    },
    arrived,
    cancelled,
    renewed,
    die: () => wire?.die(new Error('scripted death')),
  };
}

const discovered = ({ name, annotations, inputSchema = { type: 'object' } }: ScriptedTool): DiscoveredTool => ({
  name,
  title: undefined,
  description: `the scripted tool ${name}`,
  inputSchema,
  hints: parseHints(annotations),
});
