import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLightAbort } from './light-abort.js';

it('tells its listeners once, in order, and keeps the first reason', () => {
  const { signal, abort } = createLightAbort();
  const heard: unknown[] = [];
  signal.onabort = () => heard.push('onabort');
  signal.addEventListener('abort', (event) => heard.push(event.type), { once: true });
  signal.addEventListener('abort', { handleEvent: () => heard.push('object') });
  signal.addEventListener('other', () => heard.push('never'));
  expect([signal.aborted, signal.reason]).toEqual([false, undefined]);
  signal.throwIfAborted();
  abort('first');
  abort('second');
  expect(heard).toEqual(['onabort', 'abort', 'object']);
  expect([signal.aborted, signal.reason]).toEqual([true, 'first']);
  expect(() => signal.throwIfAborted()).toThrow('first');
});

it('holds a listener once, and lets it go', () => {
  const { signal, abort } = createLightAbort();
  let heard = 0;
  const kept = (): void => void (heard += 1);
  const gone = (): void => void (heard += 10);
  signal.addEventListener('abort', kept);
  signal.addEventListener('abort', kept);
  signal.addEventListener('abort', gone);
  signal.removeEventListener('abort', gone);
  abort(undefined);
  expect(heard).toBe(1);
});

it('lets a listener leave while others are told', () => {
  const { signal, abort } = createLightAbort();
  const heard: string[] = [];
  const second = (): void => void heard.push('second');
  signal.addEventListener('abort', () => signal.removeEventListener('abort', second));
  signal.addEventListener('abort', second);
  signal.addEventListener('abort', () => heard.push('third'));
  abort('x');
  expect(heard).toEqual(['second', 'third']);
});

it("ends the platform's own wait", async () => {
  const { signal, abort } = createLightAbort();
  const waiting = wait(60_000, undefined, { signal });
  abort('enough');
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
});
