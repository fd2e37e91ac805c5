/**
 * What the screen shows of an event of the agent. Pure. Whatever is finished becomes an item at once, so that the live part
 * stays small: thinking when the answer begins, each block of an answer, each call with its result.
 */
import type { AgentEvent, AgentOutcome, FinishedCall } from '@qwen-code/qwen-code-core/agent/events.js';
import { isUnknownOutcome } from '@qwen-code/qwen-code-core/agent/subagent/unknown-calls.js';
import type { Usage } from '@qwen-code/qwen-code-core/models/types.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import type { ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import { endOfResult } from '../../outcomes/open-end.js';
import { count } from '../render/lines.js';
import { safeText } from '../render/safe-text.js';
import { agentProgress, type AgentProgress } from './agent-progress.js';
import { planItems } from './plan-item.js';
import { printed } from './printed.js';
import { callCounted, modelCounted } from './count-usage.js';
import { splitAnswer } from './split-answer.js';
import { toolView, type ToolView } from './tool-view.js';
import type { ItemContent, LiveTool, Totals, UnknownCall, ViewState } from './view-state.js';

/** A token of plain text, on average: for the count while it streams. */
const CHARS_A_TOKEN = 4;

export function reduceAgent(state: ViewState, event: AgentEvent, atMs: number): ViewState {
  switch (event.type) {
    case 'turn-start':
      return busy(withLive(state, { tools: [], retry: undefined, begun: false, joined: false }), { turn: event.turn });
    case 'reasoning-delta':
      return streamed(moreThinking(state, safeText(event.text), atMs), event.text);
    case 'text-delta':
      return streamed(moreAnswer(thinkingPrinted(state, atMs), safeText(event.text)), event.text);
    case 'model-retry':
      return retried(state, event, atMs);
    case 'compaction':
      return printed(state, ...compactionItems(event));
    case 'assistant': {
      const { live, ...rest } = answerPrinted(thinkingPrinted(state, atMs));
      const tools = event.message.toolCalls.map(({ id, name, argumentsJson }) =>
        waiting(id, name, parsed(argumentsJson)),
      );
      return counted({ ...rest, live: { ...live, tools } }, event.usage, event.durationMs);
    }
    case 'tool-start':
      return withTool(state, waiting(event.call.id, event.call.name, event.args), {
        ...toolView(event.call.name, event.args),
        status: 'running',
        startedMs: atMs,
      });
    case 'tool-progress':
      return withTool(state, undefined, { callId: event.callId, progress: safeProgress(event.progress) });
    case 'tool-end':
      return callEnded(state, event, atMs);
    case 'subagent':
      return insideAgent(state, event.callId, { event: event.event, atMs });
    case 'end':
      return printed(answerPrinted(thinkingPrinted(state, atMs)), ...outcomeItems(event.outcome));
    default:
      // Kinds of event that the screen says nothing of.
      return state;
  }
}

const withLive = (state: ViewState, live: Partial<ViewState['live']>): ViewState => ({
  ...state,
  live: { ...state.live, ...live },
});

const busy = (state: ViewState, more: { readonly turn?: number; readonly outputTokens?: number }): ViewState =>
  state.activity.kind === 'idle' ? state : { ...state, activity: { ...state.activity, ...more } };

function streamed(state: ViewState, text: string): ViewState {
  if (state.activity.kind === 'idle') return state;
  return busy(state, { outputTokens: state.activity.outputTokens + text.length / CHARS_A_TOKEN });
}

function moreThinking(state: ViewState, text: string, atMs: number): ViewState {
  const { thinking, thinkingSinceMs = atMs } = state.live;
  return withLive(state, { thinking: thinking + text, thinkingSinceMs, retry: undefined });
}

function thinkingPrinted(state: ViewState, atMs: number): ViewState {
  const { thinking, thinkingSinceMs = atMs } = state.live;
  const text = thinking.trim();
  if (thinking === '') return state;
  const item = { kind: 'thinking', text, durationMs: atMs - thinkingSinceMs } as const;
  return printed(withLive(state, { thinking: '', thinkingSinceMs: undefined }), ...(text === '' ? [] : [item]));
}

/** Another model that goes on is told for good; a wait is only as long as it lasts. */
function retried(state: ViewState, event: Extract<AgentEvent, { type: 'model-retry' }>, atMs: number): ViewState {
  const why = printableText(event.shown);
  if (event.next === undefined) return withLive(state, { retry: { why, atMs: atMs + event.delayMs } });
  return printed(state, {
    kind: 'notice',
    tone: 'info',
    text: `${why} Going on with ${printableText(event.next)}.`,
  });
}

/** Where the user asked for it, the command says so. */
const compactionItems = (event: Extract<AgentEvent, { type: 'compaction' }>): readonly ItemContent[] =>
  event.trigger === 'manual'
    ? []
    : [
        {
          kind: 'notice',
          tone: 'info',
          text: `The earlier part of the conversation was summed up: ${count(event.beforeTokens)} → ${count(event.afterTokens)} tokens.`,
        },
      ];

function moreAnswer(state: ViewState, text: string): ViewState {
  let next = state;
  let answer = state.live.answer + text;
  if (!next.live.begun) answer = answer.trimStart();
  if (next.live.retry !== undefined) next = withLive(next, { retry: undefined });
  for (;;) {
    const { done, rest, inside } = splitAnswer(answer);
    if (done === '') break;
    next = withLive(pieceOf(next, done), { begun: true, joined: inside });
    answer = rest;
  }
  return withLive(next, { answer });
}

const pieceOf = (state: ViewState, text: string): ViewState =>
  printed(state, { kind: 'answer', text, first: !state.live.begun, joined: state.live.joined });

