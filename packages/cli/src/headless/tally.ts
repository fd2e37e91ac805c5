/**
 * What a run adds up to, from the agent's events alone: turns, tokens, refusals, unknown outcomes, calls in flight and
 * the statistics of `json` output. It never prints.
 */
import type { AgentEvent, FinishedCall, SidePurpose } from '@qwen-code/qwen-code-core/agent/events.js';
import type { Usage } from '@qwen-code/qwen-code-core/models/types.js';
import type { PermissionDenial, UnknownOutcome } from './records.js';
import { createRequestBook } from './request-counts.js';
import { countCall, toolStats, type ToolCounts } from './tool-counts.js';

export interface Tally {
  /** `model`: the name of the one that the event is of. */
  see(event: AgentEvent, model: string): void;
  /** Calls that were started and have not ended, those of sub-agents among them. */
  readonly inFlight: ReadonlyMap<string, StartedCall>;
  /** Calls that were started and did not get to their own end. */
  readonly cutOff: readonly StartedCall[];
  /** Model turns of the conversation itself. */
  readonly turns: number;
  /** Of every request, also those beside the conversation. */
  readonly usage: Usage;
  readonly apiDurationMs: number;
  readonly denials: readonly PermissionDenial[];
  readonly unknownOutcomes: readonly UnknownOutcome[];
  /** The `stats` object of json output. */
  stats(): unknown;
}

export interface StartedCall {
  readonly id: string;
  readonly name: string;
}

/** Sent, and nobody knows whether it was done. */
export const isUnknownOutcome = ({ result }: FinishedCall): boolean =>
  result.code === 'mcp_outcome_unknown' || result.outcomeUnknown === true;

/** What a model was asked for: the conversation itself, a sub-agent of it, or work beside them. */
type Source = 'main' | 'subagent' | SidePurpose;

/** Agents that work side by side may give their calls the same ids: a call is known by those around it as well. */
const inside = (around: string, id: string): string => `${around}/${id}`;

export function createTally(): Tally {
  const inFlight = new Map<string, StartedCall>();
  const cutOff: StartedCall[] = [];
  const denials: PermissionDenial[] = [];
  const unknownOutcomes: UnknownOutcome[] = [];
  const byName = new Map<string, ToolCounts>();
  const bySkill = new Map<string, ToolCounts>();
  const requests = createRequestBook<Source>();
  const lines = { added: 0, removed: 0 };
  let turns = 0;

  const seeEnd = (ended: FinishedCall, around: string): void => {
    const { call, args, result, denied } = ended;
    if (inFlight.delete(inside(around, call.id)) && result.status === 'cancelled')
      cutOff.push({ id: call.id, name: call.name });
    if (denied) denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: args ?? {} });
    if (isUnknownOutcome(ended)) unknownOutcomes.push(unknownOutcome(ended));
    lines.added += result.lines?.added ?? 0;
    lines.removed += result.lines?.removed ?? 0;
    countCall(byName, call.name, ended);
    if (call.name === 'skill' && typeof args?.['skill'] === 'string') countCall(bySkill, args['skill'], ended);
  };

  const see = (event: AgentEvent, model: string, source: Source, around = ''): void => {
    switch (event.type) {
      case 'assistant':
        if (source === 'main') turns += 1;
        return requests.count(model, source, { usage: event.usage, latencyMs: event.durationMs });
      case 'model-retry':
        return requests.count(model, source, { errors: 1 });
      case 'side-request':
        return requests.count(event.model, event.purpose, {
          usage: event.usage,
          latencyMs: event.durationMs,
          errors: event.failed ? 1 : 0,
        });
      case 'tool-start':
        inFlight.set(inside(around, event.call.id), { id: event.call.id, name: event.call.name });
        return;
      case 'tool-end':
        return seeEnd(event, around);
      case 'subagent':
        return see(event.event, model, 'subagent', inside(around, event.callId));
      case 'end':
        if (event.outcome.kind === 'failed' && event.outcome.error.code === 'model-api')
          requests.count(model, source, { errors: 1 });
    }
  };

  return {
    see: (event, model) => see(event, model, 'main'),
    inFlight,
    cutOff,
    denials,
    unknownOutcomes,
    get turns() {
      return turns;
    },
    get usage() {
      return requests.all().usage;
    },
    get apiDurationMs() {
      return requests.all().latencyMs;
    },
    stats: () => ({
      models: requests.stats(),
      tools: toolStats(byName),
      files: { totalLinesAdded: lines.added, totalLinesRemoved: lines.removed },
      skills: toolStats(bySkill),
    }),
  };
}

export function unknownOutcome({ call, result }: FinishedCall): UnknownOutcome {
  return {
    tool_use_id: call.id,
    tool_name: call.name,
    code: result.code ?? 'mcp_outcome_unknown',
    ...(result.recordId !== undefined && { record_id: result.recordId }),
  };
}
