/**
 * What a run in the core is played on: the real manager over one real server, the real journal and freeze, and the calls
 * that are made there. Knows nothing of how a case has to end.
 */
import type { CanaryHost } from '../host-server.js';
import { createOutcomeJournal, type OutcomeJournal } from '../../mcp/journal/create-journal.js';
import { journalPlaces } from '../../mcp/journal/places.js';
import type { CallJournal } from '../../mcp/journal/port.js';
import { createMcpManager, type McpManager } from '../../mcp/manager.js';
import { createFreezeGuard, type FreezeGuard } from '../../mcp/reconcile/freeze-guard.js';
import { watchUnknown } from '../../mcp/reconcile/unknown-watch.js';
import { planServer, type ServerConfig } from '../../mcp/server-config.js';
import { openTransport } from '../../mcp/transports/open.js';
import { noDebugLog } from '../../shared/debug-log.js';
import { createMcpTool } from '../../tools/mcp-tool/index.js';
import type { ToolResult } from '../../tools/types.js';
import type { LabPorts } from './lab-ports.js';
import type { LabRun } from './lab-runs.js';
import type { Markers } from './markers.js';
import { createStagehand, type Stagehand } from './stagehand.js';

export const SERVER = 'canary';
/** Of each call and each connecting: far more than any takes that is not about a limit. */
const CALL_LIMIT_MS = 12_000;

export interface Scene {
  readonly run: LabRun;
  readonly ports: LabPorts;
  readonly markers: Markers;
  readonly host: CanaryHost;
  readonly hand: Stagehand;
  readonly manager: McpManager;
  readonly journal: OutcomeJournal;
  readonly freeze: FreezeGuard;
  /** The user's cancel. */
  readonly cancel: AbortController;
}

export function setScene({ run, ports, markers, host }: Pick<Scene, 'run' | 'ports' | 'markers' | 'host'>): Scene {
  const { clock } = ports;
  const cancel = new AbortController();
  const trust = { server: run.case.untrusted !== 'server', workspace: run.case.untrusted !== 'workspace' };
  const hand = createStagehand({
    run,
    host,
    holds: true,
    clock,
    act: (what) => {
      if (what === 'cancel') cancel.abort();
      else if (what === 'distrust-server') trust.server = false;
      else trust.workspace = false;
    },
  });
  const manager = createMcpManager({
    servers: [configOf(run, host)],
    trustReader: () => ({ ...trust }),
    clock,
    random: Math.random,
    debug: noDebugLog,
    openTransport: (plan) => openTransport(plan, { env: process.env, clock, debug: noDebugLog }),
    workspaceDirs: [ports.root],
    version: ports.binary.version,
    settings: {},
  });
  const journal = createOutcomeJournal({
    ...(ports.journal ?? ownJournal(host)),
    session: null,
    version: ports.binary.version,
    clock,
  });
  const watch = watchUnknown({ ...journal, clock });
  // As in a run without a terminal: nobody can be asked.
  const freeze = createFreezeGuard({ journal, watch, setting: () => 'ask', debug: noDebugLog });
  return { run, ports, markers, host, hand, manager, journal, freeze, cancel };
}

const ownJournal = ({ stateDir }: CanaryHost): NonNullable<LabPorts['journal']> => ({
  ...journalPlaces({ runtimeDir: stateDir, userDir: stateDir }),
  workspace: stateDir,
});

function configOf({ path, case: { limitMs = CALL_LIMIT_MS } }: LabRun, host: CanaryHost): ServerConfig {
  const entry = { ...host.entry, timeout: limitMs, discoveryTimeoutMs: CALL_LIMIT_MS, progress: path === 'direct' };
  const planned = planServer(SERVER, entry, host.stateDir);
  if (planned.kind === 'invalid') throw new Error(planned.shown);
  return planned.config;
}

/** One call of one tool as the manager offers it now; undefined when it does not. */
export async function callTool(
  { manager, ports, cancel, journal, freeze, hand }: Scene,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<ToolResult | undefined> {
  const offered = manager.tools().find(({ tool }) => tool.name === name);
  if (offered === undefined) return undefined;
  const tool = createMcpTool({
    ...offered,
    name: `mcp__${SERVER}__${name}`,
    journal: heardBy(hand, journal),
    freeze,
    clock: ports.clock,
    saveOutput: () => Promise.reject(new Error('nothing here is that long')),
    debug: noDebugLog,
  });
  return tool.execute(args, { callId: 'call', signal: cancel.signal, onProgress: () => {} });
}

/** The journal, with the moment at which the call goes on record. */
const heardBy = (hand: Stagehand, journal: OutcomeJournal): CallJournal => {
  const told = async (writing: Promise<string>): Promise<string> => {
    const id = await writing;
    hand.recorded(id);
    return id;
  };
  return {
    intend: (attempt) => told(journal.intend(attempt)),
    settle: journal.settle,
    record: (attempt, settlement) => told(journal.record(attempt, settlement)),
  };
};
