import { expect, it } from 'vitest';
import type { DiscoveredTool } from '../types.js';
import { diffTools, isSameList } from './diff.js';

const tool = (name: string, change: Partial<DiscoveredTool> = {}): DiscoveredTool => ({
  name,
  title: undefined,
  description: '',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  hints: { idempotentHint: true },
  ...change,
});

it.each<[string, DiscoveredTool[], DiscoveredTool[], ReturnType<typeof diffTools>]>([
  ['nothing', [], [], { added: [], removed: [], changed: [] }],
  ['another order', [tool('a'), tool('b')], [tool('b'), tool('a')], { added: [], removed: [], changed: [] }],
  ['added', [tool('a')], [tool('a'), tool('b')], { added: ['b'], removed: [], changed: [] }],
  ['removed', [tool('a'), tool('b')], [tool('b')], { added: [], removed: ['a'], changed: [] }],
  ['hints', [tool('a')], [tool('a', { hints: undefined })], { added: [], removed: [], changed: ['a'] }],
  ['schema', [tool('a')], [tool('a', { inputSchema: {} })], { added: [], removed: [], changed: ['a'] }],
  ['description', [tool('a')], [tool('a', { description: 'b' })], { added: [], removed: [], changed: ['a'] }],
])('%s', (_name, before, after, expected) => {
  const diff = diffTools(before, after);
  expect(diff).toEqual(expected);
  expect(isSameList(diff)).toBe(Object.values(expected).flat().length === 0);
});
