/** The words around the table: what is about to be played, and how it came out. Pure. */
import type { KeptCanary } from '@qwen-code/qwen-code-core/canary/lab/kept-run.js';
import type { BinaryUnderTest } from '@qwen-code/qwen-code-core/canary/lab/lab-ports.js';
import { labRuns, type LabRun } from '@qwen-code/qwen-code-core/canary/lab/lab-runs.js';
import { expectedSeconds } from '@qwen-code/qwen-code-core/canary/lab/plan-jobs.js';
import type { LabResult } from '@qwen-code/qwen-code-core/canary/lab/run-lab.js';

export function opening(runs: readonly LabRun[], binary: BinaryUnderTest, lanes: number): string {
  const cases = new Set(runs.map(({ case: { id } }) => id)).size;
  const seconds = expectedSeconds(runs, { lanes, binary: binary.kind });
  const who = binary.kind === 'own' ? 'this qwen' : 'the qwen of --bin';
  const leftOut = binary.kind === 'own' ? '' : leftOutLines();
  return `Canary lab against ${who}, ${binary.version}: ${count(runs.length, 'run')} of ${count(cases, 'case')}, about ${seconds} s.\n${leftOut}`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Cases that say nothing about another binary, by their reason. */
function leftOutLines(): string {
  const own = labRuns('own').map((run) => run.case);
  const reasons = new Map(own.flatMap(({ id, ownOnly }) => (ownOnly === undefined ? [] : [[id, ownOnly] as const])));
  return [...reasons].map(([id, reason]) => `Left out: ${id} (${reason}).\n`).join('');
}

export const runList = (runs: readonly LabRun[]): string =>
  runs.map(({ id, case: { title } }) => `${id}  ${title}\n`).join('');

export function closing(results: readonly LabResult[], { totals, started_at, ended_at }: KeptCanary): string {
  const seconds = ((Date.parse(ended_at) - Date.parse(started_at)) / 1000).toFixed(1);
  const failures = results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ run, reason }) => `FAIL  ${run.id}\n      ${reason}\n`);
  const summary = `${totals.passed} of ${count(results.length, 'run')} passed in ${seconds} s. Counted by each server itself.\n`;
  return failures.length === 0 ? summary : `${failures.join('')}\n${summary}`;
}
