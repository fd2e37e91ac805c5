/**
 * Ends a child process with everything it started: its process group, its session, and every descendant that can be
 * found, so that a grandchild which made a session of its own goes as well, and one whose parent died first too.
 * Never signals a stranger that was given the number of a member which is gone.
 * The child must have been spawned with `detached: true` (its own group and session) on POSIX.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import type { Clock } from './clock.js';
import {
  readProcessEntry,
  readProcessTable,
  treeMembers,
  type ProcessEntry,
  type TableReader,
} from './process-table.js';

export interface EndTreeOptions {
  readonly clock: Clock;
  /** How long the tree may take to go after SIGTERM before SIGKILL. */
  readonly graceMs: number;
  /** Asks politely first (closing stdin, say) and gives the tree this long before SIGTERM. */
  readonly ask?: { readonly politely: () => void; readonly waitMs: number };
  /** For many trees that end at once: one reading of the table serves them all (see `shareProcessTable`). */
  readonly readTable?: TableReader | undefined;
}

const KILL_WAIT_MS = 1000;
const POLL_MS = 5;

/** Resolves once the whole tree is gone (or a second after SIGKILL, for one the kernel holds on to). Never rejects. */
export async function endProcessTree(child: ChildProcess, options: EndTreeOptions): Promise<void> {
  const { clock, graceMs, ask, readTable = async () => readProcessTable() } = options;
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') return endWindowsTree(pid);
  const tree = watchTree(child, pid);
  const isGone = async (): Promise<boolean> => tree.look(await readTable()).length === 0;
  const goneWithin = async (withinMs: number, signal?: NodeJS.Signals): Promise<boolean> => {
    const deadlineMs = clock.now() + withinMs;
    if (signal !== undefined) tree.signal(signal);
    for (;;) {
      if (!tree.knownMemberRuns()) {
        // Whoever was started between the look and the signal shows up here.
        if (await isGone()) return true;
        if (signal !== undefined) tree.signal(signal);
      }
      if (clock.now() >= deadlineMs) return false;
      await clock.sleep(POLL_MS);
    }
  };
  if (await isGone()) return;
  if (ask !== undefined) {
    ask.politely();
    if (await goneWithin(ask.waitMs)) return;
  }
  if (await goneWithin(graceMs, 'SIGTERM')) return;
  await goneWithin(KILL_WAIT_MS, 'SIGKILL');
}

/** SIGKILL to the whole tree at once, for the last moment of a process that can't wait. Safe to call for a dead child. */
export function killProcessTreeNow(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    if (isRunning(child)) spawnSync('taskkill', taskkillArguments(pid), { stdio: 'ignore', windowsHide: true });
    return;
  }
  watchTree(child, pid).signal('SIGKILL');
}

/** True while the child or anything it left in its process group runs. POSIX groups only; on Windows the child alone. */
export function isTreeRunning(child: ChildProcess): boolean {
  const { pid } = child;
  if (pid === undefined) return false;
  if (process.platform === 'win32') return isRunning(child);
  return watchTree(child, pid).look(readProcessTable()).length > 0;
}

interface WatchedTree {
  /** Who lives, by a fresh reading of the table. Remembers them. */
  look(table: readonly ProcessEntry[] | undefined): readonly number[];
  knownMemberRuns(): boolean;
  signal(signal: NodeJS.Signals): void;
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

function watchTree(child: ChildProcess, root: number): WatchedTree {
  const known = new Map<number, ProcessEntry>();

  const look: WatchedTree['look'] = (table) => {
    if (table === undefined) return isAlive(-root) || isRunning(child) ? [root] : [];
    // The kernel keeps a number while a group or session bears it: a new process with the root's number means both ended.
    const rootIsOurs = isRunning(child) || !table.some(({ pid }) => pid === root);
    const members = treeMembers(table, { root, rootIsOurs, known });
    for (const member of members) known.set(member.pid, member);
    return members.map(({ pid }) => pid);
  };

  const signal = (name: NodeJS.Signals): void => {
    const members = look(readProcessTable());
    if (members.length === 0) return;
    // One signal to the group reaches also those that are being forked right now.
    if (isRunning(child) || members.some((pid) => known.get(pid)?.group === root)) trySignal(-root, name);
    for (const pid of members) trySignal(pid, name);
    // A stopped process notices SIGTERM only once it goes on.
    if (name === 'SIGTERM') for (const pid of members) trySignal(pid, 'SIGCONT');
  };

  return { look, signal, knownMemberRuns: () => [...known.values()].some(stillRuns) };
}

function stillRuns({ pid, started }: ProcessEntry): boolean {
  if (started === '') return isAlive(pid);
  const now = readProcessEntry(pid);
  return now !== undefined && now.started === started && !now.zombie;
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

const taskkillArguments = (pid: number): string[] => ['/pid', String(pid), '/t', '/f'];

function endWindowsTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const killer = spawn('taskkill', taskkillArguments(pid), { stdio: 'ignore', windowsHide: true });
    killer.once('error', () => resolve());
    killer.once('exit', () => resolve());
  });
}
