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
      return stopped(outcome, { status: 'error', code: CODES.timedOut }, TIMED_OUT);
    case 'cancelled':
      return stopped(outcome, { status: 'cancelled', code: CODES.cancelled }, CANCELLED);
    case 'failed':
      return stopped(outcome, { status: 'error', code: CODES.failed }, FAILED);
    case 'frozen':
      return heldBackResult(outcome);
    case 'not-sent':
      return notSent(outcome.why, server, tool);
  }
}

/** Held back: nothing was sent. */
export const heldBackResult = ({ kind, recordId }: HeldBack): ToolResult => ({
  status: 'error',
  code: CODES.frozen,
  text: HELD_BACK[kind](recordId),
  recordId,
});

const HELD_BACK = {
  frozen: TEXTS.frozen,
  done: TEXTS.alreadyDone,
  repeated: TEXTS.repeatedMeanwhile,
} as const;

interface HeldBack {
  readonly kind: keyof typeof HELD_BACK;
  readonly recordId: string;
}

/** What to say of an end that is no answer: sent, sent by a tool that changes nothing, and not sent. */
interface EndTexts {
  readonly sent: string;
  readonly readOnly: string;
  readonly unsent: string;
}

const CANCELLED: EndTexts = {
  sent: TEXTS.cancelledSent,
  readOnly: TEXTS.cancelledReadOnly,
  unsent: TEXTS.cancelled,
};
const FAILED: EndTexts = { sent: TEXTS.failedSent, readOnly: TEXTS.failedReadOnly, unsent: TEXTS.failedUnsent };
const TIMED_OUT: EndTexts = {
  sent: TEXTS.timedOutUnknown,
  readOnly: TEXTS.timedOutReadOnly,
  unsent: TEXTS.timedOutUnsent,
};

function stopped(
  { sent, readOnly }: { readonly sent: boolean; readonly readOnly?: boolean },
  result: Pick<ToolResult, 'status' | 'code'>,
  texts: EndTexts,
): ToolResult {
  if (!sent) return { ...result, text: texts.unsent };
  return readOnly === true
    ? { ...result, text: texts.readOnly }
    : { ...result, text: texts.sent, outcomeUnknown: true };
}

function notSent(why: Extract<OwnOutcome, { kind: 'not-sent' }>['why'], server: string, tool: string): ToolResult {
  if (why instanceof QwenError) return { status: 'error', code: why.code, text: why.shown };
  const text = why === 'server-gone' ? TEXTS.serverGone(server) : TEXTS.toolGone(server, tool);
  return { status: 'error', code: CODES.failed, text };
}
