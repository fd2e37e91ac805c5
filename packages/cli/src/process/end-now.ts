/**
 * The end of a process that can't wait: SIGKILL to everything it started, then exit. Finds its
 * children in the process table rather than asking whoever spawned them, so that none is forgotten. Where there is no
 * such table (Windows) nothing is killed: children end with their pipes.
 */
import { readProcessTable, treeMembers } from '@qwen-code/qwen-code-core/shared/process-table.js';

export function endNow(exitCode: number): never {
  killChildren();
  process.exit(exitCode);
}

function killChildren(): void {
  const table = readProcessTable() ?? [];
  const children = table.filter(({ parent, pid }) => parent === process.pid && pid !== process.pid);
  const members = children.flatMap(({ pid }) => treeMembers(table, { root: pid, rootIsOurs: true, known: new Map() }));
  for (const { pid } of members) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}
