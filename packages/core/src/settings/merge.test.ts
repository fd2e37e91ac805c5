import { expect, it } from 'vitest';
import { mergeLayers } from './merge.js';
import type { JsonObject } from './read-json.js';

it.each<[string, JsonObject, JsonObject, JsonObject]>([
  ['plain values: the higher one', { a: 1, b: 1 }, { a: 2 }, { a: 2, b: 1 }],
  [
    'objects: key by key',
    { ui: { a: 1, c: { x: 1 } } },
    { ui: { b: 2, c: { y: 2 } } },
    { ui: { a: 1, b: 2, c: { x: 1, y: 2 } } },
  ],
  ['lists: replaced', { a: [1, 2] }, { a: [3] }, { a: [3] }],
  [
    'permissions: union',
    { permissions: { deny: ['a', 'b'] } },
    { permissions: { deny: ['b', 'c'] } },
    { permissions: { deny: ['a', 'b', 'c'] } },
  ],
  [
    'permission hints: union',
    { permissions: { autoMode: { hints: { allow: ['a'] } } } },
    { permissions: { autoMode: { hints: { allow: ['b'] } } } },
    { permissions: { autoMode: { hints: { allow: ['a', 'b'] } } } },
  ],
  [
    'tools.disabled: union',
    { tools: { disabled: ['a'] } },
    { tools: { disabled: ['a', 'b'] } },
    { tools: { disabled: ['a', 'b'] } },
  ],
  ['tools.core: replaced', { tools: { core: ['a'] } }, { tools: { core: ['b'] } }, { tools: { core: ['b'] } }],
  [
    'advanced.excludedEnvVars: union',
    { advanced: { excludedEnvVars: ['A'] } },
    { advanced: { excludedEnvVars: ['B'] } },
    { advanced: { excludedEnvVars: ['A', 'B'] } },
  ],
  [
    'mcp.allowed: concat',
    { mcp: { allowed: ['a'] } },
    { mcp: { allowed: ['a', 'b'] } },
    { mcp: { allowed: ['a', 'a', 'b'] } },
  ],
  [
    'mcp.excluded: concat',
    { mcp: { excluded: ['a'] } },
    { mcp: { excluded: ['b'] } },
    { mcp: { excluded: ['a', 'b'] } },
  ],
  ['hooks: concat', { hooks: { Stop: [1] } }, { hooks: { Stop: [2] } }, { hooks: { Stop: [1, 2] } }],
  ['env: shallow', { env: { A: '1', B: '1' } }, { env: { B: '2' } }, { env: { A: '1', B: '2' } }],
  [
    'mcpServers: the whole entry',
    { mcpServers: { a: { command: 'x', trust: true } } },
    { mcpServers: { a: { url: 'u' } } },
    { mcpServers: { a: { url: 'u' } } },
  ],
  [
    'modelProviders: replaced whole',
    { modelProviders: { openai: [1], gemini: [2] } },
    { modelProviders: { openai: [3] } },
    { modelProviders: { openai: [3] } },
  ],
  ['an object over a plain value', { a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
  ['a key of the prototype', {}, { constructor: { a: 1 } }, { constructor: { a: 1 } }],
])('%s', (_name, below, above, merged) => {
  expect(mergeLayers([below, above])).toEqual(merged);
});

it('changes no layer', () => {
  const layers = [{ permissions: { deny: ['a'] } }, { permissions: { deny: ['b'] } }];
  const before = structuredClone(layers);
  mergeLayers(layers);
  expect(layers).toEqual(before);
});
