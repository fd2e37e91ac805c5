import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from './clock.js';
import { readProcessTable, shareProcessTable } from './process-table.js';
import { endProcessTree, isTreeRunning, killProcessTreeNow } from './process-tree.js';

const clock = systemClock;
const started: ChildProcess[] = [];

/** A bash script in a group of its own that prints one pid a line, then `ready`. */
async function tree(script: string): Promise<{ child: ChildProcess; pids: number[] }> {
  const child = spawn('bash', ['-c', script], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  started.push(child);
  const pids = [child.pid ?? 0];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') break;
    pids.push(Number(line));
  }
  return { child, pids };
}

function living(pids: readonly number[]): number[] {
  const table = readProcessTable() ?? [];
  return pids.filter((pid) => table.some((entry) => entry.pid === pid && !entry.zombie));
}

afterEach(() => {
  for (const child of started.splice(0)) killProcessTreeNow(child);
});

describe('endProcessTree', () => {
  it.each([
    [
      'children and grandchildren',
      'sleep 300 & echo $!; bash -c "sleep 300 & echo \\$!; echo \\$\\$; echo ready; wait" & wait',
    ],
    ['a grandchild in a session of its own', "setsid bash -c 'echo $$; echo ready; exec sleep 300' & wait"],
    ['job-control children in groups of their own', 'set -m; sleep 300 & echo $!; echo ready; wait'],
    ['a tree that ignores SIGTERM', "trap '' TERM; sleep 300 & echo $!; echo ready; while :; do wait; done"],
    ['a stopped child', 'sleep 300 & echo $!; kill -STOP $!; echo ready; wait'],
    ['one that forks another when told to end', "trap 'sleep 300 & exit' TERM; sleep 300 & echo $!; echo ready; wait"],
  ])('%s', async (_name, script) => {
    const { child, pids } = await tree(script);
    expect(living(pids)).toEqual(pids);
    expect(pids.length).toBeGreaterThan(1);
    await endProcessTree(child, { clock, graceMs: 200 });
    expect(living(pids)).toEqual([]);
    expect(isTreeRunning(child)).toBe(false);
  });

  it('ends what outlived the child itself', async () => {
    const { child, pids } = await tree('sleep 300 & echo $!; set -m; sleep 300 & echo $!; echo ready; exit 0');
    if (child.exitCode === null) await once(child, 'exit');
    expect(isTreeRunning(child)).toBe(true);
    await endProcessTree(child, { clock, graceMs: 200 });
    expect(living(pids)).toEqual([]);
  });

  it('lets a tree that obeys the polite question go without a signal', async () => {
    const { child } = await tree("trap 'exit 9' TERM; echo ready; read -r; exit 3");
    await endProcessTree(child, { clock, graceMs: 200, ask: { politely: () => child.stdin?.end(), waitMs: 5_000 } });
    if (child.exitCode === null) await once(child, 'exit');
    expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: 3, signal: null });
  });

  it('ends trees side by side with one reading of the table for all', async () => {
    const trees = await Promise.all([1, 2, 3].map(() => tree('sleep 300 & echo $!; echo ready; wait')));
    const share = shareProcessTable();
    let looks = 0;
    const readTable = (): ReturnType<typeof share> => {
      looks += 1;
      return share();
    };
    await Promise.all(trees.map(({ child }) => endProcessTree(child, { clock, graceMs: 200, readTable })));
    expect(living(trees.flatMap(({ pids }) => pids))).toEqual([]);
    expect(looks).toBeGreaterThanOrEqual(6);
  });

  it('is done at once when nothing runs any more', async () => {
    const { child } = await tree('echo ready');
    if (child.exitCode === null) await once(child, 'exit');
    let asked = false;
    await endProcessTree(child, { clock, graceMs: 60_000, ask: { politely: () => (asked = true), waitMs: 60_000 } });
    expect(asked).toBe(false);
  });

  it('has nothing to end when the program could not be started', async () => {
    const child = spawn('/nowhere/at/all', { detached: true });
    await once(child, 'error');
    await expect(endProcessTree(child, { clock, graceMs: 60_000 })).resolves.toBeUndefined();
    expect(isTreeRunning(child)).toBe(false);
  });

  it('kills a whole tree at once, groups of their own included', async () => {
    const { child, pids } = await tree("trap '' TERM; set -m; sleep 300 & echo $!; echo ready; while :; do wait; done");
    const exited = once(child, 'exit');
    killProcessTreeNow(child);
    await exited;
    await endProcessTree(child, { clock, graceMs: 5_000 });
    expect(living(pids)).toEqual([]);
  });
});
