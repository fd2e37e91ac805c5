/** One server of a spawned qwen: its run, its process, and what was heard of it so far. */
import { hostServer, type CanaryHost } from '../host-server.js';
import type { Endings } from './endings.js';
import type { Move } from './lab-case.js';
import type { LabPorts } from './lab-ports.js';
import type { LabRun } from './lab-runs.js';
import { newMarkers, type Markers } from './markers.js';
import type { Observation } from './observation.js';
import { serverPlan } from './server-plan.js';
import { createStagehand, type Stagehand } from './stagehand.js';

export interface Row {
  readonly run: LabRun;
  /** The server's name in the settings. */
  readonly name: string;
  readonly markers: Markers;
  readonly host: CanaryHost;
  readonly hand: Stagehand;
  readonly heard: Heard;
}

/** Filled while the script plays. */
export interface Heard {
  /** The operator's word in the settings. */
  isTrusted: boolean;
  /** What the model was told of the call under test. */
  told: string | undefined;
  lookup: Observation['lookup'];
  retry: Observation['retry'];
}

export interface RowOptions {
  readonly run: LabRun;
  /** Its place among the rows of one qwen. */
  readonly index: number;
  readonly root: string;
  readonly ports: LabPorts;
  readonly endings: Endings;
  act(row: Row, what: Move['act']): void;
}

/** Most of the entry: far more than any call takes that is not about a limit. */
const CALL_LIMIT_MS = 12_000;

export async function createRow({ run, index, root, ports, endings, act }: RowOptions): Promise<Row> {
  const { program, signal, clock, binary } = ports;
  const markers = newMarkers();
  const name = `c${String(index).padStart(2, '0')}`;
  const holds = binary.kind === 'own';
  const canary = serverPlan(run, { markers, holds });
  const host = await hostServer({ root: `${root}/servers`, name, program, canary, signal });
  endings.add(() => host.stop());
  const hand: Stagehand = createStagehand({ run, host, holds, clock, act: (what) => act(row, what) });
  endings.add(() => hand.stop());
  const row: Row = {
    run,
    name,
    markers,
    host,
    hand,
    heard: {
      isTrusted: run.case.untrusted !== 'server',
      told: undefined,
      lookup: 'not_asked',
      retry: 'not_tried',
    },
  };
  return row;
}

/** The server's entry in `mcpServers`, as the operator has it now. */
export const entryOf = ({ run, host, heard }: Row): object => ({
  ...host.entry,
  trust: heard.isTrusted,
  timeout: run.case.limitMs ?? CALL_LIMIT_MS,
  ...(run.path === 'callable' ? { progress: false } : {}),
});

export const toolName = ({ name, run }: Row): string => `mcp__${name}__${run.case.tool}`;

/** Stopped by the user: qwen ends with it, and its model is told nothing. */
export const isCancelled = ({ run }: Pick<Row, 'run'>): boolean => run.case.expect.client === 'cancelled';
