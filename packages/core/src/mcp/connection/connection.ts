/**
 * One server's connection over all of its epochs (docs/design/connection-states.md): what the tool layer waits on.
 *
 * A loss is repaired at once and in the background; everyone who needs the server shares that one repair. Late events of
 * an old epoch touch nothing. Stopped is final. Nothing here sends or re-sends a `tools/call`, and nothing throws.
 */
import type { HealthSettings } from '../health/monitor.js';
import { NO_EXTRAS, type ServerExtras } from '../discovery/extras.js';
import { QwenError } from '../../shared/qwen-error.js';
import type { ServerConfig } from '../server-config.js';
import type { DiscoveredTool, LiveServer } from '../types.js';
import { bounded, type Limits } from './bounded.js';
import { createHelm, type Helm } from './helm.js';
import { createMachine, type Machine } from './machine.js';
import { openWire } from './open-wire.js';
import { patienceMs } from './repair-plan.js';
import { createRepairer, type Repairer } from './repairer.js';
import { createTenure, type Tenure } from './tenure.js';
import type { ConnectionState } from './transition.js';
import { notRead, type ReadRequest } from './read.js';
import { untilSeen } from './until.js';
import type { WirePorts } from './wire.js';

export interface ConnectionOptions {
  readonly config: ServerConfig;
  readonly ports: WirePorts;
  readonly random: () => number;
  readonly health: HealthSettings;
  /** One sentence when the server may not be started now; read afresh before each try. */
  mayNotStart(): string | undefined;
  /** The state, the problem or the tools are no longer what they were. */
  onChange(): void;
}

export interface Connection {
  readonly state: ConnectionState;
  /** One sentence while it is not all right. */
  readonly problem: string | undefined;
  /** The last known tools; none once stopped. */
  readonly tools: readonly DiscoveredTool[];
  /** The last known prompts, resources and instructions; none once stopped. */
  readonly extras: ServerExtras;
  /** Starts connecting, if that has not begun. Resolves when the first try has ended. */
  start(): Promise<void>;
  ready(signal: AbortSignal): Promise<LiveServer | undefined>;
  renew(lostEpoch: number, signal: AbortSignal): Promise<LiveServer | undefined>;
  /** Waits until it is live, then reads one thing, once. Throws QwenError with one sentence that names the server. */
  read(request: ReadRequest, signal: AbortSignal): Promise<unknown>;
  /** Ends what there is and connects anew. Resolves when that has worked or failed. */
  reconnect(): Promise<void>;
  /** Ends it for good. Nothing of it is left when this resolves. */
  stop(): Promise<void>;
}

interface Parts {
  readonly options: ConnectionOptions;
  readonly machine: Machine;
  readonly tenure: Tenure;
  readonly helm: Helm;
  readonly repairer: Repairer;
}

