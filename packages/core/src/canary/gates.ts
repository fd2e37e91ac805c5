/**
 * Gate files: a canary waits for an event of the test, not for a time. A gate is open once a file of its name stands in
 * the state directory.
 */
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../shared/clock.js';
import type { Pause } from './faults.js';

export const gatePath = (stateDir: string, gate: string): string => join(stateDir, `${gate}.gate`);

/** Resolves once the gate's file exists. */
export function waitForGate(stateDir: string, gate: string): Promise<void> {
  const path = gatePath(stateDir, gate);
  return new Promise((resolve) => {
    const watcher = watch(stateDir, () => check());
    const check = (): void => {
      if (!existsSync(path)) return;
      watcher.close();
      resolve();
    };
    check();
  });
}

export const waitOut = (pause: Pause, stateDir: string, clock: Clock): Promise<void> =>
  'ms' in pause ? clock.sleep(pause.ms) : waitForGate(stateDir, pause.gate);
