/**
 * How long the first model request waits for MCP servers: until each has answered or failed, but not for a slow one
 * once others are there, and never longer than one prompt can bear. Who comes later is offered in a later request.
 */
import type { McpManager } from '@qwen-code/qwen-code-core/mcp/manager.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';

/** After the first server is ready, so long for the others. */
const AFTER_FIRST_MS = 3_000;
/** While none is ready. */
const AT_MOST_MS = 10_000;

export interface FirstWait {
  readonly manager: Pick<McpManager, 'states' | 'onChange'>;
  /** Resolves when every server has settled. */
  readonly started: Promise<void>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Wait for every server, however slow. */
  readonly forAll: boolean;
}

/** Never rejects; an abort ends the wait. */
export async function waitForServers({ manager, started, clock, signal, forAll }: FirstWait): Promise<void> {
  const done = new AbortController();
  const stop = AbortSignal.any([signal, done.signal]);
  const pause = (ms: number): Promise<void> => clock.sleep(ms, stop).catch(() => {});
  const aborted = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
  const someReady = (): boolean => manager.states().some(({ state }) => state === 'ready');
  let unsubscribe = (): void => {};
  const firstReady = new Promise<void>((resolve) => {
    const look = (): void => {
      if (someReady()) resolve();
    };
    unsubscribe = manager.onChange(look);
    look();
  });
  const patience = Promise.race([firstReady.then(() => pause(AFTER_FIRST_MS)), pause(AT_MOST_MS)]);
  if (!signal.aborted) await Promise.race(forAll ? [started, aborted] : [started, aborted, patience]);
  unsubscribe();
  done.abort();
}
