import { describe, expect, it } from 'vitest';
import { systemClock } from './clock.js';

describe('systemClock', () => {
  it('sleeps, and wakes with the reason of the signal that ends the sleep', async () => {
    await systemClock.sleep(1);
    const stop = new AbortController();
    const sleeping = systemClock.sleep(60_000, stop.signal);
    stop.abort('enough');
    await expect(sleeping).rejects.toBe('enough');
  });

  it('calls once the time is up, unless that is taken back', async () => {
    const called: string[] = [];
    const takeBack = systemClock.after(1, () => called.push('taken back'));
    takeBack();
    await new Promise<void>((resolve) => systemClock.after(5, resolve));
    expect(called).toEqual([]);
  });
});
