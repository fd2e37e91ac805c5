/**
 * Runs a command to its end, its time limit, or the caller's abort, whichever comes first. After the latter two the
 * whole process tree is gone. What a finished command left running goes on, watched, without being waited for; so does a
 * command that is put in the background meanwhile, whose whole output is kept in a file then.
 */
import type { Clock } from '../../shared/clock.js';
import type { Environment } from '../../shared/find-executable.js';
import { endProcessTree, isTreeRunning } from '../../shared/process-tree.js';
import type { TextLimit } from '../../shared/text-limit.js';
import type { ToolProgress } from '../types.js';
import { GRACE_MS, type BackgroundProcesses } from './background-processes.js';
import { createOutputCapture, type CapturedOutput, type OutputCapture } from './output-capture.js';
import { openOutputFile } from './output-file.js';
import type { CommandOutcome } from './shell-text.js';
import { startCommand, type StartedCommand } from './start-command.js';

export interface ForegroundOrder {
  readonly command: string;
  readonly directory: string;
  readonly env: Environment;
  readonly limitMs: number;
  readonly heartbeatMs: number;
  readonly outputLimit: TextLimit;
  readonly tempDir: string;
  readonly clock: Clock;
  readonly background: BackgroundProcesses;
  readonly signal: AbortSignal;
  onProgress(progress: ToolProgress): void;
  /** What it writes, as it comes. */
  onOutput?(chunk: Buffer): void;
}

export interface ForegroundRun {
  readonly outcome: CommandOutcome;
  readonly output: CapturedOutput;
  readonly pid: number | undefined;
  readonly leftRunning: boolean;
}

export async function runForeground(order: ForegroundOrder): Promise<ForegroundRun> {
  const { clock, background, command } = order;
  const capture = createOutputCapture({ limit: order.outputLimit, openFile: () => openOutputFile(order.tempDir) });
  const onOutput = (chunk: Buffer): Promise<void> => {
    order.onOutput?.(chunk);
    return capture.write(chunk);
  };
  const started = await startCommand({ ...order, onOutput });
  if (started.kind === 'not-started') {
    return { outcome: started, output: await capture.finish(), pid: undefined, leftRunning: false };
  }
  const { child, pid } = started;
  const unwatch = background.watch(child);
  const outcome = await firstEnd(started, capture, order);
  if (outcome.kind === 'detached') return detached(started, capture, order);
  if (outcome.kind !== 'exited') await endProcessTree(child, { clock, graceMs: GRACE_MS });
  const leftRunning = outcome.kind === 'exited' && isTreeRunning(child);
  if (leftRunning) background.add(child, { command });
  await drain(started, capture, clock);
  started.release();
  unwatch();
  return { outcome, output: await capture.finish(), pid, leftRunning };
}

/** From here on it is as if it had been started in the background. */
async function detached(
  { child, pid, outputEnded, release }: StartedCommand,
  capture: OutputCapture,
  { background, command }: ForegroundOrder,
): Promise<ForegroundRun> {
  const outputPath = await capture.keepWhole();
  background.add(child, { command, ...(outputPath !== undefined && { outputPath }) });
  void outputEnded.then(() => capture.finish());
  release();
  return { outcome: { kind: 'detached', outputPath }, output: capture.soFar(), pid, leftRunning: true };
}

async function firstEnd(
  started: StartedCommand,
  capture: OutputCapture,
  order: ForegroundOrder,
): Promise<CommandOutcome> {
  const { clock, limitMs, signal } = order;
  const over = new AbortController();
  const never = (): Promise<never> => new Promise(() => {});
  const limit = clock.sleep(limitMs, over.signal).then((): CommandOutcome => ({ kind: 'timed-out', limitMs }), never);
  const cancelled = new Promise<CommandOutcome>((resolve) => {
    const cancel = (): void => resolve({ kind: 'cancelled' });
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true, signal: over.signal });
  });
  let withdraw = (): void => {};
  const letGo = new Promise<CommandOutcome>((resolve) => {
    withdraw = order.background.onDetach(() => resolve({ kind: 'detached', outputPath: undefined }));
  });
  void beat(capture, order, over.signal);
  const outcome = await Promise.race([started.ended, limit, cancelled, letGo]);
  withdraw();
  over.abort();
  return outcome;
}

async function beat(capture: OutputCapture, order: ForegroundOrder, over: AbortSignal): Promise<void> {
  const { clock, heartbeatMs, onProgress } = order;
  const startMs = clock.now();
  try {
    for (;;) {
      await clock.sleep(heartbeatMs, over);
      const seconds = Math.round((clock.now() - startMs) / 1000);
      onProgress({ progress: seconds, message: `running for ${seconds} s, ${capture.totalBytes} bytes of output` });
    }
  } catch {
    // The command is over.
  }
}

/** How long a pause in the output of an ended command must be to count as its end, and how long all of that may take. */
const QUIET_MS = 100;
const MAX_DRAIN_MS = 1000;

/** Reads what the command had written by its end, although something it left behind may hold the pipe open for ever. */
async function drain({ outputEnded }: StartedCommand, capture: OutputCapture, clock: Clock): Promise<void> {
  const over = new AbortController();
  const ended = outputEnded.then(() => true);
  const startMs = clock.now();
  let before = -1;
  while (capture.totalBytes !== before && clock.now() - startMs < MAX_DRAIN_MS) {
    before = capture.totalBytes;
    const quiet = clock.sleep(QUIET_MS, over.signal).then(
      () => false,
      () => false,
    );
    if (await Promise.race([ended, quiet])) break;
  }
  over.abort();
}
