import { expect, it } from 'vitest';
import { explainMissingTool } from './select-run-servers.js';

const statuses = [
  { name: 'a', status: 'connected' },
  { name: 'a__b', status: 'disconnected' },
] as const;

it.each([
  ['mcp__a__gone', undefined],
  [
    'mcp__a__b__send',
    'The tool mcp__a__b__send is not there: MCP server "a__b" is not available now, so nothing was run.',
  ],
  ['mcp__c__send', undefined],
  ['send', undefined],
])('%s', (name, expected) => {
  expect(explainMissingTool(name, statuses)).toBe(expected);
});
