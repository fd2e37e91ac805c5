/**
 * One try: open a transport, initialise, list the tools, all within the server's limits. Ends in a usable wire, or in a
 * described problem with nothing left behind. Never tries twice.
 */
import { existsSync } from 'node:fs';
import type { ServerConfig } from '../server-config.js';
import type { WatchedTransport } from '../transports/types.js';
import type { DiscoveredTool } from '../types.js';
import { bounded } from './bounded.js';
import { describeProblem, type FailedStart, type Problem } from './problem.js';
import { createWire, type Wire, type WirePorts } from './wire.js';

export type OpenedWire =
  | { readonly kind: 'open'; readonly wire: Wire; readonly tools: readonly DiscoveredTool[] }
  | { readonly kind: 'failed'; readonly problem: Problem };

interface Failure {
  readonly phase: FailedStart['phase'];
  readonly lateAfterMs?: number;
  readonly thrown?: unknown;
}

/** `signal` ends it early. Never rejects. */
export async function openWire(config: ServerConfig, ports: WirePorts, signal: AbortSignal): Promise<OpenedWire> {
  const opening = openAhead(config, ports);
  try {
    const [sdk, transport] = await Promise.all([import('./sdk-client.js'), opening]);
    const wire = createWire({ config, ports, sdk, transport });
    const listed = await handshake(wire, { config, ports, signal });
    if (listed.kind === 'listed') return { kind: 'open', wire, tools: listed.tools };
    return { kind: 'failed', problem: await endFailed({ config, ports, wire, transport }, listed.failure) };
  } catch (error) {
    ports.debug('mcp', `${config.name}: could not be opened`, error);
    await opening.then(
      (transport) => transport.close(),
      () => {},
    );
    const problem = { shown: 'It could not be opened; run with --debug for details.', mayPass: false };
    return { kind: 'failed', problem };
  }
}

async function openAhead(config: ServerConfig, ports: WirePorts): Promise<WatchedTransport> {
  const transport = await ports.openTransport(config.plan);
  transport.launch?.();
  return transport;
}

interface Handshake {
  readonly config: ServerConfig;
  readonly ports: WirePorts;
  readonly signal: AbortSignal;
}

type Listed =
  | { readonly kind: 'listed'; readonly tools: readonly DiscoveredTool[] }
  | { readonly kind: 'not-listed'; readonly failure: Failure };

async function handshake(wire: Wire, { config, ports: { clock }, signal }: Handshake): Promise<Listed> {
  let phase: Failure['phase'] = 'initialize';
  const not = (failure: Omit<Failure, 'phase'>): Listed => ({ kind: 'not-listed', failure: { phase, ...failure } });
  try {
    const startedMs = clock.now();
    let limitMs = Math.min(config.timeoutMs, config.discoveryTimeoutMs);
    const started = await bounded(wire.initialize(), { clock, limitMs, signal });
    if (started.kind !== 'done') return not(started.kind === 'late' ? { lateAfterMs: limitMs } : {});
    phase = 'tools/list';
    limitMs = Math.max(config.discoveryTimeoutMs - (clock.now() - startedMs), 1);
    const listed = await bounded(wire.list(), { clock, limitMs, signal });
    if (listed.kind !== 'done') return not(listed.kind === 'late' ? { lateAfterMs: config.discoveryTimeoutMs } : {});
    return wire.lost === undefined ? { kind: 'listed', tools: listed.value } : not({});
  } catch (thrown) {
    return not({ thrown });
  }
}

interface FailedWire {
  readonly config: ServerConfig;
  readonly ports: WirePorts;
  readonly wire: Wire;
  readonly transport: WatchedTransport;
}

async function endFailed({ config, ports, wire, transport }: FailedWire, failure: Failure): Promise<Problem> {
  const { exit } = transport;
  const lost = wire.lost !== undefined || wire.exchangeCause !== undefined;
  const causes = [wire.lost?.cause ?? wire.exchangeCause, failure.thrown];
  await wire.close();
  ports.debug('mcp', `${config.name}: not usable, failed at ${failure.phase}`, causes);
  const { plan } = config;
  return describeProblem({
    plan,
    phase: failure.phase,
    lateAfterMs: failure.lateAfterMs,
    // A signal that is only known after closing is our own.
    exit: exit ?? (transport.exit?.signal == null ? transport.exit : undefined),
    noSuchDir: plan.kind === 'stdio' && !existsSync(plan.cwd),
    causes,
    lost,
  });
}
