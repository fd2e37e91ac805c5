/**
 * The end of a run that a signal stopped, told exactly once, also when the process has to end before the run could:
 * which calls were in flight, and that nobody knows whether they were done. Tool names only, never arguments.
 */
import type { Ending, Output, Renderer } from './renderer.js';
import type { Tally } from './tally.js';

export interface InterruptedOptions {
  readonly signal: AbortSignal;
  /** Of what is being answered now. */
  readonly tally: () => Tally;
  readonly output: Output;
  /** Undefined while the run has not got so far. */
  readonly renderer: () => Renderer | undefined;
  /** What stopped it; undefined when nobody reads the output any more, and there is nobody to tell. */
  readonly by: () => string | undefined;
  /** Whether a call of this tool may have changed something. */
  readonly hasEffects: (tool: string) => boolean;
}

type InFlight = Extract<Ending, { kind: 'interrupted' }>['inFlight'];

/** Listens to `signal` from now on. The returned function tells the end; later calls do nothing. */
export function tellsInterruption(options: InterruptedOptions): () => void {
  const { signal, output, tally, hasEffects } = options;
  let inFlight: InFlight = [];
  signal.addEventListener('abort', () => {
    inFlight = [...tally().inFlight.values()];
  });
  let told = false;
  return () => {
    const by = options.by();
    if (told || by === undefined) return;
    told = true;
    output.stderr(`${sentence(by, inFlight, tally().unknownOutcomes)}\n`);
    options.renderer()?.end({ kind: 'interrupted', inFlight: unsettledCalls(tally(), hasEffects) });
  };
}

/** The calls that were cut off or still run, may have changed something, and are not told as unknown anyway. */
export function unsettledCalls(tally: Tally, hasEffects: InterruptedOptions['hasEffects']): InFlight {
  const known = new Set(tally.unknownOutcomes.map(({ tool_use_id: id }) => id));
  const open = [...tally.cutOff, ...tally.inFlight.values()];
  return open.filter(({ id, name }) => !known.has(id) && hasEffects(name));
}

function sentence(by: string, inFlight: InFlight, unknown: Tally['unknownOutcomes']): string {
  return `Stopped by ${by}. ${inFlight.length === 0 ? 'No tool call was in flight.' : callsInFlight(inFlight, unknown)}`;
}

/** What is told of the calls that were running when a run was ended, with their records where they have one. */
export function callsInFlight(inFlight: InFlight, unknown: Tally['unknownOutcomes']): string {
  const named = inFlight.map(({ id, name }) => {
    const record = unknown.find(({ tool_use_id: callId }) => callId === id)?.record_id;
    return record === undefined ? name : `${name} (record ${record})`;
  });
  const names = [...new Set(named)].join(', ');
  return `In flight: ${names}. Whether that was done is unknown: verify before you do it again.`;
}
