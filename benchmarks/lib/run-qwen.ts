/**
 * One headless run of a binary against a scripted local model: when each request arrived, when it ended, what it cost.
 *
 * Time starts just before the process is spawned. CPU time is that of the whole process tree. Peak memory is VmHWM of
 * the largest process of the tree, servers apart, read at every model request and every few milliseconds until it ends.
 */
import { spawn } from 'node:child_process';
import { createScriptedModel, type SeenRequest, type Turn } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import type { BenchHome } from './bench-home.js';
import type { Binary } from './binary.js';
import { findLargest, readChildrenCpuMs } from './proc.js';

const MEMORY_POLL_MS = 5;

export interface ModelRequest extends SeenRequest {
  readonly turn: number;
  /** Monotonic clock of the system, in ms, when the request had arrived whole. */
  readonly arrivedMs: number;
  /** The process under test. */
  readonly pid: number;
}

export interface QwenRun {
  readonly binary: Binary;
  readonly home: BenchHome;
  readonly answer: (request: ModelRequest) => Turn | Promise<Turn>;
  /** Memory is polled only when asked for: the polling takes a little of the machine. */
  readonly watchMemory?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

export interface QwenRunResult {
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly wallMs: number;
  /** From the spawn to the arrival of the first model request. */
  readonly firstRequestMs: number | undefined;
  /** Arrivals of all scripted requests, monotonic. */
  readonly arrivals: readonly number[];
  readonly cpuMs: number | undefined;
  readonly peakMb: number | undefined;
}

export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

export async function runQwen(run: QwenRun): Promise<QwenRunResult> {
  const { binary, home } = run;
  const arrivals: number[] = [];
  let pid = 0;
  let peakMb: number | undefined;
  const look = (): void => {
    const now = findLargest(pid)?.memory.peakMb;
    if (now !== undefined) peakMb = Math.max(now, peakMb ?? 0);
  };
  const model = await createScriptedModel(
    (request) => {
      const arrivedMs = monotonicMs();
      arrivals.push(arrivedMs);
      if (run.watchMemory === true) look();
      return run.answer({ ...request, turn: request.turn ?? 0, arrivedMs, pid });
    },
    { keep: 1 },
  );
  const cpuBefore = readChildrenCpuMs();
  const startedMs = monotonicMs();
  const child = spawn(binary.file, [...binary.args, '--yolo', '-p', 'go'], {
    cwd: home.project,
    env: { ...home.environment(model.url), ...run.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  pid = child.pid ?? 0;
  const polling = run.watchMemory === true ? setInterval(look, MEMORY_POLL_MS) : undefined;
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const endedMs = monotonicMs();
  clearInterval(polling);
  const cpuAfter = readChildrenCpuMs();
  await model.close();
  return {
    exitCode,
    stderr,
    wallMs: endedMs - startedMs,
    firstRequestMs: arrivals[0] === undefined ? undefined : arrivals[0] - startedMs,
    arrivals,
    cpuMs: cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore,
    peakMb,
  };
}

/** A run that did not do its work says nothing about speed: it ends the bench with what the binary said. */
export async function runQwenWell(run: QwenRun): Promise<QwenRunResult> {
  const result = await runQwen(run);
  if (result.exitCode === 0 && result.arrivals.length > 0) return result;
  throw new Error(
    `${run.binary.label} did not finish its run (exit code ${result.exitCode}, ${result.arrivals.length} model requests).\n${result.stderr.trim()}`,
  );
}

/** The offered tool of this name, whatever server it is on. */
export function toolNamed(request: SeenRequest, name: string): string {
  const found = request.tools.find((tool) => tool.endsWith(`__${name}`));
  if (found === undefined) throw new Error(`The model was not offered the tool "${name}".`);
  return found;
}
