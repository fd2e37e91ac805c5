/** Who holds a session, and whether that process still runs. */
import { hostname } from 'node:os';
import { identifyProcess, isSameProcessAlive, type ProcessIdentity } from '../mcp/journal/process-identity.js';

export interface Holder extends ProcessIdentity {
  /** Its machine's name, for people. */
  readonly host: string;
}

export interface HolderPorts {
  self(): Holder;
  /** `elsewhere`: nobody here can tell. */
  stateOf(holder: Holder): 'alive' | 'dead' | 'elsewhere';
}

export const processHolders: HolderPorts = {
  self: () => ({ ...identifyProcess(), host: hostname() }),
  stateOf: (holder) => {
    const state = isSameProcessAlive(holder);
    // Where the system tells no start times the number alone must do.
    return state === 'elsewhere' && holder.started === '' && holder.host === hostname() ? stateOfNumber(holder) : state;
  },
};

function stateOfNumber({ pid }: Holder): 'alive' | 'dead' {
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'alive' : 'dead';
  }
}
