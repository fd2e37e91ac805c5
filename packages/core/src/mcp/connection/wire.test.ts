import { expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createPeers, type Peer, type PeerScript } from '../../testing/scripted-peer.js';
import { planServer } from '../server-config.js';
import * as sdk from './sdk-client.js';
import { createWire, type Wire, type WireListener } from './wire.js';

interface Scene {
  readonly wire: Wire;
  readonly peer: Peer;
  readonly told: string[];
  readonly log: [message: string, detail: unknown][];
}

async function scene(script: PeerScript = {}): Promise<Scene> {
  const planned = planServer('srv', { command: 'x' }, '/');
  if (planned.kind !== 'ok') throw new Error(planned.shown);
  const peers = createPeers(script);
  const transport = await peers.open();
  const log: [string, unknown][] = [];
  const debug = (_scope: string, message: string, detail: unknown): void => void log.push([message, detail]);
  const ports = { clock: createFakeClock(), debug, version: '1', workspaceDirs: [], openTransport: peers.open };
  const wire = createWire({ config: planned.config, ports, sdk, transport });
  await wire.initialize();
  return { wire, peer: peers.all[0]!, told: [], log };
}

const listener = (told: string[]): WireListener => ({
  onLost: () => told.push('lost'),
  onExchangeLost: () => told.push('exchange lost'),
  onListChanged: () => told.push('changed'),
});

const open = (): AbortSignal => new AbortController().signal;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('tells its listener what happens', async () => {
  const { wire, peer, told } = await scene();
  wire.listen(listener(told));
  peer.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  await turn();
  peer.trouble();
  peer.die();
  expect([told, wire.lost?.cause]).toEqual([['changed', 'exchange lost', 'lost'], new Error('scripted death')]);
});

it('tells a listener that comes late of the loss before it', async () => {
  const { wire, peer, told } = await scene();
  peer.die();
  wire.listen(listener(told));
  expect(told).toEqual(['lost']);
});

it('counts calls in flight, whatever their end', async () => {
  const { wire } = await scene();
  let finish = (): void => {};
  const first = wire.watchAttempt().run(() => new Promise<void>((resolve) => (finish = resolve)));
  const second = wire.watchAttempt().run(() => Promise.reject(new Error('no')));
  expect([wire.busy, wire.started]).toEqual([2, 2]);
  await expect(second).rejects.toThrow('no');
  expect([wire.busy, wire.started]).toEqual([1, 2]);
  finish();
  await first;
  expect([wire.busy, wire.started]).toEqual([0, 2]);
});

it('the watch it gives sees the call and its reply', async () => {
  const { wire } = await scene({
    onRequest: ({ method }) => (method === 'tools/call' ? { result: { content: [] } } : undefined),
  });
  const watch = wire.watchAttempt();
  await watch.run(() => wire.client.callTool({ name: 'a', arguments: {} }));
  expect([watch.reply, watch.reach, watch.gone, watch.cause]).toEqual([
    { kind: 'result', result: { content: [] } },
    'unanswered',
    false,
    undefined,
  ]);
});

it.each([
  ['a result', { result: {} }, 'reply'],
  ['an error', { error: { code: -32601, message: 'no' } }, 'reply'],
  ['an exchange that ends without a reply', 'lost-exchange', 'ended'],
] as const)('asked, %s', async (_name, answer, expected) => {
  const { wire } = await scene({ onRequest: ({ method }) => (method === 'ping' ? answer : undefined) });
  expect(await wire.ask('ping', open())).toBe(expected);
});

it('asked, silence until the signal; only what is still open is cancelled', async () => {
  const { wire, peer } = await scene({ onRequest: ({ method }) => (method === 'ping' ? 'silence' : undefined) });
  const abort = new AbortController();
  expect(await wire.ask('tools/list', abort.signal)).toBe('reply');
  const asked = wire.ask('ping', abort.signal);
  await turn();
  abort.abort();
  expect(await asked).toBe('nothing');
  await turn();
  const cancelled = peer.messages.filter(
    (message) => 'method' in message && message.method === 'notifications/cancelled',
  );
  expect(cancelled).toMatchObject([{ params: { requestId: 2, reason: 'no longer wanted' } }]);
});

it('a signal that has fired asks nothing', async () => {
  const { wire, peer } = await scene();
  expect(await wire.ask('ping', AbortSignal.abort())).toBe('nothing');
  expect(peer.methods).not.toContain('ping');
});

it('notes how much was junk, never what it said', async () => {
  const { peer, log } = await scene();
  peer.transport.onjunk?.('SECRET');
  expect(log.at(-1)).toEqual(['srv: ignored 6 characters that were not JSON-RPC', undefined]);
});
