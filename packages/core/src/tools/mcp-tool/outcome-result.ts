/** What became of a call, as the model and the people read it. Every text that is ours is in texts. */
import { QwenError } from '../../shared/qwen-error.js';
import type { ToolResult } from '../types.js';
import type { CallOutcome } from './call-with-replay.js';
import { CODES, TEXTS, UNKNOWN_OUTCOME_TEXT } from './texts.js';

type OwnOutcome = Exclude<CallOutcome, { kind: 'answered' }>;

export function outcomeToResult(outcome: OwnOutcome, server: string, tool: string): ToolResult {
  switch (outcome.kind) {
    case 'unknown':
      return { status: 'error', code: CODES.unknown, text: UNKNOWN_OUTCOME_TEXT };
    case 'connection-lost':
      return { status: 'error', code: CODES.connectionLost, text: TEXTS.connectionLost(outcome.sends) };
    case 'timed-out':
      return { status: 'error', code: CODES.timedOut, text: timedOut(outcome) };
    case 'cancelled':
      return { status: 'cancelled', code: CODES.cancelled, text: outcome.sent ? TEXTS.cancelledSent : TEXTS.cancelled };
    case 'failed':
      return { status: 'error', code: CODES.failed, text: outcome.sent ? TEXTS.failedSent : TEXTS.failedUnsent };
    case 'not-sent':
      return notSent(outcome.why, server, tool);
  }
}

function timedOut({ sent, readOnly }: Extract<OwnOutcome, { kind: 'timed-out' }>): string {
  if (!sent) return TEXTS.timedOutUnsent;
  return readOnly ? TEXTS.timedOutReadOnly : TEXTS.timedOutUnknown;
}

function notSent(why: Extract<OwnOutcome, { kind: 'not-sent' }>['why'], server: string, tool: string): ToolResult {
  if (why instanceof QwenError) return { status: 'error', code: why.code, text: why.shown };
  const text = why === 'server-gone' ? TEXTS.serverGone(server) : TEXTS.toolGone(server, tool);
  return { status: 'error', code: CODES.failed, text };
}
