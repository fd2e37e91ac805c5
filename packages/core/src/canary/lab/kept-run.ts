/**
 * The latest run of the lab, kept for `qwen mcp gates`: `<runtime root>/mcp-rollout/canary.json`, for its user alone. The
 * same object is what `qwen mcp canary --json` prints. Its fields are pinned by a test; `v` counts changes of them.
 */
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../settings/replace-file.js';
import { QwenError } from '../../shared/qwen-error.js';
import type { Evidence } from './evidence.js';
import { groupOf } from './lab-case.js';
import type { LabEvent } from './lab-events.js';
import type { BinaryUnderTest } from './lab-ports.js';
import type { LabResult } from './run-lab.js';

export interface KeptCanary {
  readonly v: 1;
  /** ISO times. */
  readonly started_at: string;
  readonly ended_at: string;
  /** Of the qwen that ran the lab; `binary` is what was held against the cases. */
  readonly qwen_version: string;
  readonly node_version: string;
  readonly platform: string;
  readonly binary: BinaryUnderTest;
  /** False when `--only` left runs out. */
  readonly complete: boolean;
  readonly totals: { readonly passed: number; readonly failed: number };
  readonly runs: readonly KeptRun[];
}

export interface KeptRun {
  /** `unsafe/missing/stdio/direct/core`: case, transport, path and place. */
  readonly id: string;
  readonly case: string;
  readonly group: string;
  readonly title: string;
  readonly transport: string;
  readonly path: string;
  readonly place: string;
  readonly verdict: 'pass' | 'fail';
  readonly reason: string;
  readonly duration_ms: number;
  readonly evidence: Evidence;
  /** From the server's ledger: calls of the tool when the client was told and at the end, processes started. */
  readonly counts: { readonly calls: number; readonly calls_at_end: number; readonly processes: number };
  /** The journal's record of the call, where one was kept. */
  readonly record_id: string | null;
  /** In the order in which it happened. */
  readonly events: readonly LabEvent[];
}

export interface KeptFacts extends Pick<
  KeptCanary,
  'qwen_version' | 'node_version' | 'platform' | 'binary' | 'complete'
> {
  /** Milliseconds since the Unix epoch. */
  readonly startedMs: number;
  readonly endedMs: number;
}

export function keptCanary(results: readonly LabResult[], { startedMs, endedMs, ...facts }: KeptFacts): KeptCanary {
  const failed = results.filter(({ verdict }) => verdict === 'fail').length;
  return {
    v: 1,
    started_at: new Date(startedMs).toISOString(),
    ended_at: new Date(endedMs).toISOString(),
    ...facts,
    totals: { passed: results.length - failed, failed },
    runs: results.map(keptRun),
  };
}

function keptRun({ run, verdict, reason, durationMs, evidence, observation, events }: LabResult): KeptRun {
  return {
    id: run.id,
    case: run.case.id,
    group: groupOf(run.case),
    title: run.case.title,
    transport: run.transport,
    path: run.path,
    place: run.place,
    verdict,
    reason,
    duration_ms: durationMs,
    evidence,
    counts: { calls: observation.calls, calls_at_end: observation.callsAtEnd, processes: observation.processes },
    record_id: observation.recordId ?? null,
    events,
  };
}

export const keptCanaryFile = (runtimeRoot: string): string => join(runtimeRoot, 'mcp-rollout', 'canary.json');

/** Throws QwenError('io') with one sentence. */
export function writeKeptCanary(runtimeRoot: string, kept: KeptCanary): void {
  const file = keptCanaryFile(runtimeRoot);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    chmodSync(dirname(file), 0o700);
    replaceFile(file, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new QwenError('io', `The result could not be kept in ${file} (${code}).`, error);
  }
}

export type ReadKept =
  | { readonly kind: 'kept'; readonly run: KeptCanary }
  | { readonly kind: 'none' }
  /** `shown`: one sentence, what is wrong and what to do. */
  | { readonly kind: 'unusable'; readonly shown: string };

export function readKeptCanary(runtimeRoot: string): ReadKept {
  const file = keptCanaryFile(runtimeRoot);
  const unusable = (why: string): ReadKept => ({
    kind: 'unusable',
    shown: `${file} ${why}. Run \`qwen mcp canary\` again.`,
  });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'none' };
    return unusable(error instanceof SyntaxError ? 'holds no JSON' : 'can’t be read');
  }
  if (typeof value !== 'object' || value === null) return unusable('holds no canary run');
  const { v, runs } = value as Partial<KeptCanary>;
  if (v !== 1) return unusable('was written by another version of qwen');
  return Array.isArray(runs) ? { kind: 'kept', run: value as KeptCanary } : unusable('holds no canary run');
}
