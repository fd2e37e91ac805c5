/**
 * Looks after one open wire while it is the current one: health checks, and new listings when the server says so.
 * Tells its owner what it found; never closes or replaces the wire itself.
 */
import { createRelister } from '../discovery/relister.js';
import { startMonitor, type HealthSettings } from '../health/monitor.js';
import type { DiscoveredTool } from '../types.js';
import { bounded } from './bounded.js';
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
  /** It still lists nothing after a fair while. */
  readonly onBare: () => void;
  readonly onMisses: (misses: number) => void;
}

export interface Attendant {
  /** The check that follows a lost exchange, while it runs. */
  readonly checking: Promise<void> | undefined;
  stop(): void;
}

export function attendWire(options: AttendOptions): Attendant {
  const { wire, ports, onLost } = options;
  const over = new AbortController();
  let checking: Promise<void> | undefined;

  const list = async (): Promise<number | undefined> => {
    const tools = await listWithin(wire, { ...options, signal: over.signal });
    if (over.signal.aborted || tools === undefined) return undefined;
    options.onListed(tools);
    return tools.length;
  };
  const relister = createRelister({ clock: ports.clock, list });
  const monitor = startMonitor({
    clock: ports.clock,
    settings: options.health,
    subject: wire,
    onDead: () => onLost(new Error('gave no answer to health checks')),
    onMisses: options.onMisses,
  });
  wire.listen({
    onLost,
    onListChanged: relister.notice,
    onExchangeLost: () => {
      const check = monitor.checkNow().finally(() => {
        if (checking === check) checking = undefined;
      });
      checking = check;
    },
  });
  if (options.isBare) {
    void relister.untilSome().then(() => {
      if (!over.signal.aborted) options.onBare();
    });
  }
  return {
    get checking() {
      return checking;
    },
    stop: () => {
      over.abort();
      monitor.stop();
      relister.stop();
    },
  };
}

/** The tools as they are now; undefined when they could not be had in time. Never rejects. */
export async function listWithin(
  wire: Wire,
  { ports, listMs, signal }: Pick<AttendOptions, 'ports' | 'listMs'> & { readonly signal: AbortSignal },
): Promise<readonly DiscoveredTool[] | undefined> {
  const over = new AbortController();
  try {
    const listed = await bounded(wire.list(over.signal), { clock: ports.clock, limitMs: listMs, signal });
    return listed.kind === 'done' ? listed.value : undefined;
  } catch (error) {
    ports.debug('mcp', 'tools could not be listed again', error);
    return undefined;
  } finally {
    over.abort();
  }
}
