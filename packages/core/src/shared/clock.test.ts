import { expect, it } from 'vitest';
import { systemClock } from './clock.js';

/** Timers that keep this process alive, as Node counts them. */
const holding = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

it('holds the process by default, and not when told so', async () => {
  const stop = new AbortController();
  const before = holding();
  const sleeps = [systemClock.sleep(60_000, stop.signal)];
  expect(holding()).toBe(before + 1);
  sleeps.push(systemClock.sleep(60_000, stop.signal, { ref: false }));
  expect(holding()).toBe(before + 1);
  stop.abort(new Error('enough'));
  for (const sleep of sleeps) await expect(sleep).rejects.toThrow('enough');
});

it('rejects at once on a signal that has fired', async () => {
  await expect(systemClock.sleep(60_000, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});
