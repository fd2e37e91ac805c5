import { expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.js';
import { startMonitor, type Monitor, type Subject } from './monitor.js';

type Asked = 'ping' | 'tools/list';
type Behaviour = 'reply' | 'ended' | 'nothing' | 'never';

interface Scene {
  readonly clock: FakeClock;
  readonly monitor: Monitor;
  readonly asked: Asked[];
  readonly subject: { -readonly [K in keyof Subject]: Subject[K] };
  readonly told: (number | 'dead')[];
  behave(behaviour: (method: Asked) => Behaviour): void;
}

function scene({ enabled = true, failureThreshold = 3 } = {}): Scene {
  const clock = createFakeClock();
  const asked: Asked[] = [];
  const told: (number | 'dead')[] = [];
  let behave: (method: Asked) => Behaviour = () => 'reply';
  const subject: Scene['subject'] = {
    busy: 0,
    started: 0,
    lost: undefined,
    ask: (method, signal) => {
      asked.push(method);
      const answer = behave(method);
      if (answer !== 'never') return Promise.resolve(answer);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('nothing')));
    },
  };
  const monitor = startMonitor({
    clock,
    settings: { enabled, intervalMs: 30_000, failureThreshold },
    subject,
    onDead: () => told.push('dead'),
    onMisses: (misses) => told.push(misses),
  });
  return { clock, monitor, asked, subject, told, behave: (behaviour) => (behave = behaviour) };
}

it('asks an idle server once an interval', async () => {
  const { clock, monitor, asked, told } = scene();
  await clock.advance(29_999);
  expect(asked).toEqual([]);
  await clock.advance(60_001);
  expect([asked, told]).toEqual([
    ['ping', 'ping', 'ping'],
    [0, 0, 0],
  ]);
  monitor.stop();
  expect(clock.sleepers).toBe(0);
});

it('asks nothing when switched off, not even after a lost exchange', async () => {
  const { clock, monitor, asked } = scene({ enabled: false });
  await monitor.checkNow();
  await clock.advance(300_000);
  expect([asked, clock.sleepers]).toEqual([[], 0]);
});

it('B56 never asks while a call is in flight', async () => {
  const { clock, monitor, asked, subject, told } = scene();
  subject.busy = 1;
  await clock.advance(150_000);
  expect([asked, told.includes('dead')]).toEqual([[], false]);
  subject.busy = 0;
  await clock.advance(30_000);
  expect(asked).toEqual(['ping']);
  monitor.stop();
});

it('B56 a check that a call came into says nothing', async () => {
  const { clock, monitor, asked, subject, told, behave } = scene({ failureThreshold: 1 });
  await clock.advance(30_000);
  behave(() => 'never');
  await clock.advance(30_000);
  subject.started = 1;
  subject.busy = 1;
  await clock.advance(300_000);
  expect([asked, told.includes('dead')]).toEqual([['ping', 'ping'], false]);
  monitor.stop();
});

it.each<[string, (method: Asked) => Behaviour, Asked[]]>([
  ['is silent to ping', (method) => (method === 'ping' ? 'never' : 'reply'), ['ping', 'tools/list', 'tools/list']],
  [
    'answers a ping with no reply',
    (method) => (method === 'ping' ? 'ended' : 'reply'),
    ['ping', 'tools/list', 'tools/list'],
  ],
])('B57 a server that %s but lists its tools is alive', async (_name, behaviour, expected) => {
  const { clock, monitor, asked, told, behave } = scene();
  behave(behaviour);
  await clock.advance(70_000);
  expect([asked, told]).toEqual([expected, [0, 0]]);
  monitor.stop();
});

it('B60 a server that used to answer and is silent now is given up at the threshold', async () => {
  const { clock, monitor, told, behave } = scene();
  await clock.advance(30_000);
  behave(() => 'never');
  await clock.advance(35_000);
  expect(told).toEqual([0, 1]);
  await clock.advance(20_000);
  expect(told).toEqual([0, 1, 2, 0, 'dead']);
  monitor.stop();
});

it('B60 one that was silent from the first check on is given up too', async () => {
  const { clock, monitor, told, behave, asked } = scene();
  behave(() => 'never');
  await clock.advance(60_000);
  expect(told).toEqual([1, 2, 0, 'dead']);
  expect(asked).toEqual(['ping', 'tools/list', 'tools/list', 'tools/list']);
  monitor.stop();
});

it('one that recovers in time is left alone', async () => {
  const { clock, monitor, told, behave } = scene();
  await clock.advance(30_000);
  behave(() => 'never');
  await clock.advance(45_000);
  behave(() => 'reply');
  await clock.advance(60_000);
  expect(told).toEqual([0, 1, 2, 0, 0]);
  monitor.stop();
});

it('B53 a lost exchange and a rejected check right after it: given up at once', async () => {
  const { clock, monitor, told, asked, behave } = scene();
  behave(() => 'ended');
  const check = monitor.checkNow();
  await clock.advance(0);
  await check;
  expect([asked, told]).toEqual([
    ['ping', 'tools/list'],
    [0, 'dead'],
  ]);
  monitor.stop();
});

it('B13 a lone lost exchange changes nothing', async () => {
  const { clock, monitor, told } = scene();
  const check = monitor.checkNow();
  await clock.advance(0);
  await check;
  expect(told).toEqual([0]);
  monitor.stop();
});

it('a connection that ends during a check is not reported a second time', async () => {
  const { clock, monitor, told, subject, behave } = scene({ failureThreshold: 1 });
  behave(() => {
    subject.lost = {};
    return 'ended';
  });
  await clock.advance(30_000);
  expect(told).toEqual([0]);
  monitor.stop();
});

it('stop ends a check that is under way, and tells nobody', async () => {
  const { clock, monitor, told, behave } = scene();
  behave(() => 'never');
  await clock.advance(31_000);
  monitor.stop();
  await clock.advance(300_000);
  expect([told, clock.sleepers]).toEqual([[], 0]);
});
