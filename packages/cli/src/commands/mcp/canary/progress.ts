/** What is told while the lab runs: one line that changes on a terminal, a line a run anywhere else. */
import type { LabResult } from '@qwen-code/qwen-code-core/canary/lab/run-lab.js';

export interface ProgressOptions {
  readonly total: number;
  /** Columns of the terminal that shows it; undefined when it is none. */
  readonly columns: number | undefined;
  write(text: string): void;
  /** Milliseconds since the lab began. */
  elapsedMs(): number;
}

export interface Progress {
  ended(result: LabResult): void;
  /** Takes the changing line away. */
  clear(): void;
}

/** A terminal that does not say how wide it is says 0. */
const UNKNOWN_COLUMNS = 80;
const CLEAR_LINE = '\r\u001b[2K';

export function createProgress({ total, columns, write, elapsedMs }: ProgressOptions): Progress {
  let done = 0;
  let failed = 0;
  return {
    ended: (result) => {
      done += 1;
      if (result.verdict === 'fail') failed += 1;
      if (columns === undefined) write(lineOf(result));
      else {
        if (result.verdict === 'fail') write(`${CLEAR_LINE}${lineOf(result)}`);
        const seconds = Math.round(elapsedMs() / 1000);
        const text = `${done} of ${total} runs, ${failed} failed, ${seconds} s: ${result.run.id}`;
        write(`${CLEAR_LINE}${text.slice(0, (columns || UNKNOWN_COLUMNS) - 1)}`);
      }
    },
    clear: () => {
      if (columns !== undefined) write(CLEAR_LINE);
    },
  };
}

const lineOf = ({ verdict, run, durationMs, reason }: LabResult): string =>
  `${verdict === 'pass' ? 'pass' : 'FAIL'}  ${run.id}  ${(durationMs / 1000).toFixed(1)} s  ${reason}\n`;
