/**
 * Which record an event of the agent leaves in the session's file. Pure: a step from what is known of the running calls to what
 * is known after the event, and the record, if any.
 *
 * The assistant's record holds its calls, and comes before the first of them runs: a crash leaves a call without a result,
 * never a call that nobody remembers.
 */
import type { AgentEvent, FinishedCall } from '../agent/events.js';
import { openOutcomes } from '../agent/compaction/open-outcomes.js';
import type { AssistantMessage, Message, ToolCallRequest } from '../models/types.js';
import type { QwenErrorCode } from '../shared/qwen-error.js';
import type { ToolArguments, ToolResult } from '../tools/types.js';
import {
  display,
  resultParts,
  usageMetadata,
  userParts,
  type CallPart,
  type ExecutionStatus,
  type RecordBody,
  type RecordPart,
  type StoredMessage,
} from './records.js';

type CompactionEvent = Extract<AgentEvent, { type: 'compaction' }>;

/** Ids of the calls of the newest assistant message that began to run. */
export type BegunCalls = ReadonlySet<string>;

export const NONE_BEGUN: BegunCalls = new Set();

export interface RecordStep {
  readonly begun: BegunCalls;
  readonly body: RecordBody | undefined;
}

/** `model` is the name of the model that the conversation is with now. */
export function recordEvent(begun: BegunCalls, event: AgentEvent, model: string): RecordStep {
  switch (event.type) {
    case 'assistant':
      return {
        begun: NONE_BEGUN,
        body: {
          type: 'assistant',
          provenance: 'model',
          model,
          message: answerOf(event.message),
          usageMetadata: usageMetadata(event.usage),
        },
      };
    case 'tool-start':
      return { begun: new Set([...begun, event.call.id]), body: changedArguments(event.call, event.args) };
    case 'tool-end':
      return { begun, body: resultRecord(event, begun.has(event.call.id)) };
    case 'note':
      return {
        begun,
        body: {
          type: 'user',
          provenance: 'notification',
          message: { role: 'user', parts: userParts(event.text) },
          ...(event.openOutcomes !== undefined && { openOutcomes: event.openOutcomes }),
        },
      };
    case 'compaction':
      return { begun, body: compressionRecord(event) };
    default:
      return { begun, body: undefined };
  }
}

function compressionRecord({ beforeTokens, afterTokens, history }: CompactionEvent): RecordBody {
  return {
    type: 'system',
    provenance: 'system',
    subtype: 'chat_compression',
    systemPayload: {
      info: { originalTokenCount: beforeTokens, newTokenCount: afterTokens },
      compressedHistory: history.map(storedMessage),
      openOutcomes: openOutcomes(history),
    },
  };
}

function storedMessage(message: Message): StoredMessage {
  switch (message.role) {
    case 'assistant':
      return answerOf(message);
    case 'tool':
      return { role: 'user', parts: resultParts({ id: message.callId, name: message.name }, message) };
    default:
      return { role: 'user', parts: userParts(message.text, 'media' in message ? message.media : undefined) };
  }
}

const answerOf = (message: AssistantMessage): StoredMessage & { readonly role: 'model' } => ({
  role: 'model',
  parts: assistantParts(message),
  ...(message.signed !== undefined && { signed: message.signed }),
});

function assistantParts({ text, reasoning, toolCalls }: AssistantMessage): readonly RecordPart[] {
  return [
    ...(reasoning === '' ? [] : [{ text: reasoning, thought: true } as const]),
    ...(text === '' ? [] : [{ text }]),
    ...toolCalls.map((call) => ({ functionCall: callPart(call) })),
  ];
}

function callPart({ id, name, argumentsJson }: ToolCallRequest): CallPart {
  const args = objectIn(argumentsJson);
  return args === undefined ? { id, name, args: {}, argumentsText: argumentsJson } : { id, name, args };
}

function objectIn(json: string): ToolArguments | undefined {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ToolArguments) : undefined;
  } catch {
    return undefined;
  }
}

function changedArguments({ id, argumentsJson }: ToolCallRequest, args: ToolArguments): RecordBody | undefined {
  if (JSON.stringify(args) === JSON.stringify(objectIn(argumentsJson) ?? {})) return undefined;
  return {
    type: 'system',
    provenance: 'system',
    subtype: 'approved_arguments',
    systemPayload: { callId: id, args },
  };
}

const STATUS = { ok: 'success', error: 'error', cancelled: 'cancelled' } as const;

function resultRecord({ call, result }: FinishedCall, hasBegun: boolean): RecordBody {
  const { status, text, code, recordId, openOutcomes } = result;
  return {
    type: 'tool_result',
    provenance: 'tool',
    message: { role: 'user', parts: resultParts(call, result) },
    toolCallResult: {
      callId: call.id,
      status: STATUS[status],
      resultDisplay: display(text),
      executionStatus: hasBegun ? executionStatus(result) : 'not_executed',
      ...(code !== undefined && { code }),
      ...(recordId !== undefined && { recordId }),
      ...(openOutcomes !== undefined && { openOutcomes }),
    },
  };
}

/** An error of ours that says nothing of an unknown outcome: most mean that nothing left. */
const LEFT_OPEN: ReadonlySet<QwenErrorCode> = new Set(['mcp_outcome_unknown', 'mcp_timeout', 'mcp_connection_lost']);

function executionStatus({ status, code, outcomeUnknown }: ToolResult): ExecutionStatus {
  if (outcomeUnknown === true) return 'unknown';
  if (code !== undefined) return LEFT_OPEN.has(code) ? 'unknown' : 'not_executed';
  return status === 'cancelled' ? 'unknown' : 'executed';
}
