import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noDebugLog } from '../../shared/debug-log.js';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createPeers, type PeerReply } from '../../testing/scripted-peer.js';
import { planServer } from '../server-config.js';
import { createConnection } from './connection.js';
// Loaded beforehand: the connection loads it in real time, which the fake clock does not wait for.
import './sdk-client.js';

/** What may happen to a connection, in any order. */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('die' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('trouble' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('changed' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ready' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('renew' as const), back: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconnect' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 1, 60, 900, 31_000) }) },
);
/** How a peer takes one request. */
const reply = fc.oneof(
  { weight: 6, arbitrary: fc.constant<PeerReply | undefined>(undefined) },
  { weight: 1, arbitrary: fc.constant<PeerReply>('silence') },
  { weight: 1, arbitrary: fc.constant<PeerReply>('lost-exchange') },
  { weight: 1, arbitrary: fc.constant<PeerReply>({ error: { code: -32603, message: 'no' } }) },
);

it('whatever happens: one open wire at most, epochs only grow, waits end, and stop leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('stdio' as const, 'http' as const),
      fc.array(happening, { maxLength: 30 }),
      fc.infiniteStream(reply),
      async (kind, happenings, replies) => {
        const clock = createFakeClock(1_000_000);
        const peers = createPeers({ kind, onRequest: () => replies.next().value });
        const planned = planServer('s', kind === 'http' ? { httpUrl: 'http://127.0.0.1:9/' } : { command: 's' }, '/');
        if (planned.kind !== 'ok') throw new Error(planned.shown);
        const epochs: number[] = [];
        const connection = createConnection({
          config: planned.config,
          ports: { clock, debug: noDebugLog, version: '1', workspaceDirs: [], openTransport: peers.open },
          random: () => 0.5,
          health: { enabled: true, intervalMs: 30_000, failureThreshold: 2 },
          mayNotStart: () => undefined,
          onChange: () => epochs.push(connection.state.epoch),
        });
        const { signal } = new AbortController();
        const waits: Promise<unknown>[] = [connection.start()];
        for (const step of happenings) {
          const peer = peers.all.at(-1);
          const { epoch } = connection.state;
          if (step.do === 'die') peer?.die();
          if (step.do === 'trouble') peer?.trouble();
          if (step.do === 'changed') peer?.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
          if (step.do === 'ready') waits.push(connection.ready(signal));
          if (step.do === 'renew') {
            const lost = Math.max(epoch - step.back, 0);
            const renewed = connection.renew(lost, signal);
            waits.push(renewed.then((live) => expect(live === undefined || live.epoch > lost).toBe(true)));
          }
          if (step.do === 'reconnect') waits.push(connection.reconnect());
          if (step.do === 'pass') await clock.advance(step.ms);
        }
        await clock.advance(120_000);
        await Promise.all(waits);
        const stopped = connection.stop();
        await clock.advance(10_000);
        await stopped;

        const expected = peers.log.map(
          (_line, index) => `${index % 2 === 0 ? 'open' : 'close'} ${Math.floor(index / 2) + 1}`,
        );
        expect(peers.log).toEqual(expected);
        expect(peers.log).toHaveLength(2 * peers.all.length);
        expect(epochs).toEqual(epochs.toSorted((a, b) => a - b));
        expect([connection.state.kind, clock.sleepers]).toEqual(['stopped', 0]);
      },
    ),
    { numRuns: 100 },
  );
});
