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
      return timedOut(outcome);
    case 'cancelled':
      return outcome.sent
        ? { status: 'cancelled', code: CODES.cancelled, text: TEXTS.cancelledSent, outcomeUnknown: true }
        : { status: 'cancelled', code: CODES.cancelled, text: TEXTS.cancelled };
    case 'failed':
      return outcome.sent
        ? { status: 'error', code: CODES.failed, text: TEXTS.failedSent, outcomeUnknown: true }
        : { status: 'error', code: CODES.failed, text: TEXTS.failedUnsent };
    case 'not-sent':
      return notSent(outcome.why, server, tool);
  }
}

function timedOut({ sent, readOnly }: Extract<OwnOutcome, { kind: 'timed-out' }>): ToolResult {
  const result = { status: 'error', code: CODES.timedOut } as const;
  if (!sent) return { ...result, text: TEXTS.timedOutUnsent };
  if (readOnly) return { ...result, text: TEXTS.timedOutReadOnly };
  return { ...result, text: TEXTS.timedOutUnknown, outcomeUnknown: true };
}

function notSent(why: Extract<OwnOutcome, { kind: 'not-sent' }>['why'], server: string, tool: string): ToolResult {
  if (why instanceof QwenError) return { status: 'error', code: why.code, text: why.shown };
  const text = why === 'server-gone' ? TEXTS.serverGone(server) : TEXTS.toolGone(server, tool);
  return { status: 'error', code: CODES.failed, text };
}
