/** Who holds a session, and whether that process still runs. A number that was given out again is told by its start time. */
import { hostname } from 'node:os';
import { readProcessEntry } from '../shared/process-table.js';

export interface Holder {
  readonly pid: number;
  /** Start time token of the process; empty where the system does not tell. */
  readonly started: string;
  /** Its machine's name. */
  readonly host: string;
}

export interface HolderPorts {
  self(): Holder;
  /** `elsewhere`: nobody here can tell. */
  stateOf(holder: Holder): 'alive' | 'dead' | 'elsewhere';
}

const startedOf = (pid: number): string => readProcessEntry(pid)?.started ?? '';

export const processHolders: HolderPorts = {
  self: () => ({ pid: process.pid, started: startedOf(process.pid), host: hostname() }),
  stateOf: ({ pid, started, host }) => {
    if (host !== hostname()) return 'elsewhere';
    if (!runs(pid)) return 'dead';
    return started === '' || startedOf(pid) === started ? 'alive' : 'dead';
  },
};

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readProcessEntry(pid)?.zombie !== true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
