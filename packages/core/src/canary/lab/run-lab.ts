/**
 * Runs a lab: a few jobs side by side, one verdict a run, told as they come. Ends everything it started, also when it is
 * stopped in the middle. The folder it works in belongs to the caller.
 */
import { setMaxListeners } from 'node:events';
import { evidenceOf, type Evidence } from './evidence.js';
import { judge, type Verdict } from './judge.js';
import type { LabPorts, PlayedRun } from './lab-ports.js';
import type { LabRun } from './lab-runs.js';
import { planJobs, type LabJob } from './plan-jobs.js';
import { runInCore } from './run-in-core.js';
import { runInQwen } from './run-in-qwen.js';

export interface LabResult extends PlayedRun, Verdict {
  readonly evidence: Evidence;
}

export interface LabOptions extends LabPorts {
  readonly runs: readonly LabRun[];
  /** Jobs side by side. */
  readonly lanes: number;
  onResult(result: LabResult): void;
}

/** Resolves with the results in the order of the runs; rejects with the signal's reason when it is stopped. */
export async function runLab(options: LabOptions): Promise<readonly LabResult[]> {
  const { runs, lanes, binary, onResult } = options;
  // Everything that waits listens to it, and that is a lot.
  const signal = AbortSignal.any([options.signal]);
  setMaxListeners(0, signal);
  const jobs = [...planJobs(runs)];
  const results = new Map<string, LabResult>();
  const lane = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      signal.throwIfAborted();
      for (const played of await playJob(job, { ...options, signal })) {
        const verdict = judge(played.run, played.observation, binary.kind);
        const evidence = evidenceOf(played.run, played.observation, { ...verdict, version: binary.version });
        const result = { ...played, ...verdict, evidence };
        results.set(played.run.id, result);
        onResult(result);
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  signal.throwIfAborted();
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return runs.flatMap(({ id }) => results.get(id) ?? []);
}

function playJob({ name, place, runs }: LabJob, ports: LabPorts): Promise<PlayedRun[]> {
  return place === 'core' ? Promise.all(runs.map((run) => runInCore(run, ports))) : runInQwen(name, runs, ports);
}
