/**
 * How the runs of a lab are put into jobs that may run side by side. Pure. A run in the core is a job of its own; runs in
 * a spawned qwen share one, unless they change what the others stand on. What waits for a limit begins first.
 */
import type { LabRun } from './lab-runs.js';

export interface LabJob {
  /** Names its folder. */
  readonly name: string;
  readonly place: LabRun['place'];
  readonly runs: readonly LabRun[];
}

/** Servers in one qwen: enough to share its start, few enough to start at once on two cores. */
const ROWS_A_QWEN = 14;

export function planJobs(runs: readonly LabRun[]): readonly LabJob[] {
  const ofQwen = runs.filter(({ place }) => place === 'qwen');
  const groups = SHARING.flatMap(({ kind, rows }) => {
    return chunks(
      ofQwen.filter((run) => sharingOf(run) === kind),
      rows,
    );
  });
  const core = runs.filter(({ place }) => place === 'core');
  const waitingFirst = [...core.filter(waits), ...core.filter((run) => !waits(run))];
  return [
    ...groups.map((group, index): LabJob => ({ name: `qwen-${index + 1}`, place: 'qwen', runs: group })),
    ...waitingFirst.map((run): LabJob => ({ name: run.id, place: 'core', runs: [run] })),
  ];
}

const waits = ({ case: { limitMs } }: LabRun): boolean => limitMs !== undefined;

type Sharing = 'waits' | 'cancelled' | 'untrusted' | 'loses-trust' | 'plain';

/** In the order in which they begin. */
const SHARING: readonly { readonly kind: Sharing; readonly rows: number }[] = [
  // Each of these waits for its time limit, one after the other.
  { kind: 'waits', rows: 3 },
  // A signal ends all of qwen.
  { kind: 'cancelled', rows: 1 },
  // A folder's trust is that of every server in it.
  { kind: 'untrusted', rows: ROWS_A_QWEN },
  { kind: 'loses-trust', rows: ROWS_A_QWEN },
  { kind: 'plain', rows: ROWS_A_QWEN },
];

function sharingOf(run: LabRun): Sharing {
  const { move, untrusted } = run.case;
  if (move?.act === 'cancel') return 'cancelled';
  if (untrusted === 'workspace') return 'untrusted';
  if (move?.act === 'distrust-workspace') return 'loses-trust';
  return waits(run) ? 'waits' : 'plain';
}

function chunks(runs: readonly LabRun[], size: number): readonly (readonly LabRun[])[] {
  const count = Math.ceil(runs.length / size);
  // Spread over the chunks, so that each has a bit of everything.
  return Array.from({ length: count }, (_, chunk) => runs.filter((_run, index) => index % count === chunk));
}

/** What one run takes on a machine with two cores, in seconds of one lane. */
const SECONDS = { core: 0.35, qwen: 0.4, qwenStart: 1, other: 2 } as const;

/** A guess for people, from what the lab took elsewhere. */
export function expectedSeconds(
  runs: readonly LabRun[],
  { lanes, binary }: { readonly lanes: number; readonly binary: 'own' | 'other' },
): number {
  const seconds = planJobs(runs).reduce((sum, job) => {
    const waiting = job.runs.reduce((total, { case: { limitMs = 0 } }) => total + limitMs / 1000, 0);
    const start = job.place === 'qwen' ? SECONDS.qwenStart * (binary === 'own' ? 1 : 4) : 0;
    const each = job.place === 'core' ? SECONDS.core : binary === 'own' ? SECONDS.qwen : SECONDS.other;
    return sum + waiting + start + each * job.runs.length;
  }, 0);
  return Math.max(1, Math.ceil(seconds / lanes));
}