export function createConnection(options: ConnectionOptions): Connection {
  const parts = assemble(options);
  const { machine, tenure, helm, repairer } = parts;
  machine.subscribe(options.onChange);
  let stopping: Promise<void> | undefined;

  const stop = async (): Promise<void> => {
    machine.send({ type: 'stop' });
    repairer.halt();
    await Promise.all([repairer.run(), helm.endOld()]);
  };

  return {
    get state() {
      return machine.state;
    },
    get problem() {
      return problemOf(parts);
    },
    get tools() {
      return machine.state.kind === 'stopped' ? [] : tenure.offered;
    },
    get extras() {
      return machine.state.kind === 'stopped' ? NO_EXTRAS : tenure.extras;
    },
    start: () => untilSettled(parts),
    ready: (signal) => {
      const isPlain = helm.checking === undefined && !tenure.isBare;
      return isPlain && tenure.live !== undefined ? Promise.resolve(tenure.live) : waitReady(parts, signal);
    },
    renew: (lostEpoch, signal) => waitRenewed(parts, lostEpoch, signal),
    read: (request, signal) => readOnce(parts, request, signal),
    reconnect: async () => {
      helm.lose(new Error('a reconnect was asked for'));
      await untilSettled(parts);
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

function assemble(options: ConnectionOptions): Parts {
  const { config, ports, random, health } = options;
  const machine = createMachine((event, state) =>
    ports.debug('mcp', `${config.name}: ${event.type} means nothing while ${state.kind}`),
  );
  const tenure = createTenure();
  const helm = createHelm({ config, ports, health, machine, tenure, repair: () => void repairer.run() });
  const repairer = createRepairer({
    clock: ports.clock,
    random,
    machine,
    isCheap: config.plan.kind !== 'stdio',
    mayNotStart: options.mayNotStart,
    open: (signal) => openWire(config, ports, signal),
    adopt: helm.adopt,
    endOld: helm.endOld,
  });
  return { options, machine, tenure, helm, repairer };
}

type Fits = (live: LiveServer) => boolean;

/** Waits for a live epoch that fits, and makes the repair hurry meanwhile. */
async function waitFor(
  { machine, tenure, repairer }: Parts,
  fits: Fits,
  limits: Limits,
): Promise<LiveServer | undefined> {
  const { clock } = limits;
  const patientUntilMs = clock.now() + patienceMs(repairer.downMs());
  const look = (): LiveServer | null | undefined => {
    const { kind } = machine.state;
    if (kind === 'failed' || kind === 'stopped') return null;
    if (kind === 'waiting' && clock.now() >= patientUntilMs) return null;
    return tenure.live !== undefined && fits(tenure.live) ? tenure.live : undefined;
  };
  const letGo = repairer.want();
  const found = await untilSeen(machine, look, limits);
  letGo();
  return found ?? undefined;
}

function limitsOf({ options: { config, ports } }: Parts, signal: AbortSignal): Limits {
  return { clock: ports.clock, limitMs: config.discoveryTimeoutMs, signal };
}

async function waitReady(parts: Parts, signal: AbortSignal): Promise<LiveServer | undefined> {
  const { helm, tenure } = parts;
  const limits = limitsOf(parts, signal);
  if (helm.checking !== undefined) await bounded(helm.checking, limits);
  return waitFor(parts, () => !tenure.isBare, limits);
}

async function waitRenewed(parts: Parts, lostEpoch: number, signal: AbortSignal): Promise<LiveServer | undefined> {
  const { helm, tenure, repairer } = parts;
  if (tenure.live !== undefined && tenure.live.epoch <= lostEpoch) void helm.renewKept().then(repairer.ask);
  return waitFor(parts, ({ epoch }) => epoch > lostEpoch, limitsOf(parts, signal));
}

async function readOnce(parts: Parts, { method, params }: ReadRequest, signal: AbortSignal): Promise<unknown> {
  const { config, ports } = parts.options;
  await waitReady(parts, signal);
  const over = new AbortController();
  try {
    const { wire } = parts.tenure;
    if (wire === undefined) throw notRead(config.name, signal.aborted ? 'cancelled' : 'unavailable');
    const limits = { clock: ports.clock, limitMs: config.timeoutMs, signal };
    const read = await bounded(wire.read(method, params, over.signal), limits);
    if (read.kind !== 'done') throw notRead(config.name, read.kind === 'late' ? 'late' : 'cancelled');
    return read.value;
  } catch (error) {
    throw error instanceof QwenError ? error : notRead(config.name, 'refused', error);
  } finally {
    over.abort();
  }
}

/** Asks for a connection; resolves when the try for it has ended and what it offers was listed. */
async function untilSettled(parts: Parts): Promise<void> {
  await untilTried(parts);
  await parts.helm.extrasListed;
}

/** Asks for a connection and waits until it is there, or the try for it has ended. */
async function untilTried(parts: Parts): Promise<void> {
  const { machine, repairer } = parts;
  const seen = repairer.rests;
  const look = (): true | undefined => {
    const { kind } = machine.state;
    if (kind === 'ready' || kind === 'failed' || kind === 'stopped') return true;
    return kind === 'waiting' && repairer.rests > seen ? true : undefined;
  };
  repairer.ask();
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (look() === undefined) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = machine.subscribe(check);
    check();
  });
}

function problemOf({ machine: { state }, helm, repairer, tenure }: Parts): string | undefined {
  if (state.kind === 'stopped') return 'It was stopped.';
  if (state.kind !== 'ready')
    return (
      repairer.problem ?? (tenure.offered.length > 0 ? 'Its connection was lost and is being repaired.' : undefined)
    );
  if (helm.misses === 0) return undefined;
  return `It has not answered the last ${helm.misses === 1 ? 'health check' : `${helm.misses} health checks`}.`;
}
