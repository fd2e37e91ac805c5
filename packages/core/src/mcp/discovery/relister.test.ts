import { expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createRelister } from './relister.js';

function scene(list: (nth: number) => number | undefined | Promise<number | undefined> = () => 1) {
  const clock = createFakeClock(1_000_000);
  const listedMs: number[] = [];
  const relister = createRelister({
    clock,
    list: async () => {
      listedMs.push(clock.now() - 1_000_000);
      return list(listedMs.length);
    },
  });
  return { clock, listedMs, relister };
}

it('lists at once at the first word', async () => {
  const { clock, listedMs, relister } = scene();
  relister.notice();
  await clock.advance(0);
  expect(listedMs).toEqual([0]);
});

it('B61 200 words in a burst are at most two listings', async () => {
  const { clock, listedMs, relister } = scene();
  for (let word = 0; word < 200; word += 1) {
    relister.notice();
    await clock.advance(1);
  }
  await clock.advance(60_000);
  expect(listedMs).toEqual([0, 500]);
});

it('B61 a listing that itself notifies is not a loop', async () => {
  const { clock, listedMs, relister } = scene(() => {
    relister.notice();
    return 1;
  });
  relister.notice();
  await clock.advance(63_500);
  expect(listedMs).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 31_500, 63_500]);
  await clock.advance(600_000);
  expect(listedMs).toHaveLength(18);
  relister.stop();
});

it('after a pause the next word is heard at once again', async () => {
  const { clock, listedMs, relister } = scene();
  relister.notice();
  await clock.advance(100);
  relister.notice();
  await clock.advance(10_000);
  relister.notice();
  await clock.advance(0);
  expect(listedMs).toEqual([0, 500, 10_100]);
});

it('a word during a listing leads to one more', async () => {
  let done = (): void => {};
  const { clock, listedMs, relister } = scene((nth) =>
    nth === 1 ? new Promise((resolve) => (done = () => resolve(1))) : 1,
  );
  relister.notice();
  await clock.advance(10);
  relister.notice();
  relister.notice();
  done();
  await clock.advance(10_000);
  expect(listedMs).toEqual([0, 510]);
});

it('B62 a server that lists nothing for three seconds is asked until it lists some', async () => {
  const { clock, listedMs, relister } = scene((nth) => (nth < 4 ? 0 : 3));
  const some = relister.untilSome();
  await clock.advance(3_750);
  await some;
  expect(listedMs).toEqual([250, 750, 1_750, 3_750]);
});

it('one that lists nothing for good is asked a few times', async () => {
  const { clock, listedMs, relister } = scene(() => 0);
  const some = relister.untilSome();
  await clock.advance(600_000);
  await some;
  expect(listedMs).toEqual([250, 750, 1_750, 3_750, 7_750]);
});

it('stop ends every wait', async () => {
  const { clock, listedMs, relister } = scene(() => 0);
  const some = relister.untilSome();
  relister.notice();
  await clock.advance(0);
  relister.notice();
  relister.stop();
  await some;
  relister.notice();
  await clock.advance(600_000);
  expect([listedMs, clock.sleepers]).toEqual([[0], 0]);
});
