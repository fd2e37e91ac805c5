import { expect, it } from 'vitest';
import { transition, type ConnectionEvent, type ConnectionState } from './transition.js';

const states = {
  waiting: { kind: 'waiting', epoch: 4, attempt: 2, shortLives: 1 },
  connecting: { kind: 'connecting', epoch: 4, attempt: 2, shortLives: 1 },
  ready: { kind: 'ready', epoch: 4, shortLives: 1 },
  lost: { kind: 'lost', epoch: 4, shortLives: 1 },
  failed: { kind: 'failed', epoch: 4 },
  stopped: { kind: 'stopped', epoch: 4 },
} satisfies Record<string, ConnectionState>;

const events = {
  wake: { type: 'wake' },
  opened: { type: 'opened', epoch: 4 },
  missed: { type: 'missed', epoch: 4 },
  'lost, stable': { type: 'lost', epoch: 4, stable: true },
  'lost, not stable': { type: 'lost', epoch: 4, stable: false },
  ended: { type: 'ended', epoch: 4 },
  renewed: { type: 'renewed', epoch: 4 },
  'give-up': { type: 'give-up' },
  revive: { type: 'revive' },
  stop: { type: 'stop' },
} satisfies Record<string, ConnectionEvent>;

type StateName = keyof typeof states;
type EventName = keyof typeof events;

const stopped: ConnectionState = { kind: 'stopped', epoch: 4 };

/** Every cell that moves; each of the other cells of states × events must be refused. */
const MOVES: Record<StateName, Partial<Record<EventName, ConnectionState>>> = {
  waiting: {
    wake: { kind: 'connecting', epoch: 5, attempt: 3, shortLives: 1 },
    'give-up': { kind: 'failed', epoch: 4 },
    stop: stopped,
  },
  connecting: {
    opened: { kind: 'ready', epoch: 4, shortLives: 1 },
    missed: { kind: 'waiting', epoch: 4, attempt: 2, shortLives: 1 },
    stop: stopped,
  },
  ready: {
    'lost, stable': { kind: 'lost', epoch: 4, shortLives: 0 },
    'lost, not stable': { kind: 'lost', epoch: 4, shortLives: 2 },
    renewed: { kind: 'ready', epoch: 5, shortLives: 1 },
    stop: stopped,
  },
  lost: { ended: { kind: 'waiting', epoch: 4, attempt: 0, shortLives: 1 }, stop: stopped },
  failed: { revive: { kind: 'waiting', epoch: 4, attempt: 0, shortLives: 0 }, stop: stopped },
  stopped: {},
};

const names = Object.keys as <K extends string>(of: Record<K, unknown>) => K[];
const cells = names(states).flatMap((state) => names(events).map((event): [StateName, EventName] => [state, event]));

it('covers 6 states and 10 events', () => expect(cells).toHaveLength(60));

it.each(cells)('%s × %s', (state, event) => {
  expect(transition(states[state], events[event])).toEqual(MOVES[state][event]);
});

const numbered = cells.filter(([, event]) => 'epoch' in events[event]);

it.each(numbered)('%s × %s of another epoch is refused', (state, event) => {
  for (const epoch of [3, 5]) {
    expect(transition(states[state], { ...events[event], epoch } as ConnectionEvent)).toBeUndefined();
  }
});
