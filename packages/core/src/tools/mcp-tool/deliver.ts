/**
 * One attempt, on record when it must not be repeated: a call that is not replay-safe has its intent in the journal
 * before its first byte leaves, and no intent means no call. Never decides whether anything is sent again.
 */
import type { AttemptOutcome } from '../../mcp/loss/classify.js';
import type { Journal } from '../../mcp/journal/port.js';
import type { DebugLog } from '../../shared/debug-log.js';
import { QwenError } from '../../shared/qwen-error.js';
import type { ToolArguments, ToolProgress } from '../types.js';
import type { CallStop } from './call-stop.js';
import { isReplaySafe, type ReplayFacts } from './replay-gates.js';
import type { Target } from './target.js';
import { TEXTS } from './texts.js';

/** One call that the model made, under one id for its whole life. */
export interface Call {
  readonly id: string;
  readonly server: string;
  readonly args: ToolArguments;
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
  | { readonly kind: 'delivered'; readonly outcome: AttemptOutcome; readonly recordId: string | undefined }
  /** It could not be put on record, so it was not sent. */
  | { readonly kind: 'no-record'; readonly error: QwenError };

export interface DeliverPorts {
  readonly journal: Journal | undefined;
  readonly stop: CallStop;
  readonly debug: DebugLog;
}

export async function deliver(delivery: Delivery, { journal, stop, debug }: DeliverPorts): Promise<Delivered> {
  const { call, target, attempt, facts } = delivery;
  let recordId: string | undefined;
  if (journal !== undefined && !isReplaySafe(facts)) {
    try {
      recordId = await journal.intend({
        callId: call.id,
        server: call.server,
        tool: target.tool.name,
        epoch: target.epoch,
        attempt,
        hints: facts.hints,
        trust: facts.trust,
        args: call.args,
      });
    } catch (error) {
      return { kind: 'no-record', error: asQwenError(error) };
    }
  }
  const outcome = await target.attempt({ args: call.args, stop, onProgress: call.onProgress });
  if (outcome.kind !== 'answered') {
    const { kind, reach, cause } = outcome;
    debug('mcp', 'no answer', { server: call.server, tool: target.tool.name, attempt, kind, reach, cause });
  }
  if (recordId !== undefined) {
    // An intent that stays open reads as unknown, which is what a settled record that can't be written must read as.
    await journal?.settle(recordId, outcome).catch((error: unknown) => debug('mcp', 'record not settled', error));
  }
  return { kind: 'delivered', outcome, recordId };
}

const asQwenError = (error: unknown): QwenError =>
  error instanceof QwenError ? error : new QwenError('mcp_call_failed', TEXTS.noRecord, error);
