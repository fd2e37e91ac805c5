import { afterEach, expect, it } from 'vitest';
import type { McpServerEntry } from '../settings/mcp-server-schema.js';
import { systemClock } from '../shared/clock.js';
import { noDebugLog } from '../shared/debug-log.js';
import { createPeers, type Peers, type PeerScript } from '../testing/scripted-peer.js';
import { createMcpManager, type McpManager } from './manager.js';
import { planServer, type ServerConfig } from './server-config.js';

let managers: McpManager[] = [];
afterEach(async () => {
  await Promise.all(managers.map((manager) => manager.stop()));
  managers = [];
});

const config = (name: string, entry: McpServerEntry = {}): ServerConfig => {
  const planned = planServer(name, { command: name, ...entry }, '/');
  if (planned.kind !== 'ok') throw new Error(planned.shown);
  return planned.config;
};

/** A manager of servers that each have peers of their own, by command. */
function manage(names: string[], script: PeerScript = {}): { manager: McpManager; peersOf(name: string): Peers } {
  const peers = new Map<string, Peers>();
  const peersOf = (name: string): Peers => {
    const known = peers.get(name) ?? createPeers(script);
    peers.set(name, known);
    return known;
  };
  const manager = createMcpManager({
    servers: names.map((name) => config(name)),
    trustReader: () => ({ server: true, workspace: true }),
    clock: systemClock,
    random: () => 0.5,
    debug: noDebugLog,
    openTransport: (plan) => peersOf(plan.kind === 'stdio' ? plan.command : plan.kind).open(),
    workspaceDirs: [],
    version: '1',
    settings: { health: { enabled: false } },
  });
  managers.push(manager);
  return { manager, peersOf };
}

const states = (manager: McpManager): string[] => manager.states().map(({ name, state }) => `${name} ${state}`);

it('adds, keeps, replaces and removes', async () => {
  const { manager, peersOf } = manage(['kept', 'changed', 'removed']);
  await manager.start();
  await manager.apply([config('new'), config('changed', { timeout: 5 }), config('kept')]);
  expect(states(manager)).toEqual(['new ready', 'changed ready', 'kept ready']);
  expect(['kept', 'changed', 'removed', 'new'].map((name) => peersOf(name).log)).toEqual([
    ['open 1'],
    ['open 1', 'close 1', 'open 2'],
    ['open 1', 'close 1'],
    ['open 1'],
  ]);
  expect(manager.tools().map(({ link, tool }) => `${link.name} ${tool.name}`)).toEqual([
    'new work',
    'changed work',
    'kept work',
  ]);
});

it.each<[string, McpServerEntry]>([
  ['another command', { command: 'other' }],
  ['another argument', { args: ['a'] }],
  ['another environment', { env: { A: '1' } }],
  ['another working directory', { cwd: '/tmp' }],
  ['another address', { httpUrl: 'http://127.0.0.1:9/a' }],
  ['tools left out', { excludeTools: ['work'] }],
  ['another way to send keys', { idempotency: { '*': { meta: 'k' } } }],
])('%s is another server', async (_name, entry) => {
  const { manager, peersOf } = manage(['srv']);
  await manager.start();
  await manager.apply([config('srv', entry)]);
  expect(peersOf('srv').log.slice(0, 2)).toEqual(['open 1', 'close 1']);
});

it('another address of a remote server is another server', async () => {
  const { manager, peersOf } = manage([]);
  const remote = (path: string): ServerConfig => config('web', { httpUrl: `http://127.0.0.1:9/${path}` });
  for (const path of ['a', 'a', 'b']) await manager.apply([remote(path)]);
  expect(peersOf('http').log).toEqual(['open 1', 'close 1', 'open 2']);
});

it('a removed server is not revived by what it still says, nor through an old link', async () => {
  const { manager, peersOf } = manage(['srv']);
  await manager.start();
  const [link] = manager.links();
  await manager.apply([]);
  peersOf('srv').all[0]?.die();
  peersOf('srv').all[0]?.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  const { signal } = new AbortController();
  expect(await Promise.all([link?.ready(signal), link?.renew(1, signal)])).toEqual([undefined, undefined]);
  expect([manager.states(), manager.tools(), manager.links()]).toEqual([[], [], []]);
  expect(await manager.reconnect('srv')).toEqual({ ok: false, shown: 'There is no MCP server called "srv".' });
  expect(peersOf('srv').log).toEqual(['open 1', 'close 1']);
});

it('a server that was stopped starts again when the settings name it', async () => {
  const { manager, peersOf } = manage(['srv']);
  await manager.start();
  await manager.stopServer('srv');
  await manager.apply([config('srv')]);
  expect([states(manager), peersOf('srv').log]).toEqual([['srv ready'], ['open 1', 'close 1', 'open 2']]);
});

it('one after the other; the last one holds', async () => {
  const { manager, peersOf } = manage(['a']);
  await Promise.all([manager.start(), manager.apply([config('b')]), manager.apply([config('c')])]);
  expect(states(manager)).toEqual(['c ready']);
  expect(peersOf('b').log).toEqual(['open 1', 'close 1']);
});

it('stop waits for what is on its way out, and nothing is applied after it', async () => {
  let release = (): void => {};
  const closing = new Promise<void>((resolve) => (release = resolve));
  const { manager, peersOf } = manage(['srv'], { onClose: () => closing });
  await manager.start();
  const applied = manager.apply([]);
  const late = manager.apply([config('late')]);
  await Promise.resolve();
  let stopped = false;
  const stop = manager.stop().then(() => (stopped = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  release();
  await Promise.all([applied, late, stop]);
  expect([states(manager), peersOf('late').log]).toEqual([[], []]);
});

it('tells listeners what a removed server no longer offers', async () => {
  const { manager } = manage(['srv']);
  await manager.start();
  const changes: unknown[] = [];
  manager.onChange(({ report, tools }) => changes.push([report.state, tools]));
  await manager.apply([]);
  expect(changes).toEqual([['stopped', { added: [], removed: ['work'], changed: [] }]]);
});

it('reads from a server, and only in a folder that is trusted', async () => {
  let workspace = true;
  const peers = createPeers({
    onRequest: ({ method }) => (method === 'resources/read' ? { result: { contents: [] } } : undefined),
  });
  const manager = createMcpManager({
    servers: [config('srv')],
    trustReader: () => ({ server: true, workspace }),
    clock: systemClock,
    random: () => 0.5,
    debug: noDebugLog,
    openTransport: peers.open,
    workspaceDirs: [],
    version: '1',
    settings: { health: { enabled: false } },
  });
  managers.push(manager);
  await manager.start();
  const { signal } = new AbortController();
  const read = (server: string): Promise<unknown> =>
    manager.read(server, { method: 'resources/read', params: { uri: 'a://1' } }, signal).catch(({ shown }) => shown);
  expect(await read('srv')).toEqual({ contents: [] });
  expect(await read('other')).toBe('There is no MCP server called "other".');
  workspace = false;
  expect(await read('srv')).toBe('MCP server "srv" can\'t be read from: this folder is not trusted.');
  expect(peers.all[0]?.methods.filter((method) => method === 'resources/read')).toHaveLength(1);
});
