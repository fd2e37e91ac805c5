/**
 * The one loop: deliver a tool call, and send it again only after a loss and only while every gate is open.
 *
 * A call whose gates are shut when it leaves is delivered once: after a loss there is no reconnect, no discovery and no
 * second invocation inside this call. An open one goes on to the next epoch of its server, where the gates are asked
 * again about the fresh tool and today's trust, at most three times. There is never more than one attempt in flight.
 *
 * Not decided here: what the gates are (replay-gates), what counts as a loss (mcp/loss), how it is told (outcome-result).
 */
import type { Reply } from '../../mcp/loss/classify.js';
import type { QwenError } from '../../shared/qwen-error.js';
import type { JsonSchema, ToolArguments } from '../types.js';
import type { StopReason } from './call-stop.js';
import { openCallRecord, type CallRecord, type RecordPorts } from './call-record.js';
import { deliver, requestOn, type Call, type DeliverPorts } from './deliver.js';
import { closedGates, isReadOnlyCall, type Gate, type ReplayFacts } from './replay-gates.js';
import type { NoTarget, Target, TargetSource } from './target.js';

export const MAX_REPLAYS = 3;

export interface CallPorts extends RecordPorts, Pick<DeliverPorts, 'stop'> {
  readonly source: TargetSource;
  /** Read afresh at every check. */
  trust(): ReplayFacts['trust'];
  /** The class in the operator's own inventory, read afresh at every check. Missing: there is none. */
  team?(): ReplayFacts['team'];
  /** Does the tool's later schema still take these arguments? False when that can't be shown. */
  accepts(schemas: { readonly before: JsonSchema; readonly now: JsonSchema }, args: ToolArguments): Promise<boolean>;
}

export type CallOutcome =
  | { readonly kind: 'answered'; readonly reply: Reply }
  /** Lost, and not sent again. `why` and `gates` are for the debug log: the text is always the same. */
  | { readonly kind: 'unknown'; readonly why: 'gate-shut' | 'tool-gone' | 'schema-changed'; readonly gates: Gate[] }
  /** Lost although repeating it is declared safe; `sends` of its attempts may have reached the server. */
  | { readonly kind: 'connection-lost'; readonly sends: number }
  /** `sent`: some attempt of this call may have reached the server. `readOnly`: there is no outcome to verify. */
  | { readonly kind: 'cancelled' | 'failed'; readonly sent: boolean; readonly readOnly?: true }
  | { readonly kind: 'timed-out'; readonly sent: boolean; readonly readOnly: boolean }
  /** An identical call is unknown, under this record, and the tool is not read-only after all. */
  | { readonly kind: 'frozen'; readonly recordId: string }
  | { readonly kind: 'not-sent'; readonly why: NoTarget['kind'] | QwenError };

export interface CallReport {
  readonly outcome: CallOutcome;
  /** The journal's record of the call. */
  readonly recordId?: string;
}

export async function callWithReplay(call: Call, ports: CallPorts): Promise<CallReport> {
  const record = openCallRecord(ports);
  const outcome = await sendUntilOver(call, ports, record);
  const recorded = record.ended(outcome);
  if (recorded !== undefined) await recorded;
  return { outcome, ...(record.id === undefined ? {} : { recordId: record.id }) };
}

async function sendUntilOver(call: Call, ports: CallPorts, record: CallRecord): Promise<CallOutcome> {
  const { source, stop, debug } = ports;
  const first = await source.first(stop.signal);
  if (first.kind !== 'target') {
    return stop.reason === 'cancelled' ? ended('cancelled') : { kind: 'not-sent', why: first.kind };
  }
  let sends = 0;
  for (let target: Target = first, attempt = 1; ; attempt += 1) {
    const facts = factsNow(target.tool.hints, ports);
    if (stop.reason !== undefined) return ended(stop.reason, sends > 0, facts);
    const shut = closedGates(facts);
    if (attempt > 1 && shut.length > 0) return unknown('gate-shut', shut);
    if (call.onlyAsRead !== undefined && attempt === 1 && !isReadOnlyCall(facts)) {
      return { kind: 'frozen', recordId: call.onlyAsRead };
    }

    const delivered = await deliver({ call, target, attempt, facts }, { record, stop, debug });
    if (delivered.kind === 'no-record') return { kind: 'not-sent', why: delivered.error };
    const { outcome } = delivered;

    if (outcome.kind === 'answered') return outcome;
    if (outcome.reach !== 'unsent') sends += 1;
    if (outcome.kind !== 'lost') return ended(outcome.kind, sends > 0, facts);

    const shutNow = shut.length > 0 ? shut : closedGates(factsNow(facts.hints, ports));
    if (shutNow.length > 0) return unknown('gate-shut', shutNow);
    if (attempt > MAX_REPLAYS) return { kind: 'connection-lost', sends };

    stop.nextAttempt();
    const next = await source.renew(target.epoch, stop.signal);
    if (stop.reason !== undefined) return ended(stop.reason, sends > 0, facts);
    if (next.kind === 'server-gone') return { kind: 'connection-lost', sends };
    if (next.kind === 'tool-gone') return unknown('tool-gone');
    const schemas = { before: target.tool.inputSchema, now: next.tool.inputSchema };
    if (!(await ports.accepts(schemas, requestOn(next, call).args))) return unknown('schema-changed');
    target = next;
  }
}

const factsNow = (hints: ReplayFacts['hints'], ports: CallPorts): ReplayFacts => ({
  trust: ports.trust(),
  hints,
  team: ports.team?.(),
});

const unknown = (why: Extract<CallOutcome, { kind: 'unknown' }>['why'], gates: Gate[] = []): CallOutcome => ({
  kind: 'unknown',
  why,
  gates,
});

type EndKind = StopReason | 'timed-out' | 'failed';

/** An end that no replay follows, whatever the gates say. */
function ended(kind: EndKind, sent = false, facts?: ReplayFacts): CallOutcome {
  const readOnly = facts !== undefined && isReadOnlyCall(facts);
  if (kind !== 'cancelled' && kind !== 'failed') return { kind: 'timed-out', sent, readOnly };
  return { kind, sent, ...(sent && readOnly && { readOnly }) };
}
