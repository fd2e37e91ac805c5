import { expect, it } from 'vitest';
import type { ServerCondition, ServerFact } from '../state/view-state.js';
import { serverStatus, type ServerStatus } from './server-status.js';

const servers = (...conditions: ServerCondition[]): ServerFact[] =>
  conditions.map((condition, at) => ({ name: `s${at}`, condition }));
const warning = (short: string, long: string): ServerStatus => ({ tone: 'warning', short, long });
const muted = (text: string): ServerStatus => ({ tone: 'muted', short: text, long: text });

it.each<[string, ServerCondition[], ServerStatus[]]>([
  ['nothing where there is none', [], []],
  ['nothing of those that are not meant to run', ['off'], []],
  ['how many there are', ['connected', 'connected', 'off'], [muted('2 MCP servers')]],
  [
    'how far the start is',
    ['connected', 'starting', 'offline'],
    [{ tone: 'info', short: 'MCP starting 2/3', long: 'MCP starting 2/3: s1' }],
  ],
  ['who is offline', ['connected', 'offline'], [warning('1 MCP offline', '1 MCP offline: s1 (/mcp)')]],
  ['who of several is', ['offline', 'offline'], [warning('2 MCPs offline', '2 MCPs offline: s0, s1 (/mcp)')]],
  [
    'who waits, beside the others',
    ['asking', 'connected'],
    [warning('1 MCP to approve', '1 MCP to approve: s0 (/mcp)'), muted('1 MCP server')],
  ],
])('tells %s', (_name, conditions, expected) => {
  expect(serverStatus(servers(...conditions))).toEqual(expected);
});

it('lets no name speak for the terminal', () => {
  const [status] = serverStatus([{ name: 'a\u001b[31mb\n', condition: 'offline' }]);
  expect(status?.long).toBe('1 MCP offline: ab  (/mcp)');
});
