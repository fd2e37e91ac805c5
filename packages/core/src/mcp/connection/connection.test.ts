import { afterEach, describe, expect, it } from 'vitest';
import { noDebugLog } from '../../shared/debug-log.js';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.js';
import { createPeers, type Peers, type PeerScript } from '../../testing/scripted-peer.js';
import type { McpServerEntry } from '../../settings/mcp-server-schema.js';
import { planServer, type ServerConfig } from '../server-config.js';
// Loaded beforehand: the connection loads it in real time, which the fake clock does not wait for.
import './sdk-client.js';
import { createConnection, type Connection, type ConnectionOptions } from './connection.js';

const quiet = { enabled: false, intervalMs: 30_000, failureThreshold: 3 };
const open = (): AbortSignal => new AbortController().signal;
const names = (tools: readonly { name: string }[]): string[] => tools.map(({ name }) => name);

interface Scene {
  readonly clock: FakeClock;
  readonly peers: Peers;
  readonly connection: Connection;
  readonly log: string[];
}

const scenes: Scene[] = [];

function configFor(entry: McpServerEntry): ServerConfig {
  const planned = planServer('srv', entry, '/');
  if (planned.kind !== 'ok') throw new Error(planned.shown);
  return planned.config;
}

interface SceneOptions extends PeerScript {
  readonly entry?: McpServerEntry;
  readonly health?: ConnectionOptions['health'];
  readonly mayNotStart?: () => string | undefined;
  readonly clock?: FakeClock;
}

function scene(options: SceneOptions = {}): Scene {
  const {
    entry,
    health = quiet,
    mayNotStart = () => undefined,
    clock = createFakeClock(1_000_000),
    ...script
  } = options;
  const kind = script.kind ?? 'stdio';
  const usual: McpServerEntry = kind === 'http' ? { httpUrl: 'http://127.0.0.1:9/mcp' } : { command: 'srv' };
  const peers = createPeers({ ...script, kind });
  const log: string[] = [];
  const connection = createConnection({
    config: configFor(entry ?? usual),
    ports: {
      clock,
      debug: noDebugLog,
      version: '1.2.3',
      workspaceDirs: ['/w/one', '/w/two words'],
      openTransport: peers.open,
    },
    random: () => 0.5,
    health,
    mayNotStart,
    onChange: () => {
      const { kind: now } = connection.state;
      if (log.at(-1) !== now) log.push(now);
    },
  });
  const made = { clock, peers, connection, log };
  scenes.push(made);
  return made;
}

async function readyScene(options: SceneOptions = {}): Promise<Scene> {
  const made = scene(options);
  await made.connection.start();
  expect(made.connection.state.kind).toBe('ready');
  return made;
}

afterEach(async () => {
  for (const { connection, clock } of scenes.splice(0)) {
    const stopped = connection.stop();
    await clock.advance(60_000);
    await stopped;
    expect(connection.state.kind).toBe('stopped');
    expect(clock.sleepers).toBe(0);
  }
});

