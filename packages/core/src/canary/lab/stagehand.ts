/**
 * What happens around one call while it is out: makes the case's move when the server stands still for it, lets the next
 * process through once the client was told, and keeps the moments and counts that the verdict needs.
 */
import type { Clock } from '../../shared/clock.js';
import type { CanaryHost } from '../host-server.js';
import type { LedgerEvent } from '../ledger.js';
import type { ClientResult, Move } from './lab-case.js';
import { moveEvent, type LabEvent, type Mark } from './lab-events.js';
import type { LabRun } from './lab-runs.js';
import type { LabGate } from './server-plan.js';

/** A client that has not told by then is waiting for the process that is held back. Far more than telling takes. */
const TELL_WITHIN_MS = 5_000;

export interface StagehandOptions {
  readonly run: LabRun;
  readonly host: CanaryHost;
  /** The next process is held back until the client was told. */
  readonly holds: boolean;
  readonly clock: Clock;
  act(move: Move['act']): Promise<void> | void;
}

/** The ledger at the moment the client was told. */
export interface Told {
  readonly result: ClientResult | 'other';
  readonly ledger: readonly LedgerEvent[];
}

export interface Stagehand {
  readonly marks: readonly Mark[];
  /** Undefined until then. */
  readonly told: Told | undefined;
  readonly waitedForReconnect: boolean;
  /** Calls of the tool that the server had counted when the call went on record; undefined as long as it has not. */
  readonly callsWhenRecorded: number | undefined;
  mark(event: LabEvent): void;
  /** The call is being made. */
  begin(): void;
  /** The call is on record now. */
  recorded(id: string): void;
  /** The client was told of the call. */
  tell(result: ClientResult | 'other'): Promise<void>;
  /** Waits for nothing any more. */
  stop(): void;
}

export function createStagehand({ run, host, holds, clock, act }: StagehandOptions): Stagehand {
  const { move, toldFirst } = run.case;
  const isHeld = holds && toldFirst === true;
  const over = new AbortController();
  const marks: Mark[] = [];
  let told: Told | undefined;
  let waitedForReconnect = false;
  let callsWhenRecorded: number | undefined;
  const calls = (): number => host.counts(run.case.tool).invocations;
  const mark = (event: LabEvent): void => void marks.push({ afterLines: host.events().length, event });

  const makeMove = async ({ when, act: what }: Move): Promise<void> => {
    await host.waitFor(STANDS_STILL[when], over.signal);
    await act(what);
    mark(moveEvent(what));
    await host.openGate(when);
  };
  const holdBack = async (): Promise<void> => {
    await clock.sleep(TELL_WITHIN_MS, over.signal);
    waitedForReconnect = true;
    await host.openGate('reconnecting' satisfies LabGate);
  };
  /** What is given up when the call is over rejects with the reason of that. */
  const inBackground = (work: Promise<void>): void => void work.catch(() => {});

  return {
    marks,
    get told() {
      return told;
    },
    get waitedForReconnect() {
      return waitedForReconnect;
    },
    get callsWhenRecorded() {
      return callsWhenRecorded;
    },
    mark,
    recorded: (id) => {
      callsWhenRecorded ??= calls();
      mark({ type: 'recorded', record_id: id });
    },
    begin: () => {
      mark({ type: 'call_made' });
      if (move !== undefined) inBackground(makeMove(move));
      if (isHeld) inBackground(holdBack());
    },
    tell: async (result) => {
      over.abort(new Error('the call is over'));
      told = { result, ledger: host.events() };
      marks.push({ afterLines: told.ledger.length, event: { type: 'told', result } });
      if (isHeld && !waitedForReconnect) await host.openGate('reconnecting' satisfies LabGate);
    },
    stop: () => over.abort(new Error('the run is over')),
  };
}

const STANDS_STILL: Readonly<Record<Move['when'], (event: LedgerEvent) => boolean>> = {
  committed: ({ event }) => event === 'commit',
  reconnecting: (event) => event.event === 'request' && event.method === 'initialize' && event.generation === 2,
};
