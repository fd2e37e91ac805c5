/**
 * One run against the core of this process: the real manager and the real tool over a real server. Decides nothing; what
 * it saw goes to the judge.
 */
import type { ToolResult } from '../../tools/types.js';
import { boundedRun } from './bounded-run.js';
import { manualRetry, resultOfTool } from './client-result.js';
import { callTool, SERVER, setScene, type Scene } from './core-scene.js';
import { createEndings } from './endings.js';
import { lookupAgrees } from './external-state.js';
import { hostServer } from '../host-server.js';
import { labEvents } from './lab-events.js';
import { journalLeaks, unknownRecord } from './lab-journal.js';
import type { LabPorts, PlayedRun } from './lab-ports.js';
import { looksUpAfterwards, triesAgain, type LabRun } from './lab-runs.js';
import { leaksIn, newMarkers } from './markers.js';
import { observe, type Heard } from './observe.js';
import { livingServers } from './left-behind.js';
import { callArguments, serverPlan } from './server-plan.js';

const LIMIT_MS = 20_000;

const rootOf = ({ id }: LabRun, { root }: LabPorts): string => `${root}/${id.replaceAll('/', '.')}`;

/** Where the run's server keeps its ledger. */
export const stateDirOf = (run: LabRun, ports: LabPorts): string => `${rootOf(run, ports)}/${SERVER}`;

export async function runInCore(run: LabRun, ports: LabPorts): Promise<PlayedRun> {
  const startedMs = ports.clock.now();
  const endings = createEndings();
  const markers = newMarkers();
  try {
    const canary = serverPlan(run, { markers, holds: true });
    const host = await hostServer({
      root: rootOf(run, ports),
      name: SERVER,
      program: ports.program,
      canary,
      signal: ports.signal,
    });
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

type Played = Pick<Heard, 'trouble' | 'leaks' | 'lookup' | 'retry'> & {
  /** The record that the tool's result named. */
  readonly namedRecord: string | undefined;
};

const NOTHING_HEARD: Played = {
  trouble: undefined,
  leaks: [],
  lookup: 'not_asked',
  retry: 'not_tried',
  namedRecord: undefined,
};

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
    ...(looksUpAfterwards(run) ? { lookup: await lookUp(later) } : {}),
  };
}

const callUnderTest = (scene: Scene): Promise<ToolResult | undefined> =>
  callTool(scene, scene.run.case.tool, callArguments(scene.run.case.tool, scene.markers));

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

async function lookUp(scene: Scene): Promise<Heard['lookup']> {
  const { hand, host } = scene;
  hand.mark({ type: 'lookup_made' });
  const answer = await callTool(scene, 'lookup', {});
  const answered = answer?.status === 'ok';
  hand.mark({ type: 'lookup_told', answered });
  if (!answered) return 'failed';
  return lookupAgrees(answer.text, host.events()) ? 'agrees' : 'disagrees';
}
