/**
 * Who runs on this machine: one look at the process table, and the pure question which of them belong to one tree.
 * Linux reads /proc; other POSIX systems ask `ps`, which knows no start ticks and no sessions.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 where the system does not tell. */
  readonly session: number;
  readonly zombie: boolean;
  /** Tells a process from a later one with the same number. Empty where the system does not tell. */
  readonly started: string;
}

/** More than the longest line of /proc/PID/stat. */
const STAT_BYTES = 2048;

/** Undefined where neither /proc nor ps can be read. */
export function readProcessTable(): ProcessEntry[] | undefined {
  const numbers = listProc();
  if (numbers === undefined) return readPs();
  const buffer = Buffer.allocUnsafe(STAT_BYTES);
  return numbers.map((pid) => readStat(pid, buffer)).filter((entry) => entry !== undefined);
}

/** One process as it is now; undefined once it is gone. Linux only. */
export function readProcessEntry(pid: number): ProcessEntry | undefined {
  return readStat(pid, Buffer.allocUnsafe(STAT_BYTES));
}

/** Reads the table. */
export type TableReader = () => Promise<readonly ProcessEntry[] | undefined>;

/** One reading for everybody who asks in the same turn of the event loop. It is never older than the question. */
export function shareProcessTable(): TableReader {
  let next: ReturnType<TableReader> | undefined;
  return () => {
    next ??= new Promise((resolve) => {
      setImmediate(() => {
        next = undefined;
        resolve(readProcessTable());
      });
    });
    return next;
  };
}

/** A line of /proc/PID/stat. The name stands in parentheses and may itself hold spaces and parentheses. */
export function parseStat(line: string): ProcessEntry | undefined {
  const nameEnd = line.lastIndexOf(')');
  if (nameEnd === -1) return undefined;
  const [state, parent, group, session, ...rest] = line.slice(nameEnd + 2).split(' ');
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    zombie: state === 'Z' || state === 'X',
    started: rest[15] ?? '',
  };
}

/** A line of `ps -A -o pid=,ppid=,pgid=,stat=`. */
export function parsePsLine(line: string): ProcessEntry | undefined {
  const [pid, parent, group, state] = line.trim().split(/\s+/);
  if (state === undefined) return undefined;
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    session: 0,
    zombie: state.startsWith('Z'),
    started: '',
  };
}

export interface TreeQuestion {
  readonly root: number;
  /** False once the root is known dead and its number may belong to a stranger: group and session then prove nothing. */
  readonly rootIsOurs: boolean;
  /** Members seen earlier: they stay members when their parents die. */
  readonly known: ReadonlyMap<number, ProcessEntry>;
}

/** The living members of a tree: the root's group and session, members seen before, and everything below them. */
export function treeMembers(table: readonly ProcessEntry[], { root, rootIsOurs, known }: TreeQuestion): ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) children.set(entry.parent, [...(children.get(entry.parent) ?? []), entry]);

  const isSeed = (entry: ProcessEntry): boolean =>
    known.get(entry.pid)?.started === entry.started ||
    (rootIsOurs && (entry.pid === root || entry.group === root || entry.session === root));
  const members = new Map<number, ProcessEntry>();
  for (let next = table.filter(isSeed); next.length > 0;) {
    const fresh = next.filter(({ pid }) => !members.has(pid));
    for (const entry of fresh) members.set(entry.pid, entry);
    next = fresh.flatMap(({ pid }) => children.get(pid) ?? []);
  }
  return [...members.values()].filter(({ zombie }) => !zombie);
}

function listProc(): number[] | undefined {
  try {
    const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return names.length > 0 ? names.map(Number) : undefined;
  } catch {
    return undefined;
  }
}

/** Files under /proc tell no size: reading each as a whole file would take 64 KiB for it. */
function readStat(pid: number, buffer: Buffer): ProcessEntry | undefined {
  try {
    const file = openSync(`/proc/${pid}/stat`, 'r');
    try {
      return parseStat(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function readPs(): ProcessEntry[] | undefined {
  const { status, stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  return stdout
    .split('\n')
    .map(parsePsLine)
    .filter((entry) => entry !== undefined);
}
