/**
 * Every text of ours that a model or a person reads about an MCP call, and its code. Constant but for a record's id and the
 * names that the operator and the model chose: no argument, no upstream text, no code of another layer, no host, no path.
 * Pinned by texts.test.ts: a change here is a change of the contract (docs/design/mcp-safe-replay.md).
 */
import type { QwenErrorCode } from '../../shared/qwen-error.js';

const VERIFY =
  'Verify the outcome first, with a read-only tool of the same server if it has one. `qwen mcp outcomes` lists every call whose outcome is unknown.';
const MAY_HAVE_COMPLETED = `The operation may have completed. It was not sent again and must not be retried automatically. ${VERIFY}`;

/** The unknown outcome: the same everywhere, whatever was lost and however. */
export const UNKNOWN_OUTCOME_TEXT = `The outcome of this call is unknown: the connection to its MCP server was lost before the answer came. ${MAY_HAVE_COMPLETED}`;

export const TEXTS = {
  timedOutUnknown: `The outcome of this call is unknown: its MCP server did not answer within the time limit. ${MAY_HAVE_COMPLETED}`,
  timedOutReadOnly:
    'The MCP server did not answer within the time limit, and the call was stopped. The tool is declared read-only, so calling it again is safe.',
  timedOutUnsent: 'The call was not sent to its MCP server within the time limit.',
  cancelledSent: `The call was cancelled after it had been sent to its MCP server, so its outcome is unknown. ${VERIFY}`,
  cancelledReadOnly: 'The call was cancelled. The tool is declared read-only, so calling it again is safe.',
  cancelled: 'The call was cancelled.',
  failedSent: `The outcome of this call is unknown: it failed before its answer could be read. ${MAY_HAVE_COMPLETED}`,
  failedReadOnly:
    'The call failed before its answer could be read. The tool is declared read-only, so calling it again is safe.',
  failedUnsent: 'The call could not be sent to its MCP server. Run again with --debug for the cause.',
  frozen: (recordId: string): string =>
    `The call was not sent: an identical earlier call may have completed, and its outcome is still unknown (record ${recordId}). Do not work around this. Verify that outcome first, with a read-only tool of the same server if it has one, and report it. A person can see the record with \`qwen mcp outcomes show ${recordId}\` and lift this with \`qwen mcp outcomes reconcile ${recordId} --as committed|not_committed --note TEXT\`.`,
  alreadyDone: (recordId: string): string =>
    `The call was not sent: a person has found that an identical earlier call was carried out (record ${recordId}). Take it as done and go on from there. Make it a second time only if the user asks for a second one.`,
  repeatedMeanwhile: (recordId: string): string =>
    `The call was not sent: while a person was asked about it, the same call was sent again (a repetition of record ${recordId}). Go by what came of that one. Make this one as well only if the user asks for it.`,
  noRecord: 'The call was not sent: the record that must be kept of it could not be written.',
  serverGone: (server: string): string =>
    `MCP server "${server}" is unavailable, so the call was not sent. Run \`qwen mcp list\` to see its state.`,
  toolGone: (server: string, tool: string): string =>
    `MCP server "${server}" no longer offers the tool "${tool}", so the call was not sent.`,
  connectionLost: (sends: number): string =>
    sends === 0
      ? 'The connection to the MCP server was lost before the call could be sent. It is declared safe to repeat; try again once the server is back.'
      : `The connection to the MCP server was lost before an answer came. The call was sent ${times(sends)} and may have completed; it is declared safe to repeat, so try again once the server is back.`,
} as const;

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

export const CODES = {
  unknown: 'mcp_outcome_unknown',
  connectionLost: 'mcp_connection_lost',
  timedOut: 'mcp_timeout',
  failed: 'mcp_call_failed',
  cancelled: 'cancelled',
  frozen: 'mcp_call_frozen',
} as const satisfies Record<string, QwenErrorCode>;
