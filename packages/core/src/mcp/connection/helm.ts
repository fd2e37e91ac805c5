/**
 * Steers the current wire of one server: takes a new one over, lets a lost one go, and keeps a session that still lives
 * while listing it again. Words about a wire that is no longer the current one touch nothing.
 */
import type { HealthSettings } from '../health/monitor.js';
import type { ServerConfig } from '../server-config.js';
import type { DiscoveredTool } from '../types.js';
import { attendWire, listWithin, type Attendant } from './attend.js';
import type { Machine } from './machine.js';
import { wasStable } from './repair-plan.js';
import type { Tenure } from './tenure.js';
import type { ServerExtras } from '../discovery/extras.js';
import type { Declared, Wire, WirePorts } from './wire.js';

export interface HelmOptions {
  readonly config: ServerConfig;
  readonly ports: WirePorts;
  readonly health: HealthSettings;
  readonly machine: Machine;
  readonly tenure: Tenure;
  /** Begins the repair of a loss. */
  readonly repair: () => void;
}

export interface Helm {
  /** The check that follows a lost exchange, while it runs. */
  readonly checking: Promise<void> | undefined;
  /** The first listing of prompts and resources on the current wire. */
  readonly extrasListed: Promise<unknown> | undefined;
  /** Health checks in a row without an answer. */
  readonly misses: number;
  /** Takes the wire over as this epoch; it is live before anybody hears that it opened. */
  adopt(opened: { readonly wire: Wire; readonly tools: readonly DiscoveredTool[] }, epoch: number): void;
  /** The current connection is over, for this reason. */
  lose(cause: unknown): void;
  /** A new epoch on the session that still lives: listed again. Shared. When that fails, the connection is lost. */
  renewKept(): Promise<void>;
  /** Nothing is left of the last wire when this resolves. Never rejects. */
  endOld(): Promise<void>;
}

/** A session that can't be listed again in this time is not kept. */
const RENEW_MS = 5_000;

export function createHelm({ config, ports, health, machine, tenure, repair }: HelmOptions): Helm {
  const never = new AbortController().signal;
  let attendant: Attendant | undefined;
  let old: Wire | undefined;
  let renewing: Promise<void> | undefined;
  let openedMs = 0;
  let misses = 0;

  const letGo = (): void => {
    attendant?.stop();
    attendant = undefined;
    misses = 0;
    old = tenure.drop() ?? old;
  };

  const lose = (cause: unknown): void => {
    const { state } = machine;
    if (state.kind !== 'ready') return;
    ports.debug('mcp', `${config.name}: epoch ${state.epoch} is over`, cause);
    letGo();
    machine.send({ type: 'lost', epoch: state.epoch, stable: wasStable(openedMs, ports.clock.now()) });
    repair();
  };

  const relist = (wire: Wire, tools: readonly DiscoveredTool[], patient: boolean): void => {
    if (tenure.live === undefined) return;
    tenure.hold({ wire, epoch: tenure.live.epoch, tools, patient });
    machine.touch();
  };

  const attend = (wire: Wire): Attendant =>
    attendWire({
      wire,
      ports,
      health,
      listMs: config.discoveryTimeoutMs,
      isBare: tenure.isBare,
      onLost: (cause) => {
        if (tenure.wire === wire) lose(cause);
      },
      onListed: (tools) => relist(wire, tools, tenure.isBare),
      onExtras: (found) => {
        tenure.learn(found);
        machine.touch();
      },
      onBare: () => {
        tenure.acceptBare();
        machine.touch();
      },
      onMisses: (count) => {
        if (misses === count) return;
        misses = count;
        machine.touch();
      },
    });

  const renew = async (): Promise<void> => {
    const { wire, live } = tenure;
    if (wire === undefined || live === undefined) return;
    const listMs = Math.min(config.discoveryTimeoutMs, RENEW_MS);
    const tools = config.plan.kind === 'stdio' ? undefined : await listWithin(wire, { ports, listMs, signal: never });
    if (tenure.wire !== wire) return;
    if (tools === undefined) return lose(new Error('its tools could not be listed again'));
    tenure.hold({ wire, epoch: live.epoch + 1, tools, patient: false });
    machine.send({ type: 'renewed', epoch: live.epoch });
  };

  return {
    get checking() {
      return attendant?.checking;
    },
    get extrasListed() {
      return attendant?.extrasListed;
    },
    get misses() {
      return misses;
    },
    adopt: ({ wire, tools }, epoch) => {
      openedMs = ports.clock.now();
      tenure.hold({ wire, epoch, tools, patient: true });
      tenure.learn(extrasAtOpening(wire.declared));
      machine.send({ type: 'opened', epoch });
      attendant = attend(wire);
    },
    lose,
    renewKept: () => {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
    endOld: async () => {
      letGo();
      await old?.close();
    },
  };
}

/** What is listed later stays as it was known, unless the server no longer offers it at all. */
function extrasAtOpening({ prompts, resources, instructions }: Declared): Partial<ServerExtras> {
  return {
    instructions,
    readsResources: resources,
    ...(prompts ? {} : { prompts: [] }),
    ...(resources ? {} : { resources: [] }),
  };
}
