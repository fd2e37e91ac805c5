/** Which processes still run. */
import { readFileSync } from 'node:fs';

/**
 * Those of these processes that exist. One that nobody waited for counts (a defunct child of a living parent), but not
 * one that is dead and left to the system's own init to collect.
 */
export const living = (pids: readonly number[]): number[] => pids.filter((pid) => exists(pid) && !isLeftToInit(pid));

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function isLeftToInit(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' && parent === '1';
  } catch {
    // Gone meanwhile, or a system without /proc: then the first look counts.
    return process.platform === 'linux';
  }
}
