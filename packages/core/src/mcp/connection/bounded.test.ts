import { expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.js';
import { bounded } from './bounded.js';

const never = new Promise<never>(() => {});
const open = (): AbortSignal => new AbortController().signal;

it('gives the value of work done in time, and leaves no timer', async () => {
  const clock = createFakeClock();
  expect(await bounded(Promise.resolve(7), { clock, limitMs: 100, signal: open() })).toEqual({
    kind: 'done',
    value: 7,
  });
  expect(clock.sleepers).toBe(0);
});

it('is late after the limit', async () => {
  const clock = createFakeClock();
  const waiting = bounded(never, { clock, limitMs: 100, signal: open() });
  await clock.advance(100);
  expect(await waiting).toEqual({ kind: 'late' });
});

it('ends with its signal, and leaves no timer', async () => {
  const clock = createFakeClock();
  const abort = new AbortController();
  const waiting = bounded(never, { clock, limitMs: 100, signal: abort.signal });
  abort.abort();
  expect([await waiting, clock.sleepers]).toEqual([{ kind: 'aborted' }, 0]);
});

it('does not wait at all on a signal that has fired', async () => {
  const clock = createFakeClock();
  const signal = AbortSignal.abort();
  expect(await bounded(Promise.reject(new Error('late')), { clock, limitMs: 1, signal })).toEqual({ kind: 'aborted' });
});

it('passes a failure on', async () => {
  const clock = createFakeClock();
  await expect(bounded(Promise.reject(new Error('no')), { clock, limitMs: 1, signal: open() })).rejects.toThrow('no');
  expect(clock.sleepers).toBe(0);
});
