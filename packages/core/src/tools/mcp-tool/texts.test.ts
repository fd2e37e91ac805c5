import { describe, expect, it } from 'vitest';
import { QwenError } from '../../shared/qwen-error.js';
import type { ToolResult } from '../types.js';
import type { CallOutcome } from './call-with-replay.js';
import { outcomeToResult } from './outcome-result.js';
import { UNKNOWN_OUTCOME_TEXT } from './texts.js';

it('RB-27 pins the text of an unknown outcome', () => {
  expect(UNKNOWN_OUTCOME_TEXT).toBe(
    'The outcome of this call is unknown: the connection to its MCP server was lost before the answer came. ' +
      'The operation may have completed. It was not sent again and must not be retried automatically. ' +
      'Verify the outcome first, with a read-only tool of the same server if it has one. ' +
      '`qwen mcp outcomes` lists every call whose outcome is unknown.',
  );
});

describe('pins the result of every end that is not an answer', () => {
  it.each<[string, Exclude<CallOutcome, { kind: 'answered' }>, ToolResult]>([
    [
      'unknown, a gate was shut',
      { kind: 'unknown', why: 'gate-shut', gates: ['server-trust'] },
      { status: 'error', code: 'mcp_outcome_unknown', text: UNKNOWN_OUTCOME_TEXT },
    ],
    [
      'unknown, the tool is gone',
      { kind: 'unknown', why: 'tool-gone', gates: [] },
      { status: 'error', code: 'mcp_outcome_unknown', text: UNKNOWN_OUTCOME_TEXT },
    ],
    [
      'unknown, its schema changed',
      { kind: 'unknown', why: 'schema-changed', gates: [] },
      { status: 'error', code: 'mcp_outcome_unknown', text: UNKNOWN_OUTCOME_TEXT },
    ],
    [
      'connection lost, every replay used',
      { kind: 'connection-lost', sends: 4 },
      {
        status: 'error',
        code: 'mcp_connection_lost',
        text:
          'The connection to the MCP server was lost before an answer came. The call was sent 4 times and may have ' +
          'completed; it is declared safe to repeat, so try again once the server is back.',
      },
    ],
    [
      'connection lost, sent once',
      { kind: 'connection-lost', sends: 1 },
      {
        status: 'error',
        code: 'mcp_connection_lost',
        text:
          'The connection to the MCP server was lost before an answer came. The call was sent once and may have ' +
          'completed; it is declared safe to repeat, so try again once the server is back.',
      },
    ],
    [
      'connection lost before a byte left',
      { kind: 'connection-lost', sends: 0 },
      {
        status: 'error',
        code: 'mcp_connection_lost',
        text:
          'The connection to the MCP server was lost before the call could be sent. ' +
          'It is declared safe to repeat; try again once the server is back.',
      },
    ],
    [
      'timed out',
      { kind: 'timed-out', sent: true, readOnly: false },
      {
        status: 'error',
        code: 'mcp_timeout',
        text:
          'The outcome of this call is unknown: its MCP server did not answer within the time limit. ' +
          'The operation may have completed. It was not sent again and must not be retried automatically. ' +
          'Verify the outcome first, with a read-only tool of the same server if it has one. ' +
          '`qwen mcp outcomes` lists every call whose outcome is unknown.',
        outcomeUnknown: true,
      },
    ],
    [
      'timed out, read-only',
      { kind: 'timed-out', sent: true, readOnly: true },
      {
        status: 'error',
        code: 'mcp_timeout',
        text:
          'The MCP server did not answer within the time limit, and the call was stopped. ' +
          'The tool is declared read-only, so calling it again is safe.',
      },
    ],
    [
      'timed out before a byte left',
      { kind: 'timed-out', sent: false, readOnly: false },
      { status: 'error', code: 'mcp_timeout', text: 'The call was not sent to its MCP server within the time limit.' },
    ],
    [
      'cancelled',
      { kind: 'cancelled', sent: true },
      {
        status: 'cancelled',
        code: 'cancelled',
        text:
          'The call was cancelled after it had been sent to its MCP server, so its outcome is unknown. ' +
          'Verify the outcome first, with a read-only tool of the same server if it has one. ' +
          '`qwen mcp outcomes` lists every call whose outcome is unknown.',
        outcomeUnknown: true,
      },
    ],
    [
      'cancelled, read-only',
      { kind: 'cancelled', sent: true, readOnly: true },
      {
        status: 'cancelled',
        code: 'cancelled',
        text: 'The call was cancelled. The tool is declared read-only, so calling it again is safe.',
      },
    ],
    [
      'cancelled before a byte left',
      { kind: 'cancelled', sent: false },
      { status: 'cancelled', code: 'cancelled', text: 'The call was cancelled.' },
    ],
    [
      'a local fault after sending',
      { kind: 'failed', sent: true },
      {
        status: 'error',
        code: 'mcp_call_failed',
        text:
          'The outcome of this call is unknown: it failed before its answer could be read. ' +
          'The operation may have completed. It was not sent again and must not be retried automatically. ' +
          'Verify the outcome first, with a read-only tool of the same server if it has one. ' +
          '`qwen mcp outcomes` lists every call whose outcome is unknown.',
        outcomeUnknown: true,
      },
    ],
    [
      'a local fault after sending, read-only',
      { kind: 'failed', sent: true, readOnly: true },
      {
        status: 'error',
        code: 'mcp_call_failed',
        text:
          'The call failed before its answer could be read. ' +
          'The tool is declared read-only, so calling it again is safe.',
      },
    ],
    [
      'frozen',
      { kind: 'frozen', recordId: 'mo_0123456789abcdef' },
      {
        status: 'error',
        code: 'mcp_call_frozen',
        recordId: 'mo_0123456789abcdef',
        text:
          'The call was not sent: an identical earlier call may have completed, and its outcome is still unknown ' +
          '(record mo_0123456789abcdef). Do not work around this. Verify that outcome first, with a read-only tool of the same server if it has ' +
          'one, and report it. A person can see the record with `qwen mcp outcomes show mo_0123456789abcdef` and lift ' +
          'this with `qwen mcp outcomes reconcile mo_0123456789abcdef --as committed|not_committed --note TEXT`.',
      },
    ],
    [
      'a local fault before sending',
      { kind: 'failed', sent: false },
      {
        status: 'error',
        code: 'mcp_call_failed',
        text: 'The call could not be sent to its MCP server. Run again with --debug for the cause.',
      },
    ],
    [
      'B38 the server is unavailable',
      { kind: 'not-sent', why: 'server-gone' },
      {
        status: 'error',
        code: 'mcp_call_failed',
        text: 'MCP server "bank" is unavailable, so the call was not sent. Run `qwen mcp list` to see its state.',
      },
    ],
    [
      'the tool is gone before the first delivery',
      { kind: 'not-sent', why: 'tool-gone' },
      {
        status: 'error',
        code: 'mcp_call_failed',
        text: 'MCP server "bank" no longer offers the tool "pay", so the call was not sent.',
      },
    ],
    [
      'the journal refused',
      { kind: 'not-sent', why: new QwenError('io', 'The journal is not writable.', new Error('EACCES')) },
      { status: 'error', code: 'io', text: 'The journal is not writable.' },
    ],
  ])('%s', (_name, outcome, expected) => {
    expect(outcomeToResult(outcome, 'bank', 'pay')).toEqual(expected);
  });
});
