/**
 * One run against the core of this process: the real manager and the real tool over a real server. Decides nothing; what
 * it saw goes to the judge.
 */
import { createMcpManager, type McpManager } from '../../mcp/manager.js';
import { createOutcomeJournal, type OutcomeJournal } from '../../mcp/journal/create-journal.js';
import { journalPlaces } from '../../mcp/journal/places.js';
import type { CallJournal } from '../../mcp/journal/port.js';
import { createFreezeGuard, type FreezeGuard } from '../../mcp/reconcile/freeze-guard.js';
import { watchUnknown } from '../../mcp/reconcile/unknown-watch.js';
import { planServer, type ServerConfig } from '../../mcp/server-config.js';
import { openTransport } from '../../mcp/transports/open.js';
import { noDebugLog } from '../../shared/debug-log.js';
import { createMcpTool } from '../../tools/mcp-tool/index.js';
import type { ToolResult } from '../../tools/types.js';
import { boundedRun } from './bounded-run.js';
import { manualRetry, resultOfTool } from './client-result.js';
import { createEndings } from './endings.js';
import { lookupAgrees } from './external-state.js';
import { hostServer, type CanaryHost } from '../host-server.js';
import { labEvents } from './lab-events.js';
import { journalLeaks, unknownRecord } from './lab-journal.js';
import type { LabPorts, PlayedRun } from './lab-ports.js';
import { looksUpAfterwards, triesAgain, type LabRun } from './lab-runs.js';
import { leaksIn, newMarkers, type Markers } from './markers.js';
import { observe, type Heard } from './observe.js';
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
  readonly journal: OutcomeJournal;
  readonly freeze: FreezeGuard;
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
    endings.add(() => scene.journal.close());
    endings.add(() => scene.manager.stop());
    endings.add(() => scene.hand.stop());
    const limits = { clock: ports.clock, limitMs: LIMIT_MS, signal: ports.signal };
    const played = await boundedRun(() => play(scene), limits);
    await endings.close();
    const { namedRecord, ...heard } = played.kind === 'done' ? played.value : { ...NOTHING_HEARD, trouble: LATE };
    const { dir } = scene.journal;
    const recordId = (await unknownRecord(dir, { server: SERVER, tool: run.case.tool }))?.id;
    const observation = observe(run, host, scene.hand, {
      ...heard,
      leaks: [...heard.leaks, ...journalLeaks(dir, markers)],
      recordId,
      recordNamed: recordId !== undefined && recordId === namedRecord,
      leftBehind: livingServers(run, host.pids()),
      user: undefined,
    });
    const events = labEvents(host.events(), scene.hand.marks, run.case.tool);
    return { run, observation, events, durationMs: ports.clock.now() - startedMs };
  } finally {
    await endings.close();
  }
}

const LATE = `the run did not end within ${LIMIT_MS / 1000} s`;

type Played = Pick<Heard, 'trouble' | 'leaks' | 'lookup' | 'retry' | 'laterCalls'> & {
  /** The record that the tool's result named. */
  readonly namedRecord: string | undefined;
};

const NOTHING_HEARD: Played = {
  trouble: undefined,
  leaks: [],
  lookup: 'not_asked',
  retry: 'not_tried',
  laterCalls: 0,
  namedRecord: undefined,
};

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
  const journal = createOutcomeJournal({
    ...journalPlaces({ runtimeDir: host.stateDir, userDir: host.stateDir }),
    workspace: host.stateDir,
    session: null,
    version: ports.binary.version,
    clock,
  });
  const watch = watchUnknown({ ...journal, clock });
  // As in a run without a terminal: nobody can be asked.
  const freeze = createFreezeGuard({ journal, watch, setting: () => 'ask', debug: noDebugLog });
  return { run, ports, markers, host, hand, manager, journal, freeze, cancel };
}

function configOf({ path, case: { limitMs = CALL_LIMIT_MS } }: LabRun, host: CanaryHost): ServerConfig {
  const entry = { ...host.entry, timeout: limitMs, discoveryTimeoutMs: CALL_LIMIT_MS, progress: path === 'direct' };
  const planned = planServer(SERVER, entry, host.stateDir);
  if (planned.kind === 'invalid') throw new Error(planned.shown);
  return planned.config;
}

async function play(scene: Scene): Promise<Played> {
  const { run, markers, manager, hand } = scene;
  await manager.start();
  hand.begin();
  const told = await callUnderTest(scene);
  if (told === undefined) {
    await hand.tell('unavailable');
    return NOTHING_HEARD;
  }
  await hand.tell(resultOfTool(told));
  const isOwnText = told.status !== 'ok' && told.code !== undefined;
  const leaks = isOwnText ? leaksIn(told.text, markers, 'with-words').map((what) => `the model was given ${what}`) : [];
  const later = { ...scene, cancel: new AbortController() };
  return {
    ...NOTHING_HEARD,
    leaks,
    namedRecord: told.recordId,
    ...(triesAgain(run) ? { retry: await tryAgain(later) } : {}),
    ...(looksUpAfterwards(run) ? await lookUp(later) : {}),
  };
}

const callUnderTest = (scene: Scene): Promise<ToolResult | undefined> =>
  call(scene, scene.run.case.tool, callArguments(scene.run.case.tool, scene.markers));

async function tryAgain(scene: Scene): Promise<Heard['retry']> {
  const { hand, host, run } = scene;
  const calls = (): number => host.counts(run.case.tool).invocations;
  const before = calls();
  hand.mark({ type: 'retry_made' });
  const told = await callUnderTest(scene);
  const retry = manualRetry(told?.text ?? '', { before, now: calls() });
  hand.mark({ type: 'retry_told', retry });
  return retry;
}

async function lookUp(scene: Scene): Promise<Pick<Heard, 'lookup' | 'laterCalls'>> {
  const { hand, host, run } = scene;
  const laterCalls = run.case.tool === 'lookup' ? 1 : 0;
  hand.mark({ type: 'lookup_made' });
  const answer = await call(scene, 'lookup', {});
  const answered = answer?.status === 'ok';
  hand.mark({ type: 'lookup_told', answered });
  if (!answered) return { lookup: 'failed', laterCalls };
  return { lookup: lookupAgrees(answer.text, host.events()) ? 'agrees' : 'disagrees', laterCalls };
}

/** One call of one tool as the manager offers it now; undefined when it does not. */
async function call(
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
