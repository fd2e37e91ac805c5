/** How things are drawn: width, colours, marks, and whether long parts are folded. What every renderer is given. */
import type { CodeOptions } from './code.js';

export interface Look extends CodeOptions {
  readonly marks: Marks;
  readonly expanded: boolean;
  /** `ui.showLineNumbers`: changes have the numbers of their lines. Default true. */
  readonly numbers?: boolean | undefined;
  /** `ui.shellOutputMaxLines`: how much of a command's output is shown folded. Default 5. */
  readonly shellLines?: number | undefined;
  /** Answers as they were written instead of formatted. Default false. */
  readonly raw?: boolean;
}

export interface Marks {
  readonly user: string;
  readonly answer: string;
  readonly thinking: string;
  readonly info: string;
  readonly warning: string;
  readonly error: string;
  readonly asking: string;
  readonly running: string;
  readonly ok: string;
  readonly failed: string;
  readonly cancelled: string;
  readonly unknown: string;
  readonly progress: string;
  /** Whether lines are drawn around what belongs together. */
  readonly boxes: boolean;
}

export const MARKS: Marks = {
  user: '> ',
  answer: '◆ ',
  thinking: '✻ ',
  info: '● ',
  warning: '▲ ',
  error: '✕ ',
  asking: '? ',
  running: '⊶ ',
  ok: '✓ ',
  failed: 'x ',
  cancelled: '- ',
  unknown: '▲ ',
  progress: '◌ ',
  boxes: true,
};

/** For screen readers, which read signs badly. */
export const WORD_MARKS: Marks = {
  user: 'You: ',
  answer: 'Qwen: ',
  thinking: 'Thinking: ',
  info: 'Info: ',
  warning: 'Warning: ',
  error: 'Error: ',
  asking: 'Waits for approval: ',
  running: 'Running: ',
  ok: 'Done: ',
  failed: 'Failed: ',
  cancelled: 'Cancelled: ',
  unknown: 'Outcome unknown: ',
  progress: 'Progress: ',
  boxes: false,
};
