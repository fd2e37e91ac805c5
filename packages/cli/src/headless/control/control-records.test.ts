/** Pins: each control message is written out, because other programs read it. A change here is a change for them. */
import { expect, it } from 'vitest';
import { plainMcpTool, plainTool } from '@qwen-code/qwen-code-core/testing/plain-tool.js';
import * as records from './control-records.js';

it('a request and its withdrawal', () => {
  expect(records.requestRecord('P', { subtype: 'x' })).toEqual({
    type: 'control_request',
    request_id: 'P',
    request: { subtype: 'x' },
  });
  expect(records.cancelRecord('P')).toEqual({ type: 'control_cancel_request', request_id: 'P' });
});

it('answers', () => {
  expect(records.successRecord('Q', { model: 'm' })).toEqual({
    type: 'control_response',
    response: { subtype: 'success', request_id: 'Q', response: { model: 'm' } },
  });
  expect(records.failureRecord('Q', 'No.')).toEqual({
    type: 'control_response',
    response: { subtype: 'error', request_id: 'Q', error: 'No.' },
  });
});

it('the answer to initialize', () => {
  expect(records.initializedResponse('S')).toEqual({
    subtype: 'initialize',
    session_id: 'S',
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
});

it('a line that could not be used', () => {
  expect(records.faultRecord({ uuid: 'U', sessionId: 'S', shown: 'It is not JSON.' })).toEqual({
    type: 'system',
    subtype: 'error',
    uuid: 'U',
    session_id: 'S',
    error: { message: 'It is not JSON.' },
  });
});

it('mcp_message', () => {
  const message = { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'sum' } };
  expect(records.mcpMessageRequest('calc', message)).toEqual({ subtype: 'mcp_message', server_name: 'calc', message });
});

const allow = (description: string) => ({ type: 'allow', label: 'Allow', description });
const REFUSE = { type: 'deny', label: 'Refuse', description: 'It is not run, and the model is told why.' };

it('can_use_tool', () => {
  const tool = plainTool({ name: 'write_file', displayName: 'WriteFile', kind: 'edit' });
  const question = {
    toolName: 'write_file',
    toolUseId: 'call_1',
    input: { content: 'x' },
    suggestions: records.suggestionsFor(tool),
  };
  expect(records.canUseToolRequest(question)).toEqual({
    subtype: 'can_use_tool',
    tool_name: 'write_file',
    tool_use_id: 'call_1',
    input: { content: 'x' },
    permission_suggestions: [
      allow('WriteFile'),
      REFUSE,
      { type: 'modify', label: 'Change the input', description: 'Run write_file with another input.' },
    ],
    blocked_path: null,
  });
});

it('a call of a server is allowed or refused as it is', () => {
  expect(
    records.suggestionsFor(plainMcpTool('srv', 'mcp__srv__write', { displayName: 'write (srv MCP Server)' })),
  ).toEqual([allow('write (srv MCP Server)'), REFUSE]);
});
