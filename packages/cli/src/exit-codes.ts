/** Exit codes, as scripts and the SDK know them (docs/guide/headless.md). */
import type { QwenErrorCode } from '@qwen-code/qwen-code-core/shared/qwen-error.js';

export const EXIT = {
  ok: 0,
  /** Usage error, no input, missing key, a model call that failed. */
  failure: 1,
  badInput: 42,
  sandbox: 44,
  config: 52,
  turnLimit: 53,
  budget: 55,
  sighup: 129,
  sigint: 130,
  sigterm: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_ERROR: Partial<Record<QwenErrorCode, ExitCode>> = {
  input: EXIT.badInput,
  config: EXIT.config,
  sandbox: EXIT.sandbox,
  'turn-limit': EXIT.turnLimit,
  budget: EXIT.budget,
  cancelled: EXIT.sigint,
};

/** The exit code of a run that ends with this error. */
export function exitCodeOf(code: QwenErrorCode): ExitCode {
  return BY_ERROR[code] ?? EXIT.failure;
}
