import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { watchInterruption } from './interruption.js';

function watch() {
  const clock = createFakeClock();
  const source = new EventEmitter();
  const forced: number[] = [];
  const interruption = watchInterruption({
    clock,
    process: source as unknown as NodeJS.Process,
    endNow: (code) => void forced.push(code),
  });
  return { clock, interruption, forced, send: (name: string) => source.emit(name) };
}

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('%s asks the run to stop and sets exit code %i', (name, code) => {
  const { interruption, forced, send } = watch();
  expect([interruption.signal.aborted, interruption.exitCode]).toEqual([false, undefined]);
  send(name);
  expect([interruption.signal.aborted, interruption.exitCode, forced]).toEqual([true, code, []]);
  expect(interruption.signal.reason).toMatchObject({ code: 'cancelled', shown: 'Operation cancelled.' });
});

it('takes a second signal at the same moment for the same key press', async () => {
  const { clock, forced, send } = watch();
  send('SIGINT');
  await clock.advance(299);
  send('SIGINT');
  expect(forced).toEqual([]);
});

it('ends at once on a second signal, with the code of the first', async () => {
  const { clock, forced, send } = watch();
  send('SIGINT');
  await clock.advance(300);
  send('SIGTERM');
  expect(forced).toEqual([130]);
});

it('ends a run that does not stop within two and a half seconds', async () => {
  const { clock, forced, send } = watch();
  send('SIGTERM');
  await clock.advance(2_499);
  expect(forced).toEqual([]);
  await clock.advance(1);
  expect(forced).toEqual([143]);
});

it('stops without a signal, and without a code', () => {
  const { interruption } = watch();
  interruption.stop();
  expect([interruption.signal.aborted, interruption.exitCode]).toEqual([true, undefined]);
});

it('takes a terminal that is gone for a SIGHUP, however often that is noticed', async () => {
  const { clock, interruption, forced } = watch();
  interruption.hangUp();
  await clock.advance(1_000);
  interruption.hangUp();
  expect([interruption.signal.aborted, interruption.exitCode, forced]).toEqual([true, 129, []]);
  await clock.advance(1_500);
  expect(forced).toEqual([129]);
});
