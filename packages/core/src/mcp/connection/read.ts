/** One read of a prompt or a resource, and the sentences for what can go wrong with it. */
import { QwenError, type QwenErrorCode } from '../../shared/qwen-error.js';
import type { ReadMethod } from './sdk-client.js';

export interface ReadRequest {
  readonly method: ReadMethod;
  readonly params: Record<string, unknown>;
}

type Why = 'unavailable' | 'late' | 'cancelled' | 'refused';

const SENTENCES: Readonly<Record<Why, readonly [code: QwenErrorCode, end: string]>> = {
  unavailable: ['mcp_connection_lost', 'is not available now, so nothing was read.'],
  late: ['mcp_timeout', 'did not answer in time, so nothing was read.'],
  cancelled: ['cancelled', 'was not read: cancelled.'],
  refused: ['mcp_call_failed', 'answered with an error or lost its connection, so nothing was read.'],
};

export function notRead(server: string, why: Why, cause?: unknown): QwenError {
  const [code, end] = SENTENCES[why];
  return new QwenError(code, `MCP server "${server}" ${end}`, cause);
}
