import { describe, expect, it } from 'vitest';
import { CODES, TEXTS, UNKNOWN_OUTCOME_TEXT } from '../../tools/mcp-tool/texts.js';
import type { ToolResult } from '../../tools/types.js';
import { manualRetry, resultOfText, resultOfTool } from './client-result.js';

describe('of a tool’s result', () => {
  it.each<[string, ToolResult, string]>([
    ['an answer', { status: 'ok', text: 'done' }, 'success'],
    ['unknown', { status: 'error', text: UNKNOWN_OUTCOME_TEXT, code: CODES.unknown }, 'unknown'],
    ['unknown under another code', { status: 'error', text: UNKNOWN_OUTCOME_TEXT, code: CODES.failed }, 'other'],
    ['unknown without a code', { status: 'error', text: UNKNOWN_OUTCOME_TEXT }, 'other'],
    ['unknown and more', { status: 'error', text: `${UNKNOWN_OUTCOME_TEXT} ECONNRESET`, code: CODES.unknown }, 'other'],
    ['lost', { status: 'error', text: TEXTS.connectionLost(4), code: CODES.connectionLost }, 'connection_lost'],
    ['lost after other sends', { status: 'error', text: TEXTS.connectionLost(2), code: CODES.connectionLost }, 'other'],
    ['timed out', { status: 'error', text: TEXTS.timedOutUnknown, code: CODES.timedOut }, 'timed_out'],
    ['timed out, a read', { status: 'error', text: TEXTS.timedOutReadOnly, code: CODES.timedOut }, 'timed_out_read'],
    ['cancelled', { status: 'cancelled', text: TEXTS.cancelledSent, code: CODES.cancelled }, 'cancelled'],
    ['cancelled before it left', { status: 'cancelled', text: TEXTS.cancelled, code: CODES.cancelled }, 'other'],
    ['the tool’s own error', { status: 'error', text: 'The order is closed.' }, 'tool_error'],
  ])('%s', (_name, result, expected) => {
    expect(resultOfTool(result)).toBe(expected);
  });
});

describe('of what a spawned qwen told its model', () => {
  const result = (text: string, binary: 'own' | 'other'): string =>
    resultOfText({ text, answer: 'act done, ', toolError: 'Connection closed' }, binary);

  it.each<[string, string, string]>([
    ['an answer', 'act done, 2 in all', 'success'],
    ['the tool’s own error', 'MCP tool reported: Connection closed', 'tool_error'],
    ['unknown', UNKNOWN_OUTCOME_TEXT, 'unknown'],
    ['unknown and more', `${UNKNOWN_OUTCOME_TEXT} socket hang up`, 'other'],
    ['not there', 'The tool mcp__a__b is not available.', 'unavailable'],
    ['anything else', 'fetch failed', 'other'],
  ])('ours, %s', (_name, text, expected) => {
    expect(result(text, 'own')).toBe(expected);
  });

  it.each<[string, string]>([
    ['The call may have been completed; verify before retrying.', 'unknown'],
    ['Request timed out', 'timed_out'],
    ['Tool not found', 'unavailable'],
    ['MCP error -32000: fetch failed', 'connection_lost'],
    ['Nothing known', 'other'],
  ])('another binary’s: %s', (text, expected) => {
    expect(result(text, 'other')).toBe(expected);
  });
});

describe('of an identical call', () => {
  const REFUSED = TEXTS.frozen('mo_0123456789abcdef');

  it.each<[string, string, number, string]>([
    ['refused for that', REFUSED, 1, 'blocked'],
    ['refused, and sent all the same', REFUSED, 2, 'sent'],
    ['answered', 'act done, 2 in all', 2, 'sent'],
    ['refused for another reason', 'MCP server "c" is unavailable', 1, 'failed'],
    ['refused with more than that', `${REFUSED} ECONNRESET`, 1, 'failed'],
  ])('%s', (_name, text, now, expected) => {
    expect(manualRetry(text, { before: 1, now })).toBe(expected);
  });
});
