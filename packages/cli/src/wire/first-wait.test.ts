import { expect, it } from 'vitest';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { waitForServers } from './first-wait.js';

function begin({ forAll = false } = {}) {
  const clock = createFakeClock();
  const abort = new AbortController();
  const listeners = new Set<() => void>();
  let ready = false;
  let settle = (): void => {};
  const started = new Promise<void>((resolve) => {
    settle = resolve;
  });
  let over = false;
  const manager: Parameters<typeof waitForServers>[0]['manager'] = {
    states: () => [
      {
        name: 'a',
        transport: 'stdio',
        state: ready ? 'ready' : 'connecting',
        problem: undefined,
        toolCount: 0,
        promptCount: 0,
        resourceCount: 0,
      } as const,
    ],
    onChange: (onChange) => {
      const listener = onChange as () => void;
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
  void waitForServers({ manager, started, clock, signal: abort.signal, forAll }).then(() => {
    over = true;
  });
  return {
    clock,
    abort,
    settle,
    becomeReady: () => {
      ready = true;
      for (const listener of listeners) listener();
    },
    /** Whether the wait is over after so long. */
    overAfter: async (ms: number) => {
      await clock.advance(ms);
      return { over, listeners: listeners.size, sleepers: over ? clock.sleepers : 0 };
    },
  };
}

const waiting = { over: false, listeners: 1, sleepers: 0 };
const done = { over: true, listeners: 0, sleepers: 0 };

it('is over as soon as every server has settled', async () => {
  const wait = begin();
  expect(await wait.overAfter(100)).toEqual(waiting);
  wait.settle();
  expect(await wait.overAfter(0)).toEqual(done);
});

it('gives the others three seconds after the first is ready', async () => {
  const wait = begin();
  await wait.clock.advance(1_000);
  wait.becomeReady();
  expect(await wait.overAfter(2_999)).toEqual(waiting);
  expect(await wait.overAfter(1)).toEqual(done);
});

it('goes on after ten seconds when none is ready', async () => {
  const wait = begin();
  expect(await wait.overAfter(9_999)).toEqual(waiting);
  expect(await wait.overAfter(1)).toEqual(done);
});

it('waits for every server when asked to', async () => {
  const wait = begin({ forAll: true });
  wait.becomeReady();
  expect(await wait.overAfter(29_000)).toEqual(waiting);
  wait.settle();
  expect(await wait.overAfter(0)).toEqual(done);
});

it('ends with the run', async () => {
  const wait = begin();
  wait.abort.abort();
  expect(await wait.overAfter(0)).toEqual(done);
});
