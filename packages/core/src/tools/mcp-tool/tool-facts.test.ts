import { expect, it } from 'vitest';
import type { ToolHints } from '../../mcp/discovery/hints.js';
import type { ReplayClass } from '../../mcp/inventory/replay-class.js';
import { mcpToolFacts } from './tool-facts.js';

const READ: ToolHints = { readOnlyHint: true };

it.each<[string, boolean, ToolHints | undefined, ReplayClass | undefined, ReplayClass, string[]]>([
  ['a read of a trusted server', true, READ, undefined, 'read-only', []],
  ['a read of another', false, READ, undefined, 'read-only', ['you have not trusted the server']],
  [
    'a tool that says nothing',
    true,
    undefined,
    undefined,
    'unknown',
    ['the server declares nothing about it that can be used', 'the server does not declare it safe to repeat'],
  ],
  [
    'a read that the team takes for a write',
    true,
    READ,
    'non-idempotent-write',
    'non-idempotent-write',
    ['your team does not class it as safe to repeat'],
  ],
])('tells of %s', (_name, trusted, hints, team, replayClass, whys) => {
  const link = { trust: () => ({ server: trusted, workspace: true }), team: () => team };
  const { shutGates, ...facts } = mcpToolFacts(link, { name: 'look', title: 'Look', hints });
  expect(facts).toEqual({ tool: 'look', title: 'Look', hints, replayClass });
  expect(shutGates.map(({ why }) => why)).toEqual(whys);
});
