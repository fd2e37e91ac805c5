/** The control messages that qwen writes (docs/guide/sdk.md). Pure builders; pinned by a test with the literal written out. */
import type { Tool, ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import type { WireRecord } from '../records.js';

export const requestRecord = (id: string, request: WireRecord): WireRecord => ({
  type: 'control_request',
  request_id: id,
  request,
});

export const successRecord = (id: string, response: WireRecord): WireRecord => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response },
});

export const failureRecord = (id: string, shown: string): WireRecord => ({
  type: 'control_response',
  response: { subtype: 'error', request_id: id, error: shown },
});

export const cancelRecord = (id: string): WireRecord => ({ type: 'control_cancel_request', request_id: id });

/** About a line on stdin that could not be used. */
export const faultRecord = (facts: { uuid: string; sessionId: string; shown: string }): WireRecord => ({
  type: 'system',
  subtype: 'error',
  uuid: facts.uuid,
  session_id: facts.sessionId,
  error: { message: facts.shown },
});

export const initializedResponse = (sessionId: string): WireRecord => ({
  subtype: 'initialize',
  session_id: sessionId,
  capabilities: {
    can_handle_can_use_tool: true,
    can_handle_hook_callback: false,
    can_set_permission_mode: true,
    can_set_model: true,
    can_set_effort: true,
    can_get_context_usage: true,
    can_get_available_models: true,
    can_get_usage_info: true,
    can_handle_mcp_message: true,
  },
});

export const mcpMessageRequest = (server: string, message: unknown): WireRecord => ({
  subtype: 'mcp_message',
  server_name: server,
  message,
});

export interface Question {
  readonly toolName: string;
  readonly toolUseId: string;
  readonly input: ToolArguments;
  readonly suggestions: readonly WireRecord[];
}

export const canUseToolRequest = ({ toolName, toolUseId, input, suggestions }: Question): WireRecord => ({
  subtype: 'can_use_tool',
  tool_name: toolName,
  tool_use_id: toolUseId,
  input,
  permission_suggestions: suggestions,
  blocked_path: null,
});

/** What the host may offer a person; a changed input is worth offering where people write such things themselves. */
export function suggestionsFor({ kind, displayName, name }: Tool): WireRecord[] {
  const modify = { type: 'modify', label: 'Change the input', description: `Run ${name} with another input.` };
  return [
    { type: 'allow', label: 'Allow', description: displayName },
    { type: 'deny', label: 'Refuse', description: 'It is not run, and the model is told why.' },
    ...(kind === 'edit' || kind === 'execute' ? [modify] : []),
  ];
}
