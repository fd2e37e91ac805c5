/** The plan of the server that a run is played against, and the arguments of its call. Pure. */
import type { Fault } from '../faults.js';
import type { CanaryOptions } from '../host-server.js';
import type { CanaryTool } from '../plan.js';
import { incrementTool, lookupTool, setStatusTool } from '../tools.js';
import type { LabTool } from './lab-case.js';
import type { LabRun } from './lab-runs.js';
import type { Markers } from './markers.js';

/** The gate file that the server waits for; see the run's `move` and `toldFirst`. */
export type LabGate = 'committed' | 'reconnecting';

const TOOLS: Readonly<Record<LabTool, (annotations: unknown) => CanaryTool>> = {
  increment_then_drop: incrementTool,
  set_status_then_drop: setStatusTool,
  // Unlike the others it has a default, which a case without annotations must not get.
  lookup: (annotations) => ({ ...lookupTool(), annotations }),
};

const LATER_PROCESS = 2;

export interface PlanOptions {
  readonly markers: Markers;
  /** Another binary may reconnect before it tells: its next process is not held. */
  readonly holds: boolean;
}

export function serverPlan({ case: lab, transport }: LabRun, { markers, holds }: PlanOptions): CanaryOptions {
  const offered = (annotations: unknown): readonly CanaryTool[] => [
    TOOLS[lab.tool](annotations),
    ...(lab.tool === 'lookup' ? [] : [lookupTool()]),
  ];
  const later = (lab.later ?? []).map(({ annotations }, index) => [index + LATER_PROCESS, offered(annotations)]);
  return withUpstreamText(markers, {
    transport,
    name: 'canary',
    tools: offered(lab.annotations),
    generations: Object.fromEntries(later) as Record<string, readonly CanaryTool[]>,
    faults: faultsOf(lab, holds),
    stderr: '%upstream%',
    ignoreSigint: true,
    ...(transport === 'http' ? { endsWithInput: true } : {}),
    ...lab.server,
  });
}

function faultsOf({ tool, faults, move, toldFirst }: LabRun['case'], holds: boolean): Fault[] {
  const own = faults.map((fault, index): Fault => {
    const pause = move?.when === 'committed' && index === 0 ? { pause: { gate: 'committed' satisfies LabGate } } : {};
    return { ...fault, tool, ...pause };
  });
  const isHeld = move?.when === 'reconnecting' || (toldFirst === true && holds);
  if (!isHeld) return own;
  const pause = { gate: 'reconnecting' satisfies LabGate };
  return [...own, { on: 'initialize', generation: LATER_PROCESS, pause, then: { kind: 'reply' } }];
}

/** Everything the server says when it fails carries the run's marker. */
const withUpstreamText = ({ upstream }: Markers, plan: CanaryOptions): CanaryOptions =>
  JSON.parse(JSON.stringify(plan).replaceAll('%upstream%', upstream)) as CanaryOptions;

/** The arguments of the call under test: every value carries the marker. */
export function callArguments(tool: LabTool, { argument }: Markers): Readonly<Record<string, unknown>> {
  switch (tool) {
    case 'increment_then_drop':
      return { key: `order ${argument}`, note: argument };
    case 'set_status_then_drop':
      return { key: `order ${argument}`, status: `paid ${argument}` };
    case 'lookup':
      return { key: `order ${argument}` };
  }
}
