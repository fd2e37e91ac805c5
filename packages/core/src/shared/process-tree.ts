/**
 * Ends a child process with everything it started: its process group, and on Linux every descendant found in /proc,
 * so that a grandchild which made a session of its own goes as well.
 * The child must have been spawned with `detached: true` (its own group) on POSIX.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import type { Clock } from './clock.js';

export interface EndTreeOptions {
  readonly clock: Clock;
  /** How long the tree may take to go after SIGTERM before SIGKILL. */
  readonly graceMs: number;
  /** Asks politely first (closing stdin, say) and gives the tree this long before SIGTERM. */
  readonly ask?: { readonly politely: () => void; readonly waitMs: number };
}

/** Resolves once the whole tree is gone (or has been sent SIGKILL). Never rejects. */
export async function endProcessTree(child: ChildProcess, { clock, graceMs, ask }: EndTreeOptions): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') return endWindowsTree(pid);
  const members = [pid, ...(await descendants(pid))];
  const allGone = async (withinMs: number): Promise<boolean> => {
    const deadlineMs = clock.now() + withinMs;
    for (;;) {
      if (!members.some(isAlive) && !isAlive(-pid)) return true;
      if (clock.now() >= deadlineMs) return false;
      await clock.sleep(5);
    }
  };
  if (ask !== undefined) {
    ask.politely();
    if (await allGone(ask.waitMs)) return;
  }
  signalAll(members, 'SIGTERM');
  if (await allGone(graceMs)) return;
  signalAll([...members, ...(await descendants(pid))], 'SIGKILL');
}

/** SIGKILL to the whole group at once, for the last moment of a process that can't wait. */
export function killProcessTreeNow(pid: number): void {
  signalAll([pid], 'SIGKILL');
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  const group = pids[0];
  if (group !== undefined) trySignal(-group, signal);
  for (const pid of pids) trySignal(pid, signal);
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone, or not a group: nothing left to end.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Every living descendant of `root` by parent links. Empty where /proc is missing: the group alone is signalled. */
async function descendants(root: number): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => []);
  const children = new Map<number, number[]>();
  await Promise.all(
    entries
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        if (stat !== '') children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
      }),
  );
  const found: number[] = [];
  for (let next = children.get(root) ?? []; next.length > 0; next = next.flatMap((pid) => children.get(pid) ?? [])) {
    found.push(...next);
  }
  return found;
}

function endWindowsTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const killer = spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    killer.once('error', () => resolve());
    killer.once('exit', () => resolve());
  });
}
