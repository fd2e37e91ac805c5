import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it } from 'vitest';
import { evidenceIn, type Evidence } from './thrown.js';

const lost = (reach: 'unsent' | 'refused' | 'unanswered'): Evidence => ({ kind: 'lost', reach });
const answered = (code: number, message: string, data?: unknown): Evidence => ({
  kind: 'answered',
  reply: { kind: 'error', code, message, ...(data === undefined ? {} : { data }) },
});
const coded = (code: unknown, message = 'x'): Error => Object.assign(new Error(message), { code });

it.each<[string, unknown, Evidence]>([
  // Node's codes come first, however the error is worded or wrapped.
  ['a Node code', coded('ECONNREFUSED'), lost('unsent')],
  ['B12 a Node code in a cause', new TypeError('fetch failed', { cause: coded('ECONNRESET') }), lost('unanswered')],
  // What the peer answered is an answer, whatever it says.
  ['RB-04 an error of the peer', new McpError(-32602, 'nope', { a: 1 }), answered(-32602, 'nope', { a: 1 })],
  [
    'B30 one that is worded like a loss',
    new McpError(-32603, 'ECONNRESET: connection closed'),
    answered(-32603, 'ECONNRESET: connection closed'),
  ],
  ['one with the code of an HTTP status', new McpError(404, 'not found'), answered(404, 'not found')],
  [
    'one with the SDK’s code for a close, in other words',
    new McpError(-32000, 'Connection closed by the bank'),
    answered(-32000, 'Connection closed by the bank'),
  ],
  [
    'one with data',
    new McpError(-32000, 'Connection closed', { by: 'peer' }),
    answered(-32000, 'Connection closed', { by: 'peer' }),
  ],
  ['an error in the JSON-RPC range from another library', coded(-32050, 'busy'), answered(-32050, 'busy')],
  [
    'an error of the peer, wrapped',
    new Error('call failed', { cause: new McpError(-32602, 'nope') }),
    answered(-32602, 'nope'),
  ],
  // What the SDK raises by itself.
  ['the SDK’s own close', new McpError(-32000, 'Connection closed'), lost('unanswered')],
  ['RB-07 a timeout', new McpError(-32001, 'Request timed out', { timeout: 60_000 }), { kind: 'timed-out' }],
  ['RB-07 a timeout in other words', new McpError(-32001, 'Zeit abgelaufen'), { kind: 'timed-out' }],
  // An HTTP status stands for an exchange without a JSON-RPC reply.
  ['B13 a gateway’s page', new StreamableHTTPError(502, '<html>bad gateway</html>'), lost('unanswered')],
  ['a session that is gone', new StreamableHTTPError(404, 'Session not found'), lost('refused')],
  // The text comes last, and only of errors that carry no code of a peer.
  ['the SDK without a connection', new Error('Not connected'), lost('unsent')],
  ['socket hang up', new Error('socket hang up'), lost('unanswered')],
  ['other side closed', new Error('other side closed'), lost('unanswered')],
  ['terminated', new TypeError('terminated'), lost('unanswered')],
  ['fetch failed without a cause', new TypeError('fetch failed'), lost('unanswered')],
  ['RB-01 transport closed', new Error('Transport closed'), lost('unanswered')],
  ['RB-02 with more text after it', new Error('the connection was lost after the write'), lost('unanswered')],
  // Nothing can be told.
  ['a business error', new Error('the account is not connected'), { kind: 'none' }],
  ['a connection that is a thing of the tool', new Error('could not find connection 7'), { kind: 'none' }],
  ['an abort', new DOMException('aborted', 'AbortError'), { kind: 'none' }],
  ['a number that is neither', coded(7), { kind: 'none' }],
  ['a string', 'Connection closed', { kind: 'none' }],
  ['nothing', undefined, { kind: 'none' }],
])('%s', (_name, error, expected) => {
  expect(evidenceIn(error)).toEqual(expected);
});
