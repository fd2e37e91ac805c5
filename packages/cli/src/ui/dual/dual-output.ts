/** An interactive session that a program takes part in: records of it to a descriptor or a file, messages from a file. */
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { RunOptions } from '../../args/parse-args.js';
import type { WireRecord } from '../../headless/records.js';
import type { WiredRun } from '../../wire/wire-run.js';
import type { Controller } from '../controller.js';
import { followFile } from './follow-file.js';
import { hearLine } from './hear-line.js';
import { mirrored, type Recorder } from './mirror.js';
import { openSink } from './open-sink.js';

export interface DualOutput {
  /** Hears what the session records. */
  recorder(recorder: Recorder, wired: WiredRun): Recorder;
  /** Takes messages from here on. */
  listen(controller: Pick<Controller, 'say' | 'stop'>): void;
  close(): Promise<void>;
}

export interface DualPorts {
  readonly clock: Clock;
  /** One sentence. */
  warn(shown: string): void;
}

/** Throws QwenError('usage') for a target that can't be written. */
export function openDualOutput(flags: RunOptions, { clock, warn }: DualPorts): DualOutput {
  const sink = openSink(flags, { clock, warn });
  const { inputFile } = flags;
  let unfollow = (): void => {};
  const emit = (record: WireRecord): void => sink?.write(`${JSON.stringify(record)}\n`);
  return {
    recorder: (recorder, wired) =>
      sink === undefined ? recorder : mirrored(recorder, { wired, clock, write: sink.write }),
    listen: (controller) => {
      if (inputFile === undefined) return;
      unfollow = followFile(inputFile, clock, (line) => hearLine(line, { controller, emit, warn }));
    },
    close: async () => {
      unfollow();
      await sink?.close();
    },
  };
}
