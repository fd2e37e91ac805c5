import { expect, it } from 'vitest';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { runTyped } from './run-typed.js';

it('leaves nothing running on the screen when the shell fails in a way that nobody foresaw', async () => {
  const told: string[] = [];
  const failing = runTyped('ls', {
    wired: { shell: { run: () => Promise.reject(new Error('no')) } } as never,
    ports: {
      store: { dispatch: ({ type }: { type: string }) => told.push(type) },
      print: () => told.push('item'),
    } as never,
    clock: createFakeClock(),
    signal: new AbortController().signal,
  });
  await expect(failing).rejects.toThrow('no');
  expect(told).toEqual(['shell-started', 'shell-ended']);
});
