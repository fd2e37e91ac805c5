/**
 * Brings a connection back to ready, one try at a time, shared by everyone who waits for it: the only caller of `open`.
 * The old connection is gone before the next try begins. Nothing here sends a `tools/call`.
 */
import type { Clock } from '../../shared/clock.js';
import type { Machine } from './machine.js';
import type { OpenedWire } from './open-wire.js';
import type { Problem } from './problem.js';
import { nextTryMs, recentTries, TRY_BUDGET } from './repair-plan.js';
import type { ConnectionState } from './transition.js';

export interface RepairPorts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly machine: Machine;
  /** A try starts nothing of ours: a remote server. A first failure of one may be tried again unasked. */
  readonly isCheap: boolean;
  /** One sentence when it may not be started at all now, read afresh. */
  mayNotStart(): string | undefined;
  /** One try. Never rejects. */
  open(signal: AbortSignal): Promise<OpenedWire>;
  /** Takes the wire over as the given epoch, and sends `opened`. */
  adopt(opened: Extract<OpenedWire, { kind: 'open' }>, epoch: number): void;
  /** Ends what is left of the lost connection. Never rejects. */
  endOld(): Promise<void>;
}

export interface Repairer {
  /** How many times it came to rest: ready, given up, or before a pause. */
  readonly rests: number;
  /** Why it is not ready, once a try has failed. */
  readonly problem: string | undefined;
  /** For how long it has not been ready, in ms. */
  downMs(): number;
  /** Goes on until the connection is ready, failed or stopped. */
  run(): Promise<void>;
  /** Somebody wants it now: no wait before the next try, and a connection given up on is tried again. Starts `run`. */
  ask(): void;
  /** As `ask`, and pauses stay short until the given function is called: somebody waits. */
  want(): () => void;
  /** Ends the present wait or try at once. */
  halt(): void;
}

const FLAPPING = `It kept ending soon after it had started (${TRY_BUDGET.tries} tries in ${TRY_BUDGET.windowMs / 60_000} minutes); the next call or a reconnect starts it again.`;
const UNHELD = { ref: false } as const;

type In<K extends ConnectionState['kind']> = Extract<ConnectionState, { kind: K }>;

export function createRepairer(ports: RepairPorts): Repairer {
  const { clock, machine } = ports;
  let running: Promise<void> | undefined;
  let present = new AbortController();
  let asked = false;
  let waiting = 0;
  let downSinceMs = clock.now();
  let everReady = false;
  let triesMs: readonly number[] = [];
  let rests = 0;
  let problem: Problem | undefined;

  const giveUp = (shown: string): void => {
    problem = { shown, mayPass: false };
    rests += 1;
    machine.send({ type: 'give-up' });
  };

  const pauseMs = ({ attempt, shortLives }: In<'waiting'>): number | undefined => {
    const worthRetrying = everReady || triesMs.length === 0 || (ports.isCheap && problem?.mayPass === true);
    const { isCheap, random } = ports;
    const wanted = waiting > 0;
    return nextTryMs(
      { attempt, shortLives, asked, wanted, isCheap, worthRetrying, triesMs, nowMs: clock.now() },
      random,
    );
  };

  const rest = async (state: In<'waiting'>): Promise<void> => {
    const refusal = ports.mayNotStart();
    if (refusal !== undefined) return giveUp(refusal);
    const waitMs = pauseMs(state);
    if (waitMs === undefined) return giveUp(problem?.shown ?? FLAPPING);
    if (waitMs > 0) {
      present = new AbortController();
      rests += 1;
      machine.touch();
      if (!(await isSlept(clock.sleep(waitMs, present.signal, UNHELD)))) return;
    }
    machine.send({ type: 'wake' });
  };

  const tryOnce = async ({ epoch }: In<'connecting'>): Promise<void> => {
    asked = false;
    triesMs = [...recentTries(triesMs, clock.now()), clock.now()];
    present = new AbortController();
    const opened = await ports.open(present.signal);
    if (machine.state.kind !== 'connecting') {
      if (opened.kind === 'open') await opened.wire.close();
      return;
    }
    if (opened.kind === 'failed') {
      problem = opened.problem;
      machine.send({ type: 'missed', epoch });
    } else {
      problem = undefined;
      everReady = true;
      rests += 1;
      ports.adopt(opened, epoch);
    }
  };

  const step = async (state: ConnectionState): Promise<void> => {
    if (state.kind === 'waiting') return rest(state);
    if (state.kind === 'connecting') return tryOnce(state);
    downSinceMs = clock.now();
    await ports.endOld();
    machine.send({ type: 'ended', epoch: state.epoch });
  };

  const loop = async (): Promise<void> => {
    while (isRepairing(machine.state)) await step(machine.state);
    // In the same turn as the look at the state, so that a loss right after it begins a new run.
    running = undefined;
  };

  const run = (): Promise<void> => {
    running ??= isRepairing(machine.state) ? loop() : undefined;
    return running ?? Promise.resolve();
  };

  const ask = (): void => {
    const { kind } = machine.state;
    if (kind === 'failed' || kind === 'lost' || kind === 'waiting') asked = true;
    if (kind === 'failed') machine.send({ type: 'revive' });
    if (kind === 'waiting') present.abort();
    void run();
  };

  return {
    get rests() {
      return rests;
    },
    get problem() {
      return problem?.shown;
    },
    downMs: () => (machine.state.kind === 'ready' ? 0 : clock.now() - downSinceMs),
    run,
    ask,
    want: () => {
      waiting += 1;
      ask();
      return () => {
        waiting -= 1;
      };
    },
    halt: () => present.abort(),
  };
}

const isRepairing = ({ kind }: ConnectionState): boolean =>
  kind === 'lost' || kind === 'waiting' || kind === 'connecting';

const isSlept = (sleep: Promise<void>): Promise<boolean> =>
  sleep.then(
    () => true,
    () => false,
  );
