/**
 * Holds a call back while an identical one is unknown: asks whoever can answer, or refuses. Sends nothing and decides
 * nothing about replays; the decision is in freeze.
 */
import type { OutcomeJournal } from '../journal/create-journal.js';
import type { Outcome } from '../journal/outcome.js';
import { readJournal } from '../journal/read.js';
import type { FreezeSetting } from '../../settings/freeze-setting.js';
import type { DebugLog } from '../../shared/debug-log.js';
import { QwenError } from '../../shared/qwen-error.js';
import { decideFreeze } from './freeze.js';
import type { UnknownWatch } from './unknown-watch.js';

/** A call about to be made. */
export interface FreezableCall {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly readOnly: boolean;
}

export type FreezeAnswer =
  | { readonly kind: 'free' }
  /** Free because the tool is read-only; `recordId` holds it back should it turn out not to be. */
  | { readonly kind: 'exempt'; readonly recordId: string }
  | { readonly kind: 'frozen'; readonly recordId: string }
  /** Not to be sent: when asked, a person found that the earlier call had been carried out. */
  | { readonly kind: 'done'; readonly recordId: string }
  /** Not to be sent: the same was sent again while a person was asked, so the answer is about what is no longer so. */
  | { readonly kind: 'repeated'; readonly recordId: string }
  /** A person decided that it is sent again: with the same key, and linked to the record. */
  | { readonly kind: 'retry'; readonly recordId: string; readonly idempotencyKey: string };

/** `done`: the person has put on record that the unknown call was carried out. */
export type AskedFrozen = 'send' | 'refuse' | 'done';

/** Shows a person the record of the unknown call, and asks whether the same is to be sent again. */
export type AskFrozen = (record: Outcome, signal: AbortSignal) => Promise<AskedFrozen>;

export interface FreezeGuard {
  /** Rejects with QwenError 'io' when it can't be told whether the call is frozen: then it must not be sent. */
  check(call: FreezableCall, signal: AbortSignal): Promise<FreezeAnswer>;
}

export interface FreezeGuardOptions {
  readonly journal: Pick<OutcomeJournal, 'dir' | 'workspace' | 'own' | 'digest'>;
  readonly watch: UnknownWatch;
  readonly setting: () => FreezeSetting;
  /** Missing: nobody can be asked, and `ask` is as good as `block`. */
  readonly askFrozen?: AskFrozen | undefined;
  readonly debug: DebugLog;
}

interface Held {
  readonly kind: 'exempt' | 'ask' | 'block';
  readonly outcome: Outcome;
  /** How many times it is on record as sent again. */
  readonly retries: number;
}

const FREE: FreezeAnswer = { kind: 'free' };

export function createFreezeGuard({ journal, watch, setting, askFrozen, debug }: FreezeGuardOptions): FreezeGuard {
  const { workspace } = journal;
  /** How many times this process was told to send each call again: sooner than its record can say so. */
  const releases = new Map<string, number>();
  const releasesOf = (id: string): number => releases.get(id) ?? 0;

  const held = async (call: FreezableCall): Promise<Held | undefined> => {
    const isAlike = ({ server, tool }: { server: string; tool: string }): boolean =>
      server === call.server && tool === call.tool;
    if (!(await watch.unknowns()).some(isAlike)) return undefined;

    const facts = { ...call, workspace, digest: await journal.digest(call.args) };
    const { outcomes } = await readJournal(journal);
    const unknown = outcomes.filter(({ state }) => state === 'unknown');
    const unknowns = unknown.map(({ intent }) => intent);
    const decision = decideFreeze({ facts, unknowns, setting: setting() });
    if (decision.kind === 'free') return undefined;
    const outcome = unknown.find(({ id }) => id === decision.record.id);
    return outcome && { kind: decision.kind, outcome, retries: retriesOf(outcomes, outcome.id) };
  };

  /** A question may be open for long, and several about one call: what was judged or sent meanwhile counts. */
  const release = async ({ outcome, retries }: Held, releasedBefore: number): Promise<FreezeAnswer> => {
    const recordId = outcome.id;
    const { outcomes } = await readJournal(journal);
    if (outcomes.find(({ id }) => id === recordId)?.state === 'committed') return { kind: 'done', recordId };
    const isRepeated = releasesOf(recordId) > releasedBefore || retriesOf(outcomes, recordId) > retries;
    if (isRepeated) return { kind: 'repeated', recordId };
    releases.set(recordId, releasedBefore + 1);
    return { kind: 'retry', recordId, idempotencyKey: outcome.intent.idempotency_key };
  };

  return {
    check: async (call, signal) => {
      if (setting() === 'off') return FREE;
      const found = await held(call).catch((error: unknown) => {
        if (!call.readOnly) throw notTold(error);
        debug('mcp', 'a read is sent although the records of earlier calls could not be read', error);
      });
      if (found === undefined) return FREE;
      const { kind, outcome } = found;
      const recordId = outcome.id;
      const releasedBefore = releasesOf(recordId);
      if (kind === 'exempt') return { kind, recordId };
      if (kind === 'block' || askFrozen === undefined) return { kind: 'frozen', recordId };
      const answer = await answered(askFrozen(outcome, signal), signal).catch((error: unknown) => {
        debug('mcp', 'the question about a frozen call could not be asked', error);
        return 'refuse';
      });
      if (answer === 'done') return { kind: 'done', recordId };
      if (answer !== 'send') return { kind: 'frozen', recordId };
      return release(found, releasedBefore).catch((error: unknown) => {
        throw notTold(error);
      });
    },
  };
}

const retriesOf = (outcomes: readonly Outcome[], id: string): number =>
  outcomes.filter(({ intent }) => intent.retry_of === id).length;

/** Nobody can tell whether it is frozen, so it is not sent. */
function notTold(error: unknown): QwenError {
  const why = error instanceof QwenError ? error.shown : 'The records of earlier calls could not be read.';
  return new QwenError('io', `The call was not sent, because its outcome may be unknown already. ${why}`, error);
}

/** A cancel while the question is open is a no. */
async function answered(answer: Promise<AskedFrozen>, signal: AbortSignal): Promise<AskedFrozen> {
  const done = new AbortController();
  const cancelled = new Promise<'refuse'>((resolve) => {
    if (signal.aborted) resolve('refuse');
    else signal.addEventListener('abort', () => resolve('refuse'), { once: true, signal: done.signal });
  });
  try {
    return await Promise.race([answer, cancelled]);
  } finally {
    done.abort();
  }
}
