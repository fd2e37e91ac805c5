/**
 * Starts a command and returns at once. Its output goes to a file from the first byte; the host ends it when it stops.
 */
import type { Clock } from '../../shared/clock.js';
import type { Environment } from '../../shared/find-executable.js';
import type { BackgroundProcesses } from './background-processes.js';
import { openOutputFile } from './output-file.js';
import { startCommand, type NotStarted } from './start-command.js';

export interface BackgroundOrder {
  readonly command: string;
  readonly directory: string;
  readonly env: Environment;
  readonly tempDir: string;
  readonly clock: Clock;
  readonly background: BackgroundProcesses;
}

export interface BackgroundStart {
  readonly kind: 'started';
  readonly pid: number;
  readonly outputPath: string;
}

export async function runBackground({
  tempDir,
  background,
  ...order
}: BackgroundOrder): Promise<BackgroundStart | NotStarted> {
  const file = await openOutputFile(tempDir);
  const started = await startCommand({ ...order, onOutput: file.write });
  if (started.kind === 'not-started') {
    await file.close();
    return started;
  }
  const { child, pid, outputEnded, release } = started;
  void outputEnded.then(() => file.close()).catch(() => {});
  background.add(child, { command: order.command, outputPath: file.path });
  release();
  return { kind: 'started', pid, outputPath: file.path };
}
