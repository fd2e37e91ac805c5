/**
 * What goes on record of one call. A call that is not replay-safe has its intent in the journal before its first byte
 * leaves, and no intent means no call. One that was replay-safe as it left, and whose outcome is unknown all the same,
 * is put on record when that is known. Never decides whether anything is sent, or sent again.
 */
import type { CallJournal, IntendedCall } from '../../mcp/journal/port.js';
import { settlementOf, type Settlement } from '../../mcp/journal/settlement.js';
import type { AttemptOutcome, Reach } from '../../mcp/loss/classify.js';
import type { DebugLog } from '../../shared/debug-log.js';
import { QwenError } from '../../shared/qwen-error.js';
import type { CallOutcome } from './call-with-replay.js';
import type { Delivery } from './deliver.js';
import { isReplaySafe } from './replay-gates.js';
import { TEXTS } from './texts.js';

export interface RecordPorts {
  /** Missing: no call goes on record. */
  readonly journal: CallJournal | undefined;
  readonly debug: DebugLog;
}

/** What returns undefined has nothing to be waited for: most calls go on no record. */
export interface CallRecord {
  /** Undefined while nothing is on record. */
  readonly id: string | undefined;
  /** An attempt is about to leave. Rejects with a QwenError: then it must not. */
  leaving(delivery: Delivery): Promise<void> | undefined;
  /** The attempt has ended. Never rejects. */
  over(outcome: AttemptOutcome): Promise<void> | undefined;
  /** The call has ended. Never rejects. */
  ended(outcome: CallOutcome): Promise<void> | undefined;
}

export function openCallRecord({ journal, debug }: RecordPorts): CallRecord {
  let last: Delivery | undefined;
  let reach: Reach = 'unsent';

  const intend = async (to: CallJournal, delivery: Delivery): Promise<void> => {
    try {
      record.id = await to.intend(intended(delivery));
    } catch (error) {
      throw error instanceof QwenError ? error : new QwenError('mcp_call_failed', TEXTS.noRecord, error);
    }
  };
  const put = async (on: CallJournal, delivery: Delivery, result: Settlement['result']): Promise<void> => {
    try {
      record.id = await on.record(intended(delivery), { result, reach, attempts: delivery.attempt });
    } catch (error) {
      debug('mcp', 'an unknown outcome is not on record', error);
    }
  };

  // A plain field: a getter would give every call's record a shape of its own.
  const record: { -readonly [Key in keyof CallRecord]: CallRecord[Key] } = {
    id: undefined,
    leaving: (delivery) => {
      last = delivery;
      return journal === undefined || isReplaySafe(delivery.facts) ? undefined : intend(journal, delivery);
    },
    over: (outcome) => {
      if (outcome.kind !== 'answered' && FURTHER[outcome.reach] > FURTHER[reach]) reach = outcome.reach;
      if (record.id === undefined) return undefined;
      // An intent that stays open reads as unknown, which is what an end that can't be written must read as.
      return journal
        ?.settle(record.id, settlementOf(outcome))
        .catch((error: unknown) => debug('mcp', 'record not settled', error));
    },
    ended: (outcome) => {
      const result = openEnd(outcome);
      if (journal === undefined || record.id !== undefined || last === undefined || result === undefined)
        return undefined;
      return put(journal, last, result);
    },
  };
  return record;
}

const FURTHER: Readonly<Record<Reach, number>> = { unsent: 0, refused: 1, unanswered: 2 };

/** How the record of a call ends whose outcome is unknown; undefined for every other. */
function openEnd(outcome: CallOutcome): Settlement['result'] | undefined {
  switch (outcome.kind) {
    case 'unknown':
      return 'lost';
    case 'timed-out':
      return outcome.sent && outcome.readOnly !== true ? 'timed_out' : undefined;
    case 'cancelled':
    case 'failed':
      return outcome.sent && outcome.readOnly !== true ? outcome.kind : undefined;
    default:
      return undefined;
  }
}

/** Whether nobody knows what became of the call. */
export const isUnknownEnd = (outcome: CallOutcome): boolean => openEnd(outcome) !== undefined;

function intended({ call, target, attempt, facts }: Delivery): IntendedCall {
  return {
    callId: call.id,
    server: call.server,
    tool: target.tool.name,
    epoch: target.epoch,
    ...call.route,
    attempt,
    hints: facts.hints,
    trust: facts.trust,
    args: call.args,
    idempotencyKey: call.idempotencyKey,
    retryOf: call.retryOf,
  };
}
