/**
 * The wire shapes of `--output-format json` and `stream-json` (docs/guide/headless.md). Each is pinned by a test with
 * the literal written out: other programs read them. Pure builders; who emits what, and when, is in the renderers.
 */
import type { ToolCallRequest, Usage } from '@qwen-code/qwen-code-core/models/types.js';
import type { ApprovalMode } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { ToolProgress, ToolResult } from '@qwen-code/qwen-code-core/tools/types.js';

/** What every record of a run has in common, and what `init` tells. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly cwd: string;
  readonly model: string;
  readonly permissionMode: ApprovalMode;
  readonly version: string;
  /** Names of the offered tools, sorted. */
  readonly tools: readonly string[];
  readonly mcpServers: readonly { readonly name: string; readonly status: 'connected' | 'disconnected' }[];
  /** Without the slash. */
  readonly slashCommands: readonly string[];
  /** Names of the sub-agents that may be called. */
  readonly agents: readonly string[];
}

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: '' }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };

export interface UsageRecord {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly total_tokens: number;
}

/** A call whose outcome nobody knows: it may have completed. */
export interface UnknownOutcome {
  readonly tool_use_id: string;
  readonly tool_name: string;
  readonly code: string;
  readonly record_id?: string;
}

export interface PermissionDenial {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: unknown;
}

export type WireRecord = Readonly<Record<string, unknown>>;

export function usageRecord(usage: Usage): UsageRecord {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_input_tokens: usage.cachedTokens,
    total_tokens: usage.totalTokens,
  };
}

export function initRecord(session: SessionFacts): WireRecord {
  return {
    type: 'system',
    subtype: 'init',
    uuid: session.sessionId,
    session_id: session.sessionId,
    cwd: session.cwd,
    tools: session.tools,
    mcp_servers: session.mcpServers,
    model: session.model,
    permission_mode: session.permissionMode,
    slash_commands: session.slashCommands,
    qwen_code_version: session.version,
    agents: session.agents,
  };
}

/** The earlier part of the conversation was summed up; how many tokens it had before. */
export function compactionRecord(facts: {
  readonly uuid: string;
  readonly sessionId: string;
  readonly trigger: 'auto' | 'manual';
  readonly beforeTokens: number;
}): WireRecord {
  return {
    type: 'system',
    subtype: 'compact_boundary',
    uuid: facts.uuid,
    session_id: facts.sessionId,
    compact_metadata: { trigger: facts.trigger, pre_tokens: facts.beforeTokens },
  };
}

/** The block of one call as the model wrote it; arguments that do not parse are an empty object. */
export function toolUseBlock({ id, name, argumentsJson }: ToolCallRequest): Block {
  return { type: 'tool_use', id, name, input: parsedArguments(argumentsJson) };
}

function parsedArguments(json: string): unknown {
  try {
    const value: unknown = json.trim() === '' ? {} : JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Whose message it is: the call that started the sub-agent, or null for the conversation itself. */
export type Parent = string | null;

export interface AssistantFacts {
  readonly id: string;
  readonly sessionId: string;
  readonly parent: Parent;
  readonly model: string;
  readonly content: readonly Block[];
  readonly usage: Usage;
}

export function assistantRecord(facts: AssistantFacts): WireRecord {
  return {
    type: 'assistant',
    uuid: facts.id,
    session_id: facts.sessionId,
    parent_tool_use_id: facts.parent,
    message: {
      id: facts.id,
      type: 'message',
      role: 'assistant',
      model: facts.model,
      content: facts.content,
      stop_reason: facts.content.some(({ type }) => type === 'tool_use') ? 'tool_use' : null,
      usage: usageRecord(facts.usage),
    },
  };
}

/** `code` and `record_id` stand beside the text only when the result has them. */
export function toolResultRecord(facts: {
  readonly uuid: string;
  readonly sessionId: string;
  readonly parent: Parent;
  readonly callId: string;
  readonly result: ToolResult;
}): WireRecord {
  const { status, text, code, recordId } = facts.result;
  const block = {
    type: 'tool_result',
    tool_use_id: facts.callId,
    is_error: status !== 'ok',
    content: text,
    ...(code !== undefined && { code }),
    ...(recordId !== undefined && { record_id: recordId }),
  };
  return {
    type: 'user',
    uuid: facts.uuid,
    session_id: facts.sessionId,
    parent_tool_use_id: facts.parent,
    message: { role: 'user', content: [block] },
  };
}

export interface ResultFacts {
  readonly uuid: string;
  readonly sessionId: string;
  readonly durationMs: number;
  readonly apiDurationMs: number;
  readonly turns: number;
  readonly usage: Usage;
  readonly denials: readonly PermissionDenial[];
  readonly unknownOutcomes: readonly UnknownOutcome[];
  /** The last turn's text, or what went wrong. */
  readonly ending: { readonly text: string; readonly structured?: unknown } | { readonly error: string };
  /** `json` output only. */
  readonly stats?: unknown;
}

export function resultRecord(facts: ResultFacts): WireRecord {
  const failed = 'error' in facts.ending;
  return {
    type: 'result',
    subtype: failed ? 'error_during_execution' : 'success',
    uuid: facts.uuid,
    session_id: facts.sessionId,
    is_error: failed,
    duration_ms: facts.durationMs,
    duration_api_ms: facts.apiDurationMs,
    num_turns: facts.turns,
    ...('text' in facts.ending && { result: facts.ending.text }),
    ...('structured' in facts.ending && { structured_result: facts.ending.structured }),
    usage: usageRecord(facts.usage),
    permission_denials: facts.denials,
    unknown_outcomes: facts.unknownOutcomes,
    ...('error' in facts.ending && { error: { message: facts.ending.error } }),
    ...(facts.stats !== undefined && { stats: facts.stats }),
  };
}

export function streamEventRecord(facts: {
  readonly uuid: string;
  readonly sessionId: string;
  readonly parent: Parent;
  readonly event: WireRecord;
}): WireRecord {
  const { uuid, sessionId, parent, event } = facts;
  return { type: 'stream_event', uuid, session_id: sessionId, parent_tool_use_id: parent, event };
}

/** There are no goals in this version; programs that wait for the event are told so. */
export const goalStateEvent = (): WireRecord => ({
  type: 'goal_state',
  goal_state: { v: 2, goal: null, activity: 'idle' },
});

export function toolProgressEvent(callId: string, { progress, total, message }: ToolProgress): WireRecord {
  return {
    type: 'tool_progress',
    tool_use_id: callId,
    content: {
      type: 'mcp_tool_progress',
      progress,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    },
  };
}

export interface FatalFacts {
  readonly type: string;
  readonly message: string;
  readonly code: number;
  readonly unknownOutcomes: readonly UnknownOutcome[];
}

/** What goes to stderr when a run with `-o json` cannot end in a result. `unknown_outcomes` only where there are some. */
export function fatalRecord({ unknownOutcomes, ...error }: FatalFacts): WireRecord {
  return { error: { ...error, ...(unknownOutcomes.length > 0 && { unknown_outcomes: unknownOutcomes }) } };
}
