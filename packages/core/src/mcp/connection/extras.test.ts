import { afterEach, describe, expect, it } from 'vitest';
import { noDebugLog } from '../../shared/debug-log.js';
import { systemClock } from '../../shared/clock.js';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createPeers, type Peers, type PeerReply, type PeerRequest } from '../../testing/scripted-peer.js';
import { planServer } from '../server-config.js';
import { createConnection, type Connection } from './connection.js';

let connections: Connection[] = [];

afterEach(async () => {
  await Promise.all(connections.map((connection) => connection.stop()));
  connections = [];
});

const initialised = (capabilities: object, instructions?: string): PeerReply => ({
  result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'p', version: '1' }, instructions },
});

type Answer = (request: PeerRequest, nth: number) => PeerReply | undefined;

interface Scene {
  readonly connection: Connection;
  readonly peers: Peers;
  /** Resolves when the look finds something, now or after a change. */
  until(look: () => boolean): Promise<void>;
}

function scene(capabilities: object, answer: Answer, { instructions, clock = systemClock }: SceneOptions = {}): Scene {
  const peers = createPeers({
    onRequest: (request, { nth }) =>
      request.method === 'initialize' ? initialised(capabilities, instructions) : answer(request, nth),
  });
  const planned = planServer('srv', { command: 'x' }, '/');
  if (planned.kind !== 'ok') throw new Error(planned.shown);
  const listeners = new Set<() => void>();
  const connection = createConnection({
    config: planned.config,
    ports: { clock, debug: noDebugLog, version: '1', workspaceDirs: [], openTransport: peers.open },
    random: () => 0.5,
    health: { enabled: false, intervalMs: 1, failureThreshold: 1 },
    mayNotStart: () => undefined,
    onChange: () => listeners.forEach((listener) => listener()),
  });
  connections.push(connection);
  const until = (look: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => void (look() && resolve());
      listeners.add(check);
      check();
    });
  return { connection, peers, until };
}

interface SceneOptions {
  readonly instructions?: string;
  readonly clock?: typeof systemClock;
}

const lists: Answer = ({ method, params }) => {
  if (method === 'tools/list') return { error: { code: -32601, message: 'no tools here' } };
  if (method === 'prompts/list') return { result: { prompts: [{ name: 'ask' }] } };
  if (method !== 'resources/list') return undefined;
  return params?.['cursor'] === undefined
    ? { result: { resources: [{ uri: 'a://1' }], nextCursor: 'more' } }
    : { result: { resources: [{ uri: 'a://2', name: 'Two' }] } };
};
const both = { prompts: { listChanged: true }, resources: { listChanged: true } };
const open = (): AbortSignal => new AbortController().signal;

describe('listing', () => {
  it('a server with prompts and resources alone is there, with every page of them', async () => {
    const { connection } = scene(both, lists, { instructions: ' Be kind. ' });
    await connection.start();
    expect([connection.state.kind, connection.tools, connection.extras]).toEqual([
      'ready',
      [],
      {
        prompts: [{ name: 'ask' }],
        resources: [
          { uri: 'a://1', name: 'a://1' },
          { uri: 'a://2', name: 'Two' },
        ],
        readsResources: true,
        instructions: 'Be kind.',
      },
    ]);
  });

  it('asks for what was declared only', async () => {
    const { connection, peers } = scene({ tools: {} }, lists);
    await connection.start();
    expect(peers.all[0]!.methods).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
  });

  it.each<[string, PeerReply]>([
    ['an error', { error: { code: -32603, message: 'x' } }],
    ['an unknown method', { error: { code: -32601, message: 'x' } }],
    ['no list', { result: {} }],
  ])('%s costs that list alone', async (_name, reply) => {
    const { connection } = scene({ tools: {}, ...both }, (request, nth) =>
      request.method === 'prompts/list' ? reply : lists(request, nth),
    );
    await connection.start();
    expect([connection.state.kind, connection.extras.prompts, connection.extras.resources.length]).toEqual([
      'ready',
      [],
      2,
    ]);
  });

  it('is there before a list that does not come, and settles at the limit', async () => {
    const clock = createFakeClock();
    await import('./sdk-client.js');
    const { connection, until } = scene(
      both,
      (request, nth) => (request.method === 'prompts/list' ? 'silence' : lists(request, nth)),
      {
        clock,
      },
    );
    let settled = false;
    const started = connection.start().then(() => (settled = true));
    await until(() => connection.extras.resources.length === 2);
    expect([connection.state.kind, settled]).toEqual(['ready', false]);
    await clock.advance(30_000);
    await started;
    expect(connection.extras.prompts).toEqual([]);
  });

  it.each(['prompts', 'resources'] as const)('%s are listed again when the server says so', async (what) => {
    let more = false;
    const { connection, peers, until } = scene(both, (request, nth) => {
      if (!more || request.method !== `${what}/list`) return lists(request, nth);
      return { result: { [what]: [{ name: 'new', uri: 'new://' }] } };
    });
    await connection.start();
    more = true;
    peers.all[0]!.say({ jsonrpc: '2.0', method: `notifications/${what}/list_changed` });
    await until(() => connection.extras[what].some(({ name }) => name === 'new'));
    expect(connection.extras[what]).toHaveLength(1);
  });

  it('stays known while the server is away, and is gone once it was stopped', async () => {
    const { connection, peers } = scene(both, lists);
    await connection.start();
    peers.all[0]!.die();
    expect(connection.extras.prompts).toEqual([{ name: 'ask' }]);
    await connection.stop();
    expect(connection.extras).toEqual({ prompts: [], resources: [], readsResources: false, instructions: undefined });
  });
});

describe('reading', () => {
  const request = { method: 'resources/read', params: { uri: 'a://1' } } as const;

  it('gives what the server sent', async () => {
    const result = { contents: [{ uri: 'a://1', text: 'hello' }] };
    const { connection, peers } = scene(both, (asked, nth) =>
      asked.method === request.method ? { result } : lists(asked, nth),
    );
    expect(await connection.read(request, open())).toEqual(result);
    expect(peers.all[0]!.messages.at(-1)).toMatchObject(request);
  });

  it.each<[string, PeerReply | 'death', string, string]>([
    [
      'an error',
      { error: { code: -32002, message: 'SECRET' } },
      'mcp_call_failed',
      'MCP server "srv" answered with an error or lost its connection, so nothing was read.',
    ],
    [
      'a connection that ends',
      'death',
      'mcp_call_failed',
      'MCP server "srv" answered with an error or lost its connection, so nothing was read.',
    ],
  ])('%s ends it in one sentence, and it is not sent again', async (_name, reply, code, shown) => {
    const { connection, peers } = scene(both, (asked, nth) => {
      if (asked.method !== request.method) return lists(asked, nth);
      if (reply !== 'death') return reply;
      peers.all[0]!.die();
      return 'silence';
    });
    await expect(connection.read(request, open())).rejects.toMatchObject({ code, shown });
    const sent = peers.all.flatMap(({ methods }) => methods).filter((method) => method === request.method);
    expect(sent).toHaveLength(1);
  });

  it('a server that is not there, and one that was stopped', async () => {
    const { connection } = scene(both, lists);
    await connection.stop();
    await expect(connection.read(request, open())).rejects.toMatchObject({
      code: 'mcp_connection_lost',
      shown: 'MCP server "srv" is not available now, so nothing was read.',
    });
  });

  it('an abort ends it', async () => {
    const over = new AbortController();
    const { connection } = scene(both, (asked, nth) => {
      if (asked.method !== request.method) return lists(asked, nth);
      over.abort();
      return 'silence';
    });
    await expect(connection.read(request, over.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
