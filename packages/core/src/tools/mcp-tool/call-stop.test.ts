import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.js';
import { MAX_TIMER_MS, startCallStop, type StopReason } from './call-stop.js';

function start(deadlineMs = 1_000, user = new AbortController()) {
  const clock = createFakeClock();
  return { clock, user, stop: startCallStop({ signal: user.signal, deadlineMs, clock }) };
}

describe('the first reason wins', () => {
  it.each<[string, StopReason, string, (started: ReturnType<typeof start>) => unknown]>([
    ['the user', 'cancelled', 'cancelled by the user', ({ user }) => user.abort()],
    ['the deadline', 'deadline', 'timed out', ({ clock }) => clock.advance(1_000)],
    ['the idle clock', 'idle', 'no answer and no progress in time', ({ stop }) => stop.stop('idle')],
  ])('%s', async (_name, reason, said, cause) => {
    const started = start();
    await cause(started);
    started.stop.stop('idle');
    started.user.abort();
    await started.clock.advance(1_000);
    expect([started.stop.reason, started.stop.signal.reason]).toEqual([reason, said]);
  });

  it('RB-14 a signal that was aborted before counts at once', () => {
    const user = new AbortController();
    user.abort();
    const { stop } = start(1_000, user);
    expect([stop.reason, stop.signal.aborted]).toEqual(['cancelled', true]);
  });
});

it('the next attempt has a signal of its own, until the call is stopped', () => {
  const { stop, user } = start();
  const first = stop.signal;
  stop.nextAttempt();
  const second = stop.signal;
  user.abort();
  stop.nextAttempt();
  expect([first.aborted, second.aborted, stop.signal === second]).toEqual([false, true, true]);
});

it('nothing fires once the call is over', async () => {
  const { stop, user, clock } = start();
  stop.end();
  user.abort();
  await clock.advance(1_000);
  expect([stop.reason, stop.signal.aborted, clock.sleepers]).toEqual([undefined, false, 0]);
});

it.each([MAX_TIMER_MS + 1, Number.POSITIVE_INFINITY])('a deadline of %i ms is not over at once', (deadlineMs) => {
  const asked: number[] = [];
  const clock = createFakeClock();
  const stop = startCallStop({
    signal: new AbortController().signal,
    deadlineMs,
    clock: {
      ...clock,
      after: (ms, run) => {
        asked.push(ms);
        return clock.after(ms, run);
      },
    },
  });
  stop.end();
  expect(asked).toEqual([MAX_TIMER_MS]);
});
