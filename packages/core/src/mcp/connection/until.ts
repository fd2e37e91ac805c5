/** Waits until a look at a connection finds what it is after: looked at now and after each change, within limits. */
import { bounded, type Limits } from './bounded.js';
import type { Machine } from './machine.js';

/** undefined when the limits came first. Never rejects. */
export async function untilSeen<T>(
  machine: Machine,
  look: () => T | undefined,
  limits: Limits,
): Promise<T | undefined> {
  const found = look();
  if (found !== undefined) return found;
  let unsubscribe = (): void => {};
  const seen = new Promise<T>((resolve) => {
    unsubscribe = machine.subscribe(() => {
      const later = look();
      if (later !== undefined) resolve(later);
    });
  });
  const ended = await bounded(seen, limits);
  unsubscribe();
  return ended.kind === 'done' ? ended.value : undefined;
}
