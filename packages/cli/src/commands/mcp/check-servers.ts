/**
 * Connects to the configured MCP servers side by side, once each, and says how each one fared. What a run would not
 * start is not contacted here either. Everything started is ended again before this resolves.
 */
import type { McpManager } from '@qwen-code/qwen-code-core/mcp/manager.js';
import { planServer, type ServerConfig } from '@qwen-code/qwen-code-core/mcp/server-config.js';
import type { DiscoveredTool } from '@qwen-code/qwen-code-core/mcp/types.js';
import { loadSettings, type LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { ConfiguredServer } from '@qwen-code/qwen-code-core/settings/servers.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { noDebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { createApprovalLookup } from '@qwen-code/qwen-code-core/trust/approvals.js';
import { selectServers, type NotStartedReason } from '@qwen-code/qwen-code-core/trust/select-servers.js';
import { VERSION } from '../../version.js';
import { placeOf, type McpCommandIo } from './command-io.js';

export type Verdict =
  | { readonly kind: 'connected'; readonly toolCount: number; readonly tools: readonly DiscoveredTool[] }
  | { readonly kind: 'failed'; readonly shown: string }
  | { readonly kind: 'not-started'; readonly why: NotStartedReason; readonly shown: string };

export interface CheckedServer {
  readonly name: string;
  /** Undefined where the entry is not read: the ignored file of an untrusted folder. */
  readonly server: ConfiguredServer | undefined;
  readonly verdict: Verdict;
}

export interface Check {
  /** Only this server; default all. */
  readonly name?: string | undefined;
  /** At most so long for each, in ms; a shorter limit of its own counts. */
  readonly limitMs: number;
  /** Called before the first is asked, with how many there are. */
  readonly onStart?: (count: number) => void;
  /** Called as soon as one has answered or failed. */
  readonly onVerdict?: (name: string, verdict: Verdict) => void;
}

export interface Checked {
  readonly servers: readonly CheckedServer[];
  readonly known: readonly string[];
  readonly warnings: readonly string[];
  readonly workspaceTrusted: boolean;
  readonly loaded: LoadedSettings;
}

export async function checkServers(io: McpCommandIo, check: Check): Promise<Checked> {
  const { name, limitMs } = check;
  const loaded = await loadSettings(placeOf(io));
  const { servers, untrustedServers, workspaceTrusted, settings, warnings } = loaded;
  const known = [...new Set([...servers.map((server) => server.name), ...untrustedServers])];
  const wanted = known.filter((each) => name === undefined || each === name);
  const selected = selectServers({
    servers,
    untrustedServers,
    workspaceTrusted,
    yolo: false,
    allowed: settings.mcp.allowed,
    excluded: settings.mcp.excluded,
    approvalOf: createApprovalLookup(loaded.paths.mcpApprovals, io.cwd),
  });
  const verdicts = new Map<string, Verdict>(
    selected.notStarted.map(({ name: each, why, shown }) => [each, { kind: 'not-started', why, shown }]),
  );
  const configs: ServerConfig[] = [];
  for (const { name: each, entry } of selected.start.filter((started) => wanted.includes(started.name))) {
    const planned = planServer(each, entry, io.cwd);
    if (planned.kind === 'invalid') verdicts.set(each, { kind: 'not-started', why: 'invalid', shown: planned.shown });
    else configs.push({ ...planned.config, discoveryTimeoutMs: Math.min(planned.config.discoveryTimeoutMs, limitMs) });
  }
  for (const [each, verdict] of await connectAll(configs, loaded, io, check)) verdicts.set(each, verdict);
  const byName = new Map(servers.map((server) => [server.name, server]));
  const report = wanted.flatMap((each): CheckedServer[] => {
    const verdict = verdicts.get(each);
    return verdict === undefined ? [] : [{ name: each, server: byName.get(each), verdict }];
  });
  return { servers: report, known, warnings, workspaceTrusted, loaded };
}

async function connectAll(
  servers: readonly ServerConfig[],
  loaded: LoadedSettings,
  io: McpCommandIo,
  { onStart, onVerdict }: Check,
): Promise<readonly [string, Verdict][]> {
  onStart?.(servers.length);
  if (servers.length === 0) return [];
  const { createManager } = await import('../../wire/create-manager.js');
  const manager = createManager({
    servers,
    place: placeOf(io),
    loaded,
    workspaceDirs: [io.cwd],
    env: loaded.env,
    version: VERSION,
    clock: systemClock,
    debug: noDebugLog,
    looksAfter: false,
  });
  const { signal } = io;
  const interrupted = new Promise<void>((resolve) =>
    signal?.addEventListener('abort', () => resolve(), { once: true }),
  );
  const settled = servers.map(async ({ name }) => {
    await manager.settled(name);
    if (signal?.aborted !== true) onVerdict?.(name, verdictOn(name, manager));
  });
  if (signal?.aborted !== true) await Promise.race([Promise.all(settled), interrupted]);
  const verdicts = servers.map(({ name }): [string, Verdict] => [name, verdictOn(name, manager)]);
  await manager.stop();
  return verdicts;
}

function verdictOn(name: string, manager: McpManager): Verdict {
  const report = manager.states().find((each) => each.name === name);
  if (report?.state !== 'ready') {
    return { kind: 'failed', shown: report?.problem ?? 'It had not answered when the check was ended.' };
  }
  const tools = manager.tools().flatMap(({ link, tool }) => (link.name === name ? [tool] : []));
  return { kind: 'connected', toolCount: report.toolCount, tools };
}
