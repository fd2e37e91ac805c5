/**
 * What Linux tells about processes under /proc. On another system every reading is undefined, and the figures that
 * need it are left out of the table.
 */
import { readFileSync, readdirSync } from 'node:fs';

/** Clock ticks a second of /proc/PID/stat: 100 on every Linux that Node runs on. */
const TICK_MS = 10;

export interface ProcessMemory {
  readonly rssMb: number;
  /** The highest resident size so far (VmHWM). */
  readonly peakMb: number;
}

/**
 * The largest process of the tree below and with `pid`, the bench's own servers apart: some binaries start themselves
 * a second time and leave the first process waiting.
 */
export function findLargest(pid: number): { readonly pid: number; readonly memory: ProcessMemory } | undefined {
  const sizes = treeOf(pid).flatMap((member) => {
    const memory = readMemory(member);
    return memory === undefined ? [] : [{ pid: member, memory }];
  });
  return sizes.toSorted((a, b) => b.memory.peakMb - a.memory.peakMb)[0];
}

function treeOf(pid: number): number[] {
  const children = (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.filter((child) => !isBenchServer(child)).flatMap(treeOf)];
}

const isBenchServer = (pid: number): boolean => read(`/proc/${pid}/cmdline`)?.includes('bench-server.mjs') === true;

function readMemory(pid: number): ProcessMemory | undefined {
  const status = read(`/proc/${pid}/status`);
  const megabytes = (key: string): number | undefined => {
    const kib = new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(status ?? '')?.[1];
    return kib === undefined ? undefined : Number(kib) / 1024;
  };
  const [rssMb, peakMb] = [megabytes('VmRSS'), megabytes('VmHWM')];
  return rssMb === undefined || peakMb === undefined ? undefined : { rssMb, peakMb };
}

/**
 * CPU time, user and system, of all children of this process that have ended and been waited for, with whatever they
 * waited for themselves. The difference over one child is the time of its whole tree.
 */
export function readChildrenCpuMs(): number | undefined {
  const fields = read('/proc/self/stat')?.split(') ')[1]?.split(' ');
  if (fields === undefined) return undefined;
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** CPU time of one process so far, without its children. */
export function readCpuMs(pid: number): number | undefined {
  const fields = read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ');
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

export function countOpenFiles(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
