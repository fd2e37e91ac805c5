/**
 * Takes the inventory of this project: connects to every server that a run would start, side by side, each within its
 * own discovery limit, and joins what they list with the team's file and today's trust. Calls no tool.
 */
import { buildInventory, type ListedServer } from '@qwen-code/qwen-code-core/mcp/inventory/build-inventory.js';
import { inventoryPath } from '@qwen-code/qwen-code-core/mcp/inventory/inventory-path.js';
import type { Inventory } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';
import { readInventoryFile } from '@qwen-code/qwen-code-core/mcp/inventory/read-inventory-file.js';
import type { DiscoveredTool } from '@qwen-code/qwen-code-core/mcp/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { declaredClass, GATE_OPENERS } from '@qwen-code/qwen-code-core/tools/mcp-tool/declared-class.js';
import { closedGates } from '@qwen-code/qwen-code-core/tools/mcp-tool/replay-gates.js';
import { folderTrust } from '@qwen-code/qwen-code-core/trust/folder-trust.js';
import { createTrustReader } from '@qwen-code/qwen-code-core/trust/server-trust.js';
import type { NotStartedReason } from '@qwen-code/qwen-code-core/trust/select-servers.js';
import { pathForms, readTrustRules } from '@qwen-code/qwen-code-core/trust/store.js';
import { VERSION } from '../../../version.js';
import { checkServers, type CheckedServer, type Verdict } from '../check-servers.js';
import { placeOf, type McpCommandIo } from '../command-io.js';

export interface Gathered {
  readonly file: string;
  readonly runtimeDir: string;
  readonly warnings: readonly string[];
  readonly known: readonly string[];
  /** Every server that could be listed. */
  readonly listed: readonly { readonly server: string; readonly tools: readonly DiscoveredTool[] }[];
  readonly acceptedServers: readonly string[];
  /** Joined with the team's file as it is now. Throws QwenError('config'). */
  inventory(): Inventory;
}

/** No limit but each server's own, which has a largest value. */
const LIMIT_MS = 300_000;

/** Throws QwenError('config') before any server is started when a file can't be understood. */
export async function gatherInventory(io: McpCommandIo): Promise<Gathered> {
  const file = inventoryPath(placeOf(io));
  const team = readInventoryFile(file);
  const progress = showProgress(io);
  const { servers, known, warnings, workspaceTrusted, loaded } = await checkServers(io, {
    limitMs: LIMIT_MS,
    onStart: progress.start,
    onVerdict: progress.verdict,
  });
  const trust = createTrustReader({ ...placeOf(io), loaded });
  const rows = servers.map((server) => listedServer(server, trust.server(server.name)));
  const at = new Date(systemClock.now()).toISOString();
  const trustExplicit = isTrustExplicit(io, loaded);
  return {
    file,
    runtimeDir: loaded.runtimeDir,
    warnings: [...warnings, ...team.warnings],
    known,
    listed: rows.flatMap(({ server, tools }) => (tools === undefined ? [] : [{ server, tools }])),
    acceptedServers: team.acceptedServers,
    inventory: () =>
      buildInventory({
        at,
        qwenVersion: VERSION,
        workspace: { path: io.cwd, trusted: workspaceTrusted, trustExplicit },
        servers: rows,
        team: readInventoryFile(file),
        judge: {
          classOf: declaredClass,
          shutGates: (facts) => closedGates(facts).map((gate) => ({ gate, opens: GATE_OPENERS[gate] })),
        },
      }),
  };
}

function listedServer({ name, server, verdict }: CheckedServer, trusted: boolean): ListedServer {
  const entry = server?.kind === 'ok' ? server.entry : undefined;
  return {
    server: name,
    scope: server?.scope ?? null,
    transport: entry === undefined ? null : transportOf(entry),
    status: statusOf(verdict),
    problem: verdict.kind === 'connected' ? null : verdict.shown,
    trusted,
    trust_explicit: typeof entry?.trust === 'boolean',
    tools: verdict.kind === 'connected' ? verdict.tools : undefined,
  };
}

type Entry = Extract<NonNullable<CheckedServer['server']>, { kind: 'ok' }>['entry'];

function transportOf({ httpUrl, url }: Entry): ListedServer['transport'] {
  if (httpUrl !== undefined) return 'http';
  return url === undefined ? 'stdio' : 'sse';
}

/** Somebody decided that these offer nothing. */
const LEFT_OUT: readonly NotStartedReason[] = ['excluded', 'not-allowed', 'rejected'];

function statusOf(verdict: Verdict): ListedServer['status'] {
  if (verdict.kind === 'connected') return 'listed';
  if (verdict.kind === 'failed') return 'failed';
  return LEFT_OUT.includes(verdict.why) ? 'left_out' : 'not_started';
}

/** A rule of the user covers this folder and says what counts. */
function isTrustExplicit(io: McpCommandIo, { paths, workspaceTrusted }: LoadedSettings): boolean {
  const { cwd, platform } = placeOf(io);
  const rule = folderTrust(pathForms(cwd), readTrustRules(paths.trustedFolders), platform);
  return rule === (workspaceTrusted ? 'trusted' : 'untrusted');
}

/** One line on stderr for each server as it answers. */
function showProgress({ stderr }: McpCommandIo): {
  start(count: number): void;
  verdict(name: string, verdict: Verdict): void;
} {
  let total = 0;
  let done = 0;
  return {
    start: (count) => {
      total = count;
      stderr(`Asking ${count} MCP ${count === 1 ? 'server' : 'servers'} for their tools…\n`);
    },
    verdict: (name, verdict) => {
      done += 1;
      stderr(`[${done}/${total}] ${printableText(name)}: ${verdictWords(verdict)}\n`);
    },
  };
}

function verdictWords(verdict: Verdict): string {
  if (verdict.kind !== 'connected') return printableText(verdict.shown);
  return verdict.toolCount === 1 ? '1 tool' : `${verdict.toolCount} tools`;
}
