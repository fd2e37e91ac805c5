/**
 * The one error type. `shown` is what people and models may read: one sentence, no argument values, no upstream text.
 * `cause` is for the debug log only.
 */
export type QwenErrorCode =
  | 'usage'
  | 'input'
  | 'config'
  | 'sandbox'
  | 'auth'
  | 'io'
  | 'model-api'
  /** The model answered, but not with what was asked for. */
  | 'no-answer'
  | 'turn-limit'
  | 'budget'
  | 'cancelled'
  | 'mcp_start_failed'
  | 'mcp_outcome_unknown'
  | 'mcp_connection_lost'
  | 'mcp_timeout'
  | 'mcp_call_failed'
  | 'mcp_call_frozen';

export class QwenError extends Error {
  override readonly name = 'QwenError';
  readonly code: QwenErrorCode;
  readonly shown: string;

  constructor(code: QwenErrorCode, shown: string, cause?: unknown) {
    super(shown, cause === undefined ? undefined : { cause });
    this.code = code;
    this.shown = shown;
  }
}

/** The text that may be shown for any thrown value; an unforeseen one is named by its class alone. */
export function shownText(error: unknown): string {
  if (error instanceof QwenError) return error.shown;
  return error instanceof Error ? `Unexpected ${error.name}; run again with --debug for details.` : 'Unexpected error.';
}
