/**
 * Looks after one open wire while it is the current one: health checks, the lists of prompts and resources that a server
 * declares, and new listings when it says that they changed.
 * Tells its owner what it found; never closes or replaces the wire itself.
 */
import { createRelister } from '../discovery/relister.js';
import { startMonitor, type HealthSettings } from '../health/monitor.js';
import type { DiscoveredTool } from '../types.js';
import { bounded } from './bounded.js';
import type { ServerExtras } from '../discovery/extras.js';
import type { Wire, WirePorts } from './wire.js';

export interface AttendOptions {
  readonly wire: Wire;
  readonly ports: WirePorts;
  readonly health: HealthSettings;
  /** Limit of one listing, in ms. */
  readonly listMs: number;
  /** It lists nothing although it had tools before. */
  readonly isBare: boolean;
  readonly onLost: (cause: unknown) => void;
  readonly onListed: (tools: readonly DiscoveredTool[]) => void;
  readonly onExtras: (found: Partial<Pick<ServerExtras, 'prompts' | 'resources'>>) => void;
  /** It still lists nothing after a fair while. */
  readonly onBare: () => void;
  readonly onMisses: (misses: number) => void;
}

export interface Attendant {
  /** The check that follows a lost exchange, while it runs. */
  readonly checking: Promise<void> | undefined;
  /** Resolves when prompts and resources were listed, or could not be. Never rejects. */
  readonly extrasListed: Promise<unknown>;
  stop(): void;
}

export function attendWire(options: AttendOptions): Attendant {
  const { wire, ports, onLost } = options;
  const over = new AbortController();
  let checking: Promise<void> | undefined;

  const limits = { ...options, signal: over.signal };
  const told = <T>(entries: readonly T[] | undefined, tell: (found: readonly T[]) => void): number | undefined => {
    if (over.signal.aborted || entries === undefined) return undefined;
    tell(entries);
    return entries.length;
  };
  const lists = {
    tools: async () => told(await listWithin(wire, limits), options.onListed),
    prompts: async () => told(await within(wire.listPrompts, limits), (prompts) => options.onExtras({ prompts })),
    resources: async () =>
      told(await within(wire.listResources, limits), (resources) => options.onExtras({ resources })),
  };
  const relisters = {
    tools: createRelister({ clock: ports.clock, list: lists.tools }),
    prompts: createRelister({ clock: ports.clock, list: lists.prompts }),
    resources: createRelister({ clock: ports.clock, list: lists.resources }),
  };
  const monitor = startMonitor({
    clock: ports.clock,
    settings: options.health,
    subject: wire,
    onDead: () => onLost(new Error('gave no answer to health checks')),
    onMisses: options.onMisses,
  });
  wire.listen({
    onLost,
    onListChanged: (list) => relisters[list].notice(),
    onExchangeLost: () => {
      const check = monitor.checkNow().finally(() => {
        if (checking === check) checking = undefined;
      });
      checking = check;
    },
  });
  if (options.isBare) {
    void relisters.tools.untilSome().then(() => {
      if (!over.signal.aborted) options.onBare();
    });
  }
  const { declared } = wire;
  return {
    get checking() {
      return checking;
    },
    extrasListed: Promise.all([declared.prompts && lists.prompts(), declared.resources && lists.resources()]),
    stop: () => {
      over.abort();
      monitor.stop();
      for (const relister of Object.values(relisters)) relister.stop();
    },
  };
}

interface ListLimits extends Pick<AttendOptions, 'ports' | 'listMs'> {
  readonly signal: AbortSignal;
}

/** The tools as they are now; undefined when they could not be had in time. Never rejects. */
export const listWithin = (wire: Wire, limits: ListLimits): Promise<readonly DiscoveredTool[] | undefined> =>
  within((signal) => wire.list(signal), limits);

async function within<T>(
  list: (signal: AbortSignal) => Promise<readonly T[]>,
  { ports, listMs, signal }: ListLimits,
): Promise<readonly T[] | undefined> {
  const over = new AbortController();
  try {
    const listed = await bounded(list(over.signal), { clock: ports.clock, limitMs: listMs, signal });
    return listed.kind === 'done' ? listed.value : undefined;
  } catch (error) {
    ports.debug('mcp', 'a list could not be had', error);
    return undefined;
  } finally {
    over.abort();
  }
}
