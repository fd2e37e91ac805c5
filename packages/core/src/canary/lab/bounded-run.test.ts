import { expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.js';
import { boundedRun } from './bounded-run.js';

const never = (signal: AbortSignal): Promise<string> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
const signal = new AbortController().signal;

it('hands on what the work gives, and what it throws', async () => {
  const clock = createFakeClock();
  expect(await boundedRun(async () => 'x', { clock, limitMs: 10, signal })).toEqual({ kind: 'done', value: 'x' });
  const failing = boundedRun(() => Promise.reject(new Error('no')), { clock, limitMs: 10, signal });
  await expect(failing).rejects.toThrow('no');
});

it('gives up at the limit, and says so to the work', async () => {
  const clock = createFakeClock();
  let stopped = false;
  const running = boundedRun(
    (stop) => {
      stop.addEventListener('abort', () => {
        stopped = true;
      });
      return never(stop);
    },
    { clock, limitMs: 10, signal },
  );
  await clock.advance(10);
  expect([await running, stopped]).toEqual([{ kind: 'late' }, true]);
});

it('ends with the lab', async () => {
  const stop = new AbortController();
  const running = boundedRun(never, { clock: createFakeClock(), limitMs: 10, signal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(running).rejects.toThrow('stopped');
});
