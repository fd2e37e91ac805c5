/**
 * One run against the core of this process: the real manager and the real tool over a real server. Decides nothing; what
 * it saw goes to the judge.
 */
import { createMcpManager, type McpManager } from '../../mcp/manager.js';
import { planServer, type ServerConfig } from '../../mcp/server-config.js';
import { openTransport } from '../../mcp/transports/open.js';
import { noDebugLog } from '../../shared/debug-log.js';
import { createMcpTool } from '../../tools/mcp-tool/index.js';
import type { ToolResult } from '../../tools/types.js';
import { boundedRun } from './bounded-run.js';
import { resultOfTool } from './client-result.js';
import { createEndings } from './endings.js';
import { lookupAgrees } from './external-state.js';
import { hostServer, type CanaryHost } from '../host-server.js';
import { labEvents } from './lab-events.js';
import type { LabPorts, PlayedRun } from './lab-ports.js';
import { looksUpAfterwards, type LabRun } from './lab-runs.js';
import { leaksIn, newMarkers, type Markers } from './markers.js';
import type { Observation } from './observation.js';
import { observe } from './observe.js';
import { livingServers } from './left-behind.js';
import { callArguments, serverPlan } from './server-plan.js';
import { createStagehand, type Stagehand } from './stagehand.js';

const SERVER = 'canary';
const LIMIT_MS = 20_000;
/** Of each call and each connecting: far more than any takes that is not about a limit. */
const CALL_LIMIT_MS = 12_000;

interface Scene {
  readonly run: LabRun;
  readonly ports: LabPorts;
  readonly markers: Markers;
  readonly host: CanaryHost;
  readonly hand: Stagehand;
  readonly manager: McpManager;
  /** The user's cancel. */
  readonly cancel: AbortController;
}

export async function runInCore(run: LabRun, ports: LabPorts): Promise<PlayedRun> {
  const startedMs = ports.clock.now();
  const endings = createEndings();
  const markers = newMarkers();
  const root = `${ports.root}/${run.id.replaceAll('/', '.')}`;
  try {
    const canary = serverPlan(run, { markers, holds: true });
    const host = await hostServer({ root, name: SERVER, program: ports.program, canary, signal: ports.signal });
    endings.add(() => host.stop());
    const scene = setScene({ run, ports, markers, host });
    endings.add(() => scene.manager.stop());
    endings.add(() => scene.hand.stop());
    const limits = { clock: ports.clock, limitMs: LIMIT_MS, signal: ports.signal };
    const played = await boundedRun(() => play(scene), limits);
    await endings.close();
    const heard = played.kind === 'done' ? played.value : { ...NOTHING_HEARD, trouble: LATE };
    const leftBehind = livingServers(run, host.pids());
    const observation = observe(run, host, scene.hand, { ...heard, ...NOT_OF_CORE, leftBehind });
    const events = labEvents(host.events(), scene.hand.marks, run.case.tool);
    return { run, observation, events, durationMs: ports.clock.now() - startedMs };
  } finally {
    await endings.close();
  }
}

const NOT_OF_CORE = { user: undefined, retry: 'not_tried', recordId: undefined } as const;
const LATE = `the run did not end within ${LIMIT_MS / 1000} s`;

type Heard = Pick<Observation, 'trouble' | 'leaks' | 'lookup'> & { readonly laterCalls: number };
const NOTHING_HEARD: Heard = { trouble: undefined, leaks: [], lookup: 'not_asked', laterCalls: 0 };

function setScene({ run, ports, markers, host }: Pick<Scene, 'run' | 'ports' | 'markers' | 'host'>): Scene {
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
  return { run, ports, markers, host, hand, manager, cancel };
}

function configOf({ path, case: { limitMs = CALL_LIMIT_MS } }: LabRun, host: CanaryHost): ServerConfig {
  const entry = { ...host.entry, timeout: limitMs, discoveryTimeoutMs: CALL_LIMIT_MS, progress: path === 'direct' };
  const planned = planServer(SERVER, entry, host.stateDir);
  if (planned.kind === 'invalid') throw new Error(planned.shown);
  return planned.config;
}

async function play(scene: Scene): Promise<Heard> {
  const { run, markers, manager, hand } = scene;
  const { tool } = run.case;
  await manager.start();
  hand.begin();
  const told = await call(scene, tool, callArguments(tool, markers));
  if (told === undefined) {
    await hand.tell('unavailable');
    return NOTHING_HEARD;
  }
  await hand.tell(resultOfTool(told));
  const isOwnText = told.status !== 'ok' && told.code !== undefined;
  const leaks = isOwnText ? leaksIn(told.text, markers, 'with-words').map((what) => `the model was given ${what}`) : [];
  if (!looksUpAfterwards(run)) return { ...NOTHING_HEARD, leaks };
  return { ...NOTHING_HEARD, leaks, ...(await lookUp(scene)) };
}

async function lookUp(scene: Scene): Promise<Pick<Heard, 'lookup' | 'laterCalls'>> {
  const { hand, host, run } = scene;
  const laterCalls = run.case.tool === 'lookup' ? 1 : 0;
  hand.mark({ type: 'lookup_made' });
  const answer = await call({ ...scene, cancel: new AbortController() }, 'lookup', {});
  const answered = answer?.status === 'ok';
  hand.mark({ type: 'lookup_told', answered });
  if (!answered) return { lookup: 'failed', laterCalls };
  return { lookup: lookupAgrees(answer.text, host.events()) ? 'agrees' : 'disagrees', laterCalls };
}

/** One call of one tool as the manager offers it now; undefined when it does not. */
async function call(
  { manager, ports, cancel }: Scene,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<ToolResult | undefined> {
  const offered = manager.tools().find(({ tool }) => tool.name === name);
  if (offered === undefined) return undefined;
  const tool = createMcpTool({
    ...offered,
    name: `mcp__${SERVER}__${name}`,
    journal: undefined,
    clock: ports.clock,
    saveOutput: () => Promise.reject(new Error('nothing here is that long')),
    debug: noDebugLog,
  });
  return tool.execute(args, { callId: 'call', signal: cancel.signal, onProgress: () => {} });
}
