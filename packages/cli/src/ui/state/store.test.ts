import { expect, it } from 'vitest';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { createStore, FRAME_MS } from './store.js';

it('tells of the first event at once and of those that follow once a frame', async () => {
  const clock = createFakeClock();
  const store = createStore({ reduce: (sum: number, by: number) => sum + by, initial: 0, clock });
  const seen: number[] = [];
  store.subscribe(() => seen.push(store.shown()));
  for (const by of [1, 1, 1]) store.dispatch(by);
  expect([seen, store.state()]).toEqual([[1], 3]);
  await clock.advance(FRAME_MS);
  expect(seen).toEqual([1, 3]);
  await clock.advance(FRAME_MS);
  store.dispatch(1);
  expect(seen).toEqual([1, 3, 4]);
});