describe('connecting', () => {
  it('initialises, lists, and is ready as epoch 1', async () => {
    const { connection, peers, log } = await readyScene();
    expect(names(connection.tools)).toEqual(['work']);
    expect(connection.problem).toBeUndefined();
    expect(log).toEqual(['connecting', 'ready']);
    expect(peers.all[0]?.methods).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
    expect(peers.all[0]?.messages[0]).toMatchObject({
      params: { clientInfo: { name: 'qwen-cli-mcp-client-srv', version: '1.2.3' }, capabilities: { roots: {} } },
    });
  });

  it('answers roots/list with the workspace directories', async () => {
    const { peers, clock } = await readyScene();
    const [peer] = peers.all;
    peer?.say({ jsonrpc: '2.0', id: 'r1', method: 'roots/list' });
    await clock.advance(0);
    expect(peer?.messages.at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 'r1',
      result: {
        roots: [
          { uri: 'file:///w/one', name: 'one' },
          { uri: 'file:///w/two%20words', name: 'two words' },
        ],
      },
    });
  });

  it('does not offer what it can not do: sampling is refused', async () => {
    const { peers, clock } = await readyScene();
    peers.all[0]?.say({ jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: {} });
    await clock.advance(0);
    expect(peers.all[0]?.messages.at(-1)).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  it('a stdio server that does not come up fails at once, and is not started again unasked', async () => {
    const { connection, peers, clock } = scene({ onRequest: (_request, peer) => (peer.die(), 'silence') });
    await connection.start();
    expect([connection.state.kind, connection.problem]).toEqual([
      'failed',
      'It closed the connection before it answered initialize.',
    ]);
    await clock.advance(600_000);
    expect(peers.log).toEqual(['open 1', 'close 1']);
  });

  it('a remote server that does not come up is tried again in the background, and recovers', async () => {
    const { connection, clock, peers } = scene({
      kind: 'http',
      onRequest: (_request, { nth }) => (nth < 4 ? 'lost-exchange' : undefined),
    });
    await connection.start();
    expect(connection.state.kind).toBe('waiting');
    expect(connection.problem).toBe('It closed the connection before it answered initialize.');
    await clock.advance(700);
    expect([connection.state, connection.problem]).toEqual([{ kind: 'ready', epoch: 4, shortLives: 0 }, undefined]);
    expect(peers.log).toEqual(['open 1', 'close 1', 'open 2', 'close 2', 'open 3', 'close 3', 'open 4']);
  });

  it('a remote server that refuses us is not asked again', async () => {
    const { connection, clock, peers } = scene({
      kind: 'http',
      onRequest: () => ({ error: { code: -32602, message: 'SECRET' } }),
    });
    await connection.start();
    expect([connection.state.kind, connection.problem]).toEqual([
      'failed',
      'It answered initialize with JSON-RPC error -32602.',
    ]);
    await clock.advance(600_000);
    expect(peers.all).toHaveLength(1);
  });

  it.each(['initialize', 'tools/list'])('gives up on a server that never answers %s, and ends it', async (method) => {
    const { connection, clock, peers } = scene({
      entry: { command: 'srv', discoveryTimeoutMs: 700 },
      onRequest: (request) => (request.method === method ? 'silence' : undefined),
    });
    const started = connection.start();
    await clock.advance(699);
    expect(connection.state.kind).toBe('connecting');
    await clock.advance(1);
    await started;
    expect(connection.problem).toBe(`It gave no answer to ${method} within 700 ms.`);
    expect(peers.log).toEqual(['open 1', 'close 1']);
  });

  it('initialize has the limit of a call, when that is the shorter one', async () => {
    const { connection, clock } = scene({ entry: { command: 'srv', timeout: 300 }, onRequest: () => 'silence' });
    const started = connection.start();
    await clock.advance(300);
    await started;
    expect(connection.problem).toBe('It gave no answer to initialize within 300 ms.');
  });

  it('a start that throws is a sentence too', async () => {
    const { connection } = scene({
      onStart: () => {
        throw Object.assign(new Error('spawn'), { code: 'ENOENT' });
      },
    });
    await connection.start();
    expect(connection.problem).toBe('The command "srv" was not found.');
  });

  it('does not start what may not be started, and looks again when asked', async () => {
    let refusal: string | undefined = 'Not here.';
    const { connection, peers } = scene({ mayNotStart: () => refusal });
    await connection.start();
    expect([connection.state.kind, connection.problem, peers.all.length]).toEqual(['failed', 'Not here.', 0]);
    expect(await connection.ready(open())).toBeUndefined();
    refusal = undefined;
    expect((await connection.ready(open()))?.epoch).toBe(1);
  });
});

describe('a loss', () => {
  it('is repaired in the background after 50 ms; the tools stay offered; the old end comes first', async () => {
    const { connection, peers, clock, log } = await readyScene();
    peers.all[0]?.die();
    expect(connection.state).toEqual({ kind: 'lost', epoch: 1, shortLives: 1 });
    expect(names(connection.tools)).toEqual(['work']);
    expect(connection.problem).toBe('Its connection was lost and is being repaired.');
    await clock.advance(49);
    expect(connection.state.kind).toBe('waiting');
    await clock.advance(1);
    expect(connection.state).toEqual({ kind: 'ready', epoch: 2, shortLives: 1 });
    expect(peers.log).toEqual(['open 1', 'close 1', 'open 2']);
    expect(log).toEqual(['connecting', 'ready', 'lost', 'waiting', 'connecting', 'ready']);
  });

  it('after a time of health, repair is quick again', async () => {
    const { connection, peers, clock } = await readyScene();
    await clock.advance(10_000);
    peers.all[0]?.die();
    await clock.advance(50);
    expect(connection.state).toEqual({ kind: 'ready', epoch: 2, shortLives: 0 });
  });

  it('waits for the whole old connection to be gone before it opens another', async () => {
    let letGo = (): void => {};
    const gone = new Promise<void>((resolve) => (letGo = resolve));
    const { peers, clock } = await readyScene({ onClose: ({ nth }) => (nth === 1 ? gone : Promise.resolve()) });
    peers.all[0]?.die();
    await clock.advance(5_000);
    expect(peers.log).toEqual(['open 1']);
    letGo();
    await clock.advance(100);
    expect(peers.log).toEqual(['open 1', 'close 1', 'open 2']);
  });

  it('is tried at 50, 100, 200, 400, 800 ms, then with growing pauses, ten times in all', async () => {
    const clock = createFakeClock(1_000_000);
    const triedMs: number[] = [];
    const { connection, peers } = await readyScene({
      clock,
      onStart: ({ nth }) => {
        triedMs.push(clock.now());
        if (nth > 1) throw new Error('down');
      },
    });
    await clock.advance(20_000);
    triedMs[0] = clock.now();
    peers.all[0]?.die();
    await clock.advance(600_000);
    expect(triedMs.slice(1).map((ms, index) => ms - (triedMs[index] ?? 0))).toEqual([
      50, 100, 200, 400, 800, 2_400, 4_800, 9_600, 19_200,
    ]);
    expect(connection.state.kind).toBe('failed');
  });

  it('B55 a server that starts and falls over at once is started ten times in all, then only when asked', async () => {
    const made = scene();
    const { connection, peers, clock } = made;
    await connection.start();
    for (let round = 0; round < 700; round += 1) {
      peers.all.at(-1)?.die();
      await clock.advance(100);
    }
    expect(peers.all).toHaveLength(10);
    await clock.advance(60_000);
    expect(peers.all).toHaveLength(10);
    expect([connection.state.kind, connection.problem]).toEqual([
      'failed',
      'It kept ending soon after it had started (10 tries in 5 minutes); the next call or a reconnect starts it again.',
    ]);
    expect(names(connection.tools)).toEqual(['work']);
    expect((await connection.ready(open()))?.epoch).toBe(11);
    peers.all.at(-1)?.die();
    await clock.advance(10_000);
    expect([peers.all.length, connection.state.kind]).toEqual([11, 'failed']);
    await connection.reconnect();
    expect([peers.all.length, connection.state.kind]).toEqual([12, 'ready']);
  });

  it('late events of an old epoch touch nothing', async () => {
    const { connection, peers, clock } = await readyScene();
    const [first] = peers.all;
    first?.die();
    await clock.advance(100);
    first?.transport.onlost?.(new Error('late'));
    first?.transport.onexchangelost?.(new Error('late'));
    first?.transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    await clock.advance(10_000);
    expect(connection.state).toEqual({ kind: 'ready', epoch: 2, shortLives: 1 });
    expect(peers.all).toHaveLength(2);
    expect(peers.all[1]?.methods).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
  });

  it('a folder that is no longer trusted keeps it from being repaired', async () => {
    const refusals: string[] = [];
    const { connection, peers, clock } = await readyScene({ mayNotStart: () => refusals[0] });
    refusals.push('Not any more.');
    peers.all[0]?.die();
    await clock.advance(10_000);
    expect([connection.state.kind, connection.problem, peers.all.length]).toEqual(['failed', 'Not any more.', 1]);
  });
});

describe('ready', () => {
  it('gives the live epoch at once', async () => {
    const { connection } = await readyScene();
    const [one, two] = [await connection.ready(open()), await connection.ready(open())];
    expect([one?.epoch, one === two]).toEqual([1, true]);
  });

  it('waits for the repair, and does not wait out the pause before it', async () => {
    const { connection, peers, clock } = await readyScene();
    peers.all[0]?.die();
    const live = connection.ready(open());
    await clock.advance(0);
    expect((await live)?.epoch).toBe(2);
  });

  it('is shared: eight waiting calls start one process', async () => {
    const { connection, peers, clock } = await readyScene();
    peers.all[0]?.die();
    const waiting = Promise.all(Array.from({ length: 8 }, () => connection.ready(open())));
    await clock.advance(0);
    expect((await waiting).map((live) => live?.epoch)).toEqual(Array(8).fill(2));
    expect(peers.all).toHaveLength(2);
  });

  it('a server that is back after 400 ms serves the waiting call', async () => {
    let isUp = true;
    const { connection, peers, clock } = await readyScene({
      onStart: () => {
        if (!isUp) throw new Error('down');
      },
    });
    await clock.advance(20_000);
    isUp = false;
    peers.all[0]?.die();
    const live = connection.ready(open());
    await clock.advance(400);
    isUp = true;
    await clock.advance(400);
    expect((await live)?.tools.map(({ name }) => name)).toEqual(['work']);
  });

  it('B58 fails fast once the quick tries are over, and recovers when the server is back', async () => {
    let isUp = true;
    const { connection, peers, clock } = await readyScene({
      kind: 'http',
      onStart: () => {
        if (!isUp) throw new Error('down');
      },
    });
    await clock.advance(20_000);
    isUp = false;
    peers.all[0]?.die();
    await clock.advance(180_000);
    expect(connection.state.kind).toBe('failed');
    const during = connection.ready(open());
    await clock.advance(2_300);
    expect(await during).toBeUndefined();
    isUp = true;
    expect((await connection.ready(open()))?.tools).toHaveLength(1);
  });

  it('B58 a server that is back and slow is waited for', async () => {
    let isUp = true;
    let isSlow = false;
    const clock = createFakeClock(1_000_000);
    const { connection, peers } = await readyScene({
      kind: 'http',
      clock,
      onStart: () => {
        if (!isUp) throw new Error('down');
      },
      onRequest: async () => {
        if (isSlow) await clock.sleep(2_000);
        return undefined;
      },
    });
    isUp = false;
    peers.all[0]?.die();
    await clock.advance(180_000);
    [isUp, isSlow] = [true, true];
    const next = connection.ready(open());
    await clock.advance(4_000);
    expect((await next)?.tools).toHaveLength(1);
  });

  it('does not sit out a long pause: it has the server tried at once', async () => {
    let isUp = true;
    const { connection, peers, clock } = await readyScene({
      onStart: () => {
        if (!isUp) throw new Error('down');
      },
    });
    isUp = false;
    peers.all[0]?.die();
    await clock.advance(5_000);
    expect(connection.state).toEqual({ kind: 'waiting', epoch: 7, attempt: 6, shortLives: 1 });
    isUp = true;
    const live = connection.ready(open());
    await clock.advance(0);
    expect((await live)?.epoch).toBe(8);
  });

  it('is bounded by the discovery limit', async () => {
    let isSilent = false;
    const { connection, peers, clock } = await readyScene({
      entry: { command: 'srv', discoveryTimeoutMs: 1_000 },
      onRequest: () => (isSilent ? 'silence' : undefined),
    });
    isSilent = true;
    peers.all[0]?.die();
    const live = connection.ready(open());
    await clock.advance(1_000);
    expect(await live).toBeUndefined();
  });

  it('ends with its signal', async () => {
    const { connection, peers, clock } = await readyScene({ onStart: () => {}, onClose: () => new Promise(() => {}) });
    peers.all[0]?.die();
    const abort = new AbortController();
    const live = connection.ready(abort.signal);
    abort.abort();
    expect(await live).toBeUndefined();
    scenes.pop();
    expect(clock.sleepers).toBe(0);
  });
});

describe('renew', () => {
  it('stdio: gives the next epoch, on a new process, shared', async () => {
    const { connection, peers, clock } = await readyScene();
    const lost = await connection.ready(open());
    peers.all[0]?.die();
    const renewed = Promise.all([1, 1, 1].map((epoch) => connection.renew(epoch, open())));
    await clock.advance(0);
    const fresh = await renewed;
    expect(fresh.map((live) => live?.epoch)).toEqual([2, 2, 2]);
    expect(fresh[0]?.client).not.toBe(lost?.client);
    expect(peers.log).toEqual(['open 1', 'close 1', 'open 2']);
  });

  it('an epoch that is later already is given as it is', async () => {
    const { connection, peers, clock } = await readyScene();
    peers.all[0]?.die();
    await clock.advance(100);
    expect((await connection.renew(1, open()))?.epoch).toBe(2);
    expect(peers.all[1]?.methods.filter((method) => method === 'tools/list')).toHaveLength(1);
  });

  it('HTTP: a session that lives is kept and listed again, once for all', async () => {
    let listings = 0;
    const { connection, peers } = await readyScene({
      kind: 'http',
      onRequest: ({ method }) =>
        method === 'tools/list' ? { result: { tools: [{ name: `v${(listings += 1)}` }] } } : undefined,
    });
    const first = await connection.ready(open());
    const fresh = await Promise.all([connection.renew(1, open()), connection.renew(1, open())]);
    expect(fresh.map((live) => [live?.epoch, live?.tools[0]?.name])).toEqual([
      [2, 'v2'],
      [2, 'v2'],
    ]);
    expect(fresh[0]?.client).toBe(first?.client);
    expect([peers.log, connection.state]).toEqual([['open 1'], { kind: 'ready', epoch: 2, shortLives: 0 }]);
  });

  it('HTTP: a loss after that still counts, and the next epoch is a later one', async () => {
    const { connection, peers, clock } = await readyScene({ kind: 'http' });
    await connection.renew(1, open());
    peers.all[0]?.die();
    await clock.advance(100);
    expect(connection.state).toEqual({ kind: 'ready', epoch: 3, shortLives: 1 });
  });

  it('HTTP: a session that can not be listed again is replaced', async () => {
    let isBroken = false;
    const { connection, peers, clock } = await readyScene({
      kind: 'http',
      onRequest: (_request, { nth }) => (isBroken && nth === 1 ? 'lost-exchange' : undefined),
    });
    isBroken = true;
    const renewed = connection.renew(1, open());
    await clock.advance(0);
    expect((await renewed)?.epoch).toBe(2);
    expect(peers.log).toEqual(['open 1', 'close 1', 'open 2']);
  });

  it('HTTP: a session that is silent when listed again is replaced in bounded time', async () => {
    let isSilent = false;
    const { connection, peers, clock } = await readyScene({
      kind: 'http',
      entry: { httpUrl: 'http://127.0.0.1:9/', discoveryTimeoutMs: 60_000 },
      onRequest: (_request, { nth }) => (isSilent && nth === 1 ? 'silence' : undefined),
    });
    isSilent = true;
    const renewed = connection.renew(1, open());
    await clock.advance(5_000);
    expect((await renewed)?.epoch).toBe(2);
    expect(peers.log).toEqual(['open 1', 'close 1', 'open 2']);
  });

  it('gives nothing when the server can not be had, after ten tries in short order', async () => {
    let isUp = true;
    const { connection, peers, clock } = await readyScene({
      onStart: () => {
        if (!isUp) throw new Error('down');
      },
    });
    isUp = false;
    peers.all[0]?.die();
    const renewed = connection.renew(1, open());
    await clock.advance(5_000);
    expect([await renewed, peers.all.length, connection.state.kind]).toEqual([undefined, 10, 'failed']);
  });

  it('a remote server that dies again and again, and is slow to come back, is had every time', async () => {
    const clock = createFakeClock(1_000_000);
    let upAtMs = 0;
    const { connection, peers } = await readyScene({
      kind: 'http',
      clock,
      onStart: () => {
        if (clock.now() < upAtMs) throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
      },
    });
    for (let time = 0; time < 8; time += 1) {
      const lost = connection.state.epoch;
      upAtMs = clock.now() + 2_000;
      peers.all.at(-1)?.die();
      const renewed = connection.renew(lost, open());
      await clock.advance(2_700);
      expect((await renewed)?.tools).toHaveLength(1);
    }
    expect(peers.all.length).toBeGreaterThan(10);
  });

  it('no time is lost on a wait: the first try is at once', async () => {
    const { connection, peers, clock } = await readyScene();
    const before = clock.now();
    peers.all[0]?.die();
    const renewed = connection.renew(1, open());
    await clock.advance(0);
    expect([(await renewed)?.epoch, clock.now() - before]).toEqual([2, 0]);
  });
});

describe('reconnect', () => {
  it('replaces a healthy connection; overlapping ones are one', async () => {
    const { connection, peers } = await readyScene();
    await Promise.all([connection.reconnect(), connection.reconnect(), connection.reconnect()]);
    expect([connection.state.kind, peers.log]).toEqual(['ready', ['open 1', 'close 1', 'open 2']]);
    await connection.reconnect();
    expect(peers.log).toEqual(['open 1', 'close 1', 'open 2', 'close 2', 'open 3']);
  });

  it('ends with the truth when the server is down', async () => {
    let isUp = true;
    const { connection } = await readyScene({
      onRequest: (_request, peer) => (isUp ? undefined : (peer.die(), 'silence')),
    });
    isUp = false;
    await connection.reconnect();
    expect(connection.state.kind).toBe('waiting');
    expect(connection.problem).toBe('It closed the connection before it answered initialize.');
  });

  it('B70 leaves one connection after ten', async () => {
    const { connection, peers } = await readyScene();
    for (let time = 0; time < 10; time += 1) await connection.reconnect();
    expect(connection.state.kind).toBe('ready');
    const opened = peers.log.filter((line) => line.startsWith('open')).length;
    const closed = peers.log.filter((line) => line.startsWith('close')).length;
    expect([opened, closed]).toEqual([11, 10]);
  });
});

describe('stop', () => {
  it('ends the connection and is final', async () => {
    const { connection, peers, clock } = await readyScene();
    await Promise.all([connection.stop(), connection.stop()]);
    expect([connection.state.kind, connection.tools, peers.log]).toEqual(['stopped', [], ['open 1', 'close 1']]);
    await connection.reconnect();
    await connection.start();
    expect(await connection.ready(open())).toBeUndefined();
    expect(await connection.renew(1, open())).toBeUndefined();
    peers.all[0]?.transport.onlost?.(new Error('late'));
    await clock.advance(600_000);
    expect(peers.all).toHaveLength(1);
  });

  it('ends a connect that is under way, and a start that comes through late is ended too', async () => {
    const { connection, peers } = scene({ onRequest: () => 'silence' });
    const started = connection.start();
    await new Promise((resolve) => setImmediate(resolve));
    await connection.stop();
    await started;
    expect(peers.log.filter((line) => line.startsWith('close'))).toEqual(peers.all.map(({ nth }) => `close ${nth}`));
    expect(connection.state.kind).toBe('stopped');
  });

  it('ends a wait for the next try', async () => {
    let isUp = true;
    const { connection, peers, clock } = await readyScene({
      onStart: () => {
        if (!isUp) throw new Error('down');
      },
    });
    isUp = false;
    peers.all[0]?.die();
    await clock.advance(3_000);
    const opened = peers.all.length;
    await connection.stop();
    await clock.advance(600_000);
    expect(peers.all).toHaveLength(opened);
  });

  it('answers those who wait', async () => {
    const { connection, peers } = await readyScene();
    peers.all[0]?.die();
    const waiting = [connection.ready(open()), connection.renew(1, open())];
    await connection.stop();
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  });
});

describe('tools that change', () => {
  const toolsOf = (...lists: string[][]): PeerScript['onRequest'] => {
    let listings = 0;
    return ({ method }) => {
      if (method !== 'tools/list') return undefined;
      const list = lists[Math.min(listings, lists.length - 1)] ?? [];
      listings += 1;
      return { result: { tools: list.map((name) => ({ name })) } };
    };
  };
  const CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

  it('are offered as soon as the server says so: same epoch, same client', async () => {
    const { connection, peers, clock } = await readyScene({ onRequest: toolsOf(['a'], ['a', 'b']) });
    const before = await connection.ready(open());
    peers.all[0]?.say(CHANGED);
    await clock.advance(0);
    const after = await connection.ready(open());
    expect(names(connection.tools)).toEqual(['a', 'b']);
    expect([before?.tools.length, after?.tools.length, after?.epoch]).toEqual([1, 2, 1]);
    expect(after?.client).toBe(before?.client);
  });

  it('a list that becomes empty is believed, when the same server says so', async () => {
    const { connection, peers, clock } = await readyScene({ onRequest: toolsOf(['a'], []) });
    peers.all[0]?.say(CHANGED);
    await clock.advance(0);
    expect([connection.tools, (await connection.ready(open()))?.tools]).toEqual([[], []]);
  });

  it('a listing that fails leaves the tools as they were', async () => {
    let isBroken = false;
    const { connection, peers, clock } = await readyScene({
      onRequest: ({ method }) =>
        isBroken && method === 'tools/list' ? { error: { code: -32603, message: 'SECRET' } } : undefined,
    });
    isBroken = true;
    peers.all[0]?.say(CHANGED);
    await clock.advance(0);
    expect([names(connection.tools), connection.state.kind]).toEqual([['work'], 'ready']);
  });

  it('B62 a fresh process that lists other tools: the old ones are gone', async () => {
    const { connection, peers, clock } = await readyScene({ onRequest: toolsOf(['a'], ['b']) });
    peers.all[0]?.die();
    await clock.advance(100);
    expect(names(connection.tools)).toEqual(['b']);
  });

  it('B62 a fresh process that lists nothing yet: renewal gives it as it is, the next call waits, the tools stay', async () => {
    const { connection, peers, clock } = await readyScene({ onRequest: toolsOf(['a'], [], [], [], ['a']) });
    peers.all[0]?.die();
    const renewed = connection.renew(1, open());
    await clock.advance(0);
    expect((await renewed)?.tools).toEqual([]);
    expect(names(connection.tools)).toEqual(['a']);
    const next = connection.ready(open());
    await clock.advance(1_750);
    expect((await next)?.tools.map(({ name }) => name)).toEqual(['a']);
  });

  it('B62 one that lists nothing for good is believed in the end', async () => {
    const { connection, peers, clock } = await readyScene({ onRequest: toolsOf(['a'], []) });
    peers.all[0]?.die();
    await clock.advance(100);
    expect(names(connection.tools)).toEqual(['a']);
    await clock.advance(8_000);
    expect([connection.tools, (await connection.ready(open()))?.tools]).toEqual([[], []]);
  });
});

describe('health', () => {
  const health = { enabled: true, intervalMs: 30_000, failureThreshold: 3 };

  it('B60 a wedged server says so, is replaced, and says so no more', async () => {
    let isWedged = false;
    const { connection, clock, peers } = await readyScene({
      health,
      onRequest: (_request, { nth }) => (isWedged && nth === 1 ? 'silence' : undefined),
    });
    await clock.advance(30_000);
    isWedged = true;
    await clock.advance(35_000);
    expect([connection.state.kind, connection.problem]).toEqual([
      'ready',
      'It has not answered the last health check.',
    ]);
    await clock.advance(20_100);
    expect([connection.state, connection.problem]).toEqual([{ kind: 'ready', epoch: 2, shortLives: 0 }, undefined]);
    expect(peers.log).toEqual(['open 1', 'close 1', 'open 2']);
  });

  it('what was missed before a loss is forgotten after it', async () => {
    let isSilent = false;
    const { connection, clock, peers } = await readyScene({
      health,
      onRequest: (_request, { nth }) => (isSilent && nth === 1 ? 'silence' : undefined),
    });
    await clock.advance(30_000);
    isSilent = true;
    await clock.advance(35_000);
    expect(connection.problem).toBe('It has not answered the last health check.');
    peers.all[0]?.die();
    await clock.advance(100);
    expect([connection.state.kind, connection.problem]).toEqual(['ready', undefined]);
  });

  it('B57 a server without ping is left alone', async () => {
    const { connection, clock, peers } = await readyScene({
      health,
      onRequest: ({ method }) => (method === 'ping' ? 'silence' : undefined),
    });
    await clock.advance(300_000);
    expect([connection.state.kind, connection.problem, peers.all.length]).toEqual(['ready', undefined, 1]);
  });

  it.each([-32601, -32600, -32603])('B57 JSON-RPC error %i is an answer to a ping', async (code) => {
    const { clock, peers } = await readyScene({
      health,
      onRequest: ({ method }) => (method === 'ping' ? { error: { code, message: 'no' } } : undefined),
    });
    await clock.advance(120_000);
    expect(peers.all[0]?.methods.filter((method) => method === 'ping').length).toBe(4);
    expect(peers.all).toHaveLength(1);
  });

  it('B53 a call after a lost exchange waits for the check, and gets a new session when the old one is dead', async () => {
    let isDead = false;
    const { connection, clock, peers } = await readyScene({
      kind: 'http',
      health,
      onRequest: (_request, { nth }) => (isDead && nth === 1 ? 'lost-exchange' : undefined),
    });
    isDead = true;
    peers.all[0]?.trouble();
    const next = connection.ready(open());
    await clock.advance(0);
    expect((await next)?.epoch).toBe(2);
  });

  it('B13 after a lone lost exchange the session goes on', async () => {
    const { connection, clock, peers } = await readyScene({ kind: 'http', health });
    peers.all[0]?.trouble();
    const next = connection.ready(open());
    await clock.advance(0);
    expect((await next)?.epoch).toBe(1);
    expect(peers.log).toEqual(['open 1']);
  });
});
