/**
 * Which process wrote a file, and whether it still lives. A number alone proves nothing, because numbers are used again:
 * the start time stands beside it, with the machine and, on Linux, the boot and the process namespace that it counts in.
 *
 * A process of another machine or container can't be looked at from here; nor can any where the system tells no start
 * times. It is then not known to live, and its open calls count as unknown.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { readProcessEntry } from '../../shared/process-table.js';

export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque: machine/boot/namespace/start. Empty where the system tells no start time. */
  readonly started: string;
}

export type Liveness = 'alive' | 'dead' | 'elsewhere';

/** Looks into this machine's process table. */
export type LivenessOf = (identity: ProcessIdentity) => Liveness;

interface Place {
  readonly machine: string;
  readonly boot: string;
  readonly namespace: string;
}

export function identifyProcess(pid = process.pid): ProcessIdentity {
  const here = placeHere();
  const started = here === undefined ? undefined : startOf(pid);
  if (here === undefined || started === undefined) return { pid, started: '' };
  return { pid, started: [here.machine, here.boot, here.namespace, started].join('/') };
}

export function isSameProcessAlive({ pid, started }: ProcessIdentity): Liveness {
  const here = placeHere();
  const [machine, boot, namespace, ...start] = started.split('/');
  if (here === undefined || machine !== here.machine || start.length === 0) return 'elsewhere';
  if (boot !== here.boot) return 'dead';
  if (namespace !== here.namespace || !Number.isSafeInteger(pid) || pid <= 0) return 'elsewhere';
  return startOf(pid) === start.join('/') ? 'alive' : 'dead';
}

/** What start times and process numbers are relative to; undefined where that can't be read. */
function placeHere(): Place | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.platform !== 'linux') return { machine: hash(hostname()), boot: '-', namespace: '-' };
  try {
    return {
      machine: hash(machineId() || hostname()),
      boot: readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(),
      namespace: readlinkSync('/proc/self/ns/pid').replace(/\D/g, ''),
    };
  } catch {
    return undefined;
  }
}

function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'latin1').trim();
  } catch {
    return '';
  }
}

/** The machine's own id and name are nobody's business. */
const hash = (text: string): string => createHash('sha256').update(`qwen ${text}`).digest('hex').slice(0, 12);

/** Undefined for a process that is gone or only waits to be reaped. */
function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const entry = readProcessEntry(pid);
    return entry === undefined || entry.zombie ? undefined : entry.started;
  }
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [, state, started] = /^\s*(\S+)\s+(.+?)\s*$/.exec(status === 0 ? stdout : '') ?? [];
  return state === undefined || state.startsWith('Z') ? undefined : started;
}