function answerPrinted(state: ViewState): ViewState {
  const text = state.live.answer.trimEnd();
  const next = text === '' ? state : pieceOf(state, text);
  return withLive(next, { answer: '', begun: false, joined: false, retry: undefined });
}

const waiting = (callId: string, name: string, args: ToolArguments | undefined): LiveTool => ({
  callId,
  ...toolView(name, args),
  status: 'waiting',
  startedMs: undefined,
  progress: undefined,
  inside: undefined,
});

/** `fallback` is added when the call is not among the live ones. */
function withTool(state: ViewState, fallback: LiveTool | undefined, change: Partial<LiveTool>): ViewState {
  const callId = fallback?.callId ?? change.callId;
  const { tools } = state.live;
  const known = tools.some((tool) => tool.callId === callId);
  const all = known || fallback === undefined ? tools : [...tools, fallback];
  return withLive(state, { tools: all.map((tool) => (tool.callId === callId ? { ...tool, ...change } : tool)) });
}

function safeProgress({ message, ...numbers }: NonNullable<LiveTool['progress']>): NonNullable<LiveTool['progress']> {
  return message === undefined ? numbers : { ...numbers, message: safeText(message).replaceAll('\n', ' ') };
}

function callEnded(state: ViewState, end: FinishedCall, atMs: number): ViewState {
  const tools = state.live.tools.filter(({ callId }) => callId !== end.call.id);
  const { inside } = state.live.tools.find(({ callId }) => callId === end.call.id) ?? {};
  const kind = isUnknownOutcome(end) ? 'unknown' : end.result.status === 'ok' ? 'ok' : 'failed';
  const { totals } = state;
  const counts: Totals = {
    ...totals,
    toolCalls: { ...totals.toolCalls, [kind]: totals.toolCalls[kind] + 1 },
    lines: {
      added: totals.lines.added + (end.result.lines?.added ?? 0),
      removed: totals.lines.removed + (end.result.lines?.removed ?? 0),
    },
    toolMs: totals.toolMs + end.durationMs,
    ...callCounted(totals, end),
  };
  return printed({ ...withLive(state, { tools }), totals: counts }, ...callItems(end, atMs, inside));
}

/** `atMs`: when it ended. */
export function callItems(end: FinishedCall, atMs: number, inside?: AgentProgress): readonly ItemContent[] {
  const { call, args, result, denied, durationMs } = end;
  const ran = args ?? parsed(call.argumentsJson);
  const tool = toolView(call.name, ran);
  const status = denied ? 'denied' : isUnknownOutcome(end) ? 'unknown' : result.status;
  const ended = { status, text: safeText(result.text), durationMs, ...(inside && { inside }) } as const;
  const item: ItemContent = { kind: 'tool', tool, result: ended };
  const items = [...planItems(call.name, ran), item];
  return isUnknownOutcome(end) ? [...items, { kind: 'unknown-outcome', ...unknownCall(end, tool, atMs) }] : items;
}

const unknownCall = ({ result, durationMs }: FinishedCall, tool: ToolView, atMs: number): UnknownCall => ({
  tool,
  recordId: result.recordId,
  at: new Date(atMs - durationMs).toISOString(),
  end: endOfResult(result),
  byAgent: false,
});

/** Of a sub-agent its last steps are shown, what it came to, and what must not be missed. */
function insideAgent(
  state: ViewState,
  callId: string,
  { event, atMs }: { readonly event: AgentEvent; readonly atMs: number },
): ViewState {
  const before = state.live.tools.find((tool) => tool.callId === callId)?.inside;
  return insideItems(withTool(state, undefined, { callId, inside: agentProgress(before, event) }), { event, atMs });
}

function insideItems(
  state: ViewState,
  { event, atMs }: { readonly event: AgentEvent; readonly atMs: number },
): ViewState {
  if (event.type === 'subagent') return insideItems(state, { event: event.event, atMs });
  // Its context is its own.
  if (event.type === 'assistant') return counted(state, { ...event.usage, totalTokens: 0 }, event.durationMs);
  if (event.type !== 'tool-end' || !isUnknownOutcome(event)) return state;
  const tool = toolView(event.call.name, event.args ?? parsed(event.call.argumentsJson));
  return printed(state, { kind: 'unknown-outcome', ...unknownCall(event, tool, atMs), byAgent: true });
}

function counted(state: ViewState, usage: Usage, durationMs: number): ViewState {
  const { totals, activity } = state;
  const next: Totals = {
    ...totals,
    requests: totals.requests + 1,
    inputTokens: totals.inputTokens + usage.inputTokens,
    outputTokens: totals.outputTokens + usage.outputTokens,
    cachedTokens: totals.cachedTokens + usage.cachedTokens,
    contextTokens: usage.totalTokens === 0 ? totals.contextTokens : usage.totalTokens,
    apiMs: totals.apiMs + durationMs,
    byModel: modelCounted(totals.byModel, state.facts.model, usage),
  };
  const told = activity.kind === 'idle' ? 0 : Math.max(activity.outputTokens, usage.outputTokens);
  return busy({ ...state, totals: next }, { outputTokens: told });
}

function outcomeItems(outcome: AgentOutcome): readonly ItemContent[] {
  switch (outcome.kind) {
    case 'completed':
      return [];
    case 'cancelled':
      return [{ kind: 'notice', tone: 'info', text: 'Stopped.' }];
    case 'turn-limit':
      return [
        { kind: 'notice', tone: 'warning', text: `Stopped: the limit of ${outcome.maxTurns} model turns is reached.` },
      ];
    case 'failed':
      return [{ kind: 'notice', tone: 'error', text: safeText(outcome.error.shown) }];
  }
}

function parsed(json: string): ToolArguments | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ToolArguments) : undefined;
  } catch {
    return undefined;
  }
}
