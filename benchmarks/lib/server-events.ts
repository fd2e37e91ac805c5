/** What the bench server noted about itself: when it died, and how long its second process took to start. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface ServerEvent {
  readonly event: 'drop' | 'drop_safe' | 'start';
  /** Monotonic clock of the system, in ms. */
  readonly atMs: number;
  /** `start` only: from the start of the process to its first line of code. */
  readonly ownStartMs?: number;
}

const eventsPath = (stateDir: string): string => join(stateDir, 'events.jsonl');

export const forgetServerEvents = (stateDir: string): void => rmSync(eventsPath(stateDir), { force: true });

export function readServerEvent(stateDir: string, event: ServerEvent['event']): ServerEvent | undefined {
  const lines = readFileSync(eventsPath(stateDir), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as ServerEvent).find((candidate) => candidate.event === event);
}
