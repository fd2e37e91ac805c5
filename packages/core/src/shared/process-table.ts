/**
 * Who runs on this machine: one look at the process table, and the pure question which of them belong to one tree.
 * Linux reads /proc; other POSIX systems ask `ps`, which knows no start ticks and no sessions.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

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

/** Undefined where neither /proc nor ps can be read. */
export function readProcessTable(): ProcessEntry[] | undefined {
  const numbers = listProc();
  if (numbers === undefined) return readPs();
  return numbers.map(readProcessEntry).filter((entry) => entry !== undefined);
}

/** One process as it is now; undefined once it is gone. Linux only. */
export function readProcessEntry(pid: number): ProcessEntry | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return undefined;
  }
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

function readPs(): ProcessEntry[] | undefined {
  const { status, stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  return stdout
    .split('\n')
    .map(parsePsLine)
    .filter((entry) => entry !== undefined);
}
