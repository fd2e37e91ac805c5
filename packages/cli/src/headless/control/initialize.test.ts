import { expect, it } from 'vitest';
import { readInitialize, type Introduction } from './initialize.js';

const plain: Introduction = { answerWithinMs: 60_000, servers: undefined, effort: undefined, agents: [] };

it.each<[Record<string, unknown>, Introduction]>([
  [{ subtype: 'initialize', hooks: null }, plain],
  [
    {
      timeout: { canUseTool: 5_000 },
      effort: 'high',
      agents: [{ name: 'plover' }],
      mcpServers: { ext: { command: 'srv', trust: true } },
      sdkMcpServers: { calc: { type: 'sdk', name: 'calc' } },
    },
    {
      answerWithinMs: 5_000,
      effort: 'high',
      agents: [{ name: 'plover' }],
      servers: { ext: { command: 'srv', trust: true }, calc: { type: 'sdk', name: 'calc' } },
    },
  ],
  [
    { sdkMcpServers: { calc: { type: 'x', command: 'a', url: 'b', httpUrl: 'c', timeout: 9 }, odd: 7 } },
    { ...plain, servers: { calc: { type: 'sdk', timeout: 9 }, odd: { type: 'sdk' } } },
  ],
  [{ timeout: { canUseTool: '5' }, mcpServers: [], sdkMcpServers: 'x', effort: 3, agents: {} }, plain],
  [{ timeout: { canUseTool: 0 }, effort: '' }, plain],
])('%j', (request, expected) => {
  expect(readInitialize(request)).toEqual(expected);
});
