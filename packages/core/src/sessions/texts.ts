/**
 * The constant texts of a resumed session. Pinned by texts.test.ts. No argument, no path, no upstream text.
 */

/** A call of an MCP tool whose process ended before the result was on disk. */
export const INTERRUPTED_MCP_CALL =
  'The outcome of this call is unknown: qwen was stopped before the answer was recorded. The operation may have completed. It was not sent again and must not be retried automatically. Verify the outcome first, with a read-only tool of the same server if it has one. `qwen mcp outcomes` lists every call whose outcome is unknown.';

/** The same for a tool of our own. */
export const INTERRUPTED_CALL =
  'Interrupted: qwen was stopped before the result was recorded. Whether it took effect is unknown. Check before doing it again.';

export const interruptedText = (tool: string): string => (isMcp(tool) ? INTERRUPTED_MCP_CALL : INTERRUPTED_CALL);

export const interruptedCode = (tool: string): 'mcp_outcome_unknown' | 'interrupted' =>
  isMcp(tool) ? 'mcp_outcome_unknown' : 'interrupted';

/** Names of MCP tools start so, whatever else their names were made safe for. */
export const isMcp = (tool: string): boolean => tool.startsWith('mcp__');

export interface InterruptedCall {
  readonly tool: string;
  readonly recordId: string | undefined;
}

/** The line for stderr when a session with open calls is taken up again. */
export function interruptedNotice(calls: readonly InterruptedCall[]): string {
  const named = calls.map(({ tool, recordId }) => (recordId === undefined ? tool : `${tool} (record ${recordId})`));
  const look = calls.some(({ recordId }) => recordId !== undefined) ? ' See `qwen mcp outcomes`.' : '';
  return `The session was interrupted during: ${named.join(', ')}. Whether that was done is unknown: verify before it is done again.${look}`;
}
