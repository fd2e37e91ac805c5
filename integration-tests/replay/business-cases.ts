/** Answers that look like lost connections and are none: an answered call has a definite outcome and is never repeated. */
import type { Action, Fault } from '@qwen-code/qwen-code-core/canary/faults.js';
import { ALL, first, SAFE, type ReplayCase } from './case.js';

const ANSWERS: readonly (readonly [title: string, then: Action, text: string, shows?: readonly string[]])[] = [
  ['isError: plain', { kind: 'is-error', text: 'card declined' }, 'card declined', ['B30']],
  ['isError: ECONNRESET', { kind: 'is-error', text: 'read ECONNRESET' }, 'read ECONNRESET', ['B30']],
  ['isError: 401', { kind: 'is-error', text: '401 Unauthorized: token expired' }, '401 Unauthorized', ['B51']],
  [
    'isError: Connection closed',
    { kind: 'is-error', text: 'MCP error -32000: Connection closed' },
    'Connection closed',
  ],
  ['-32000', { kind: 'error', code: -32000, message: 'Connection closed' }, 'Connection closed'],
  ['-32001', { kind: 'error', code: -32001, message: 'Request timed out' }, 'Request timed out'],
  ['-32602', { kind: 'error', code: -32602, message: 'Invalid params: key' }, 'Invalid params', ['B30']],
  ['-32603', { kind: 'error', code: -32603, message: 'Internal error: socket hang up' }, 'socket hang up', ['B30']],
  ['404', { kind: 'error', code: 404, message: 'Not connected' }, 'Not connected'],
  [
    'ECONNREFUSED of its own database',
    { kind: 'error', code: -32603, message: 'connect ECONNREFUSED 10.0.0.7:5432' },
    'ECONNREFUSED',
  ],
];

const OPTIONAL_METHODS = ['prompts/list', 'resources/list', 'resources/templates/list', 'logging/setLevel', 'ping'];

const NOT_FOUND: Action = {
  kind: 'page',
  status: 400,
  type: 'application/json',
  body: '{"jsonrpc":"2.0","id":{{id}},"error":{"code":-32601,"message":"Method not found"}}',
};

export const businessCases: readonly ReplayCase[] = [
  ...ANSWERS.map(([title, then, text, shows = []]): ReplayCase => ({
    shows,
    title: `answered with ${title}: its own error, sent once`,
    on: ALL,
    annotations: SAFE,
    faults: first(then),
    told: { error: text },
    calls: 1,
    starts: 1,
  })),
  {
    shows: ['B63'],
    title: 'a tools-only server that answers 400 with -32601 to everything else',
    on: ['http'],
    annotations: SAFE,
    faults: [
      ...OPTIONAL_METHODS.map((on): Fault => ({ on, then: NOT_FOUND })),
      ...first({ kind: 'is-error', text: 'out of stock' }),
    ],
    told: { error: 'out of stock' },
    calls: 1,
  },
  {
    shows: ['B64'],
    title: 'junk on standard output: banner, colours, blank lines, a JSON value',
    on: ['stdio'],
    faults: first({ kind: 'reply' }, { junk: ['\u001b[31mred\u001b[0m', '', '42', '"text"', '{"not":"rpc"}', '[]'] }),
    plan: { banner: ['Server listening on stdio', ''] },
    told: 'success',
    calls: 1,
    starts: 1,
  },
];
