/** The `result` record of a run that ended, and the calls that an interruption left open. */
import type { Ending, RendererContext } from './renderer.js';
import { resultRecord, type UnknownOutcome, type WireRecord } from './records.js';

export function endRecord(
  ending: Ending,
  { stats, ...context }: RendererContext & { readonly stats?: unknown },
): WireRecord {
  const { tally, sessionId } = context;
  return resultRecord({
    uuid: context.newId(),
    sessionId,
    durationMs: context.elapsedMs(),
    apiDurationMs: tally.apiDurationMs,
    turns: tally.turns,
    usage: tally.usage,
    denials: tally.denials,
    unknownOutcomes:
      ending.kind === 'interrupted' ? [...tally.unknownOutcomes, ...leftOpen(ending)] : tally.unknownOutcomes,
    ending: ending.kind === 'completed' ? ending : { error: shownOf(ending) },
    ...(stats !== undefined && { stats }),
  });
}

const shownOf = (ending: Exclude<Ending, { kind: 'completed' }>): string =>
  ending.kind === 'failed' ? ending.shown : 'Operation cancelled.';

function leftOpen({ inFlight }: Extract<Ending, { kind: 'interrupted' }>): UnknownOutcome[] {
  return inFlight.map(({ id, name }) => ({ tool_use_id: id, tool_name: name, code: 'cancelled' }));
}
