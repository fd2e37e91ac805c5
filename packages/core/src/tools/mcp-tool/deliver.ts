/**
 * One attempt: on record when it must not be repeated (call-record), sent with the key that the operator asked for
 * (keyed-request). Never decides whether anything is sent again.
 */
import type { AttemptOutcome } from '../../mcp/loss/classify.js';
import type { DebugLog } from '../../shared/debug-log.js';
import { QwenError } from '../../shared/qwen-error.js';
import type { ToolArguments, ToolProgress } from '../types.js';
import type { CallRecord } from './call-record.js';
import type { CallStop } from './call-stop.js';
import { keyedRequest, type ChosenRule } from './keyed-request.js';
import type { ReplayFacts } from './replay-gates.js';
import type { Target } from './target.js';
import { TEXTS } from './texts.js';

/** One call that the model made, under one id for its whole life. */
export interface Call {
  readonly id: string;
  readonly server: string;
  /** How and to what it goes, for the record. */
  readonly route: { readonly transport: string; readonly target: string };
  /** As the model wrote them. */
  readonly args: ToolArguments;
  /** The same for every attempt. */
  readonly idempotencyKey: string;
  /** How the operator wants the key to be sent. Missing: not at all. */
  readonly keyRule?: ChosenRule | undefined;
  /** The record that a person decided to repeat with this call. */
  readonly retryOf?: string | undefined;
  /** The record of an identical call that is unknown: this one may leave only while its tool is read-only. */
  readonly onlyAsRead?: string | undefined;
  onProgress(progress: ToolProgress): void;
}

/** One attempt of it, about to leave; `facts` as they are now. */
export interface Delivery {
  readonly call: Call;
  readonly target: Target;
  readonly attempt: number;
  readonly facts: ReplayFacts;
}

export type Delivered =
  | { readonly kind: 'delivered'; readonly outcome: AttemptOutcome }
  /** It could not be put on record, so it was not sent. */
  | { readonly kind: 'no-record'; readonly error: QwenError };

export interface DeliverPorts {
  readonly record: CallRecord;
  readonly stop: CallStop;
  readonly debug: DebugLog;
}

export async function deliver(delivery: Delivery, { record, stop, debug }: DeliverPorts): Promise<Delivered> {
  const { call, target, attempt } = delivery;
  try {
    const leaving = record.leaving(delivery);
    if (leaving !== undefined) await leaving;
  } catch (error) {
    const refusal = error instanceof QwenError ? error : new QwenError('mcp_call_failed', TEXTS.noRecord, error);
    debug('mcp', 'not on record, so not sent', { server: call.server, tool: target.tool.name, cause: refusal.cause });
    return { kind: 'no-record', error: refusal };
  }
  const { args, meta } = requestOn(target, call);
  const outcome = await target.attempt({ args, meta, stop, onProgress: call.onProgress });
  if (outcome.kind !== 'answered') {
    const { kind, reach, cause } = outcome;
    debug('mcp', 'no answer', { server: call.server, tool: target.tool.name, attempt, kind, reach, cause });
  }
  const over = record.over(outcome);
  if (over !== undefined) await over;
  return { kind: 'delivered', outcome };
}

/** What is sent of the call to this target. */
export const requestOn = ({ tool }: Target, { args, idempotencyKey: key, keyRule: chosen }: Call) =>
  keyedRequest({ args, key, chosen, schema: tool.inputSchema });
