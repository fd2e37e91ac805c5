/** How a call ended that may have been carried out, in words for people. Pure. */
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import type { ToolResult } from '@qwen-code/qwen-code-core/tools/types.js';

export type OpenEnd = 'lost' | 'timed-out' | 'cancelled' | 'failed' | 'interrupted';

/** A sentence each: why there is no answer. */
export const OPEN_END_WORDS: Readonly<Record<OpenEnd, string>> = {
  lost: 'The connection to the server was lost before an answer came.',
  'timed-out': 'No answer came within the time limit.',
  cancelled: 'It was cancelled after it had been sent.',
  failed: 'It failed before its answer could be read.',
  interrupted: 'qwen was stopped before an answer was on record.',
};

export function endOfResult({ code }: Pick<ToolResult, 'code'>): OpenEnd {
  switch (code) {
    case 'mcp_timeout':
      return 'timed-out';
    case 'cancelled':
      return 'cancelled';
    case 'mcp_call_failed':
      return 'failed';
    default:
      return 'lost';
  }
}

export function endOfRecord({ settled }: Pick<Outcome, 'settled'>): OpenEnd {
  switch (settled?.result) {
    case undefined:
      return 'interrupted';
    case 'timed_out':
      return 'timed-out';
    case 'cancelled':
    case 'failed':
      return settled.result;
    default:
      return 'lost';
  }
}
