/** Which server processes outlived the client that had started them. A remote server is not the client's: it does not count. */
import { readProcessTable } from '../../shared/process-table.js';
import type { LabRun } from './lab-runs.js';

/** How many of these still run. A zombie has ended: whoever should have waited for it may be no part of the lab. */
export function livingServers({ transport }: LabRun, pids: readonly number[]): number {
  if (transport !== 'stdio' || pids.length === 0) return 0;
  const table = readProcessTable() ?? [];
  return table.filter(({ pid, zombie }) => !zombie && pids.includes(pid)).length;
}
