/** One process of qwen without a terminal: what is known from the start, and what becomes known on the way. */
import { randomUUID } from 'node:crypto';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { Session } from '@qwen-code/qwen-code-core/sessions/types.js';
import type { OutputFormat, RunOptions } from '../args/parse-args.js';
import type { Interruption } from '../process/interruption.js';
import type { ProcessOutput } from '../process/output.js';
import type { WiredRun } from '../wire/wire-run.js';
import { createRenderer } from './create-renderer.js';
import type { Renderer } from './renderer.js';
import type { Tally } from './tally.js';

export interface Run {
  readonly options: RunOptions;
  readonly output: ProcessOutput;
  readonly interruption: Interruption;
  format: OutputFormat;
  /** Made up until the session is open. */
  sessionId: string;
  session: Session | undefined;
  wired: WiredRun | undefined;
  /** These three are of the message that is being answered. */
  startedMs: number;
  tally: Tally;
  renderer: Renderer | undefined;
}

/** What tells the answer to the present message. */
export function openRenderer(run: Run): Renderer {
  const { startedMs } = run;
  return createRenderer(run.format, run.options.includePartialMessages, {
    ...run,
    elapsedMs: () => clock.now() - startedMs,
    newId: randomUUID,
    chatty: run.options.debug || process.stderr.isTTY === true,
  });
}
