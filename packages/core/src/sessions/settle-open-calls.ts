/**
 * Finds the outcome journal's records of the MCP calls that an interruption left without a result.
 *
 * A call whose process died between the answer and its record in the session is settled in the journal, and would be made again
 * by a model that asks again. Its answer is lost all the same, so it is put on record as lost: from then on it is frozen, listed
 * and reconciled like any other unknown call.
 */
import type { Clock } from '../shared/clock.js';
import { noDebugLog, type DebugLog } from '../shared/debug-log.js';
import { createOutcomeJournal, type OutcomeJournal } from '../mcp/journal/create-journal.js';
import { isOpenEnd, type Outcome } from '../mcp/journal/outcome.js';
import { readJournal } from '../mcp/journal/read.js';
import type { OpenCall } from './types.js';

export interface SettleOptions {
  /** The session's id. */
  readonly session: string;
  /** The journal's folder and its key. */
  readonly dir: string;
  readonly keyFile: string;
  /** Absolute. */
  readonly workspace: string;
  readonly version: string;
  readonly clock: Clock;
  readonly debug?: DebugLog | undefined;
}

/** Record ids by call id. Never rejects: a journal that can't be read or written holds back every unsafe call by itself. */
export async function settleOpenCalls(
  calls: readonly OpenCall[],
  options: SettleOptions,
): Promise<ReadonlyMap<string, string>> {
  const { session, dir, debug = noDebugLog } = options;
  const journal = createOutcomeJournal(options);
  const recordIds = new Map<string, string>();
  try {
    const { outcomes } = await readJournal({ dir });
    for (const call of calls) {
      const ofCall = outcomes.filter((candidate) => isOf(candidate, call, session));
      const outcome = findUnknown(ofCall) ?? ofCall.at(-1) ?? findUnknown(outcomes.filter(inside(call, session)));
      if (outcome === undefined || neverLeft(outcome)) continue;
      recordIds.set(call.callId, answerIsLost(outcome) ? await recordAsLost(journal, outcome, call) : outcome.id);
    }
  } catch (error) {
    debug('sessions', 'the outcome journal could not be asked about an interrupted call', error);
  } finally {
    await journal.close();
  }
  return recordIds;
}

const findUnknown = (outcomes: readonly Outcome[]): Outcome | undefined =>
  outcomes.findLast(({ state }) => state === 'unknown');

/** A call that a sub-agent made, when the open call is the one that started it: the ids around it stand before its own. */
const inside =
  (call: OpenCall, session: string) =>
  (candidate: Outcome): boolean => {
    const { call_id: id } = candidate.intent;
    return id.startsWith(`${call.callId}/`) && isOf(candidate, { ...call, callId: id }, session);
  };

/** Providers use an id again in a later answer: only what left after this one was recorded can be this call. */
function isOf({ at, intent }: Outcome, { callId, askedAt }: OpenCall, session: string): boolean {
  return askedAt !== '' && at >= askedAt && intent.call_id === callId && intent.session === session;
}

const neverLeft = ({ settled }: Outcome): boolean =>
  settled !== undefined && !isOpenEnd(settled) && settled.reach !== null;

const answerIsLost = ({ settled }: Outcome): boolean =>
  settled !== undefined && !isOpenEnd(settled) && settled.reach === null;

function recordAsLost(
  journal: OutcomeJournal,
  { intent, settled }: Outcome,
  { callId, args }: OpenCall,
): Promise<string> {
  return journal.record(
    {
      callId,
      args,
      server: intent.server,
      tool: intent.tool,
      epoch: intent.epoch,
      transport: intent.transport,
      target: intent.target,
      attempt: intent.attempt,
      hints: intent.annotations ?? undefined,
      trust: { server: intent.server_trusted, workspace: intent.workspace_trusted },
      idempotencyKey: intent.idempotency_key,
      retryOf: intent.retry_of ?? undefined,
    },
    { result: 'lost', reach: 'unanswered', attempts: settled?.attempts ?? 1 },
  );
}
