import { expect, it } from 'vitest';
import { labRuns, selectRuns } from './lab-runs.js';
import { expectedSeconds, planJobs } from './plan-jobs.js';

const runs = labRuns('own');
const jobs = planJobs(runs);

it('plays every run once', () => {
  const played = jobs.flatMap((job) => job.runs.map(({ id }) => id));
  expect(played.sort()).toEqual(runs.map(({ id }) => id).sort());
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});

it('shares a qwen only between runs that leave one another alone', () => {
  const withSignal = jobs.filter(
    (job) => job.place === 'qwen' && job.runs.some((run) => run.case.move?.act === 'cancel'),
  );
  expect(withSignal.map((job) => job.runs.length)).toEqual(withSignal.map(() => 1));
  const untrusted = jobs.filter((job) => job.runs.some((run) => run.case.untrusted === 'workspace'));
  expect(untrusted.every((job) => job.runs.every((run) => run.case.untrusted === 'workspace'))).toBe(true);
  const losing = jobs.filter((job) => job.runs.some((run) => run.case.move?.act === 'distrust-workspace'));
  expect(losing.every((job) => job.runs.every((run) => run.case.move?.act === 'distrust-workspace'))).toBe(true);
});

it('begins with what has to wait', () => {
  expect(jobs[0]?.runs.every((run) => run.case.limitMs !== undefined)).toBe(true);
});

it('expects less of a part than of the whole, and never nothing', () => {
  const options = { lanes: 3, binary: 'own' } as const;
  const one = expectedSeconds(selectRuns(runs, ['unsafe/missing/stdio/direct/core']), options);
  expect(one).toBe(1);
  expect(expectedSeconds(runs, options)).toBeGreaterThan(10 * one);
});
