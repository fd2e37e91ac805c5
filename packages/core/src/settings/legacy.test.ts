import { expect, it } from 'vitest';
import { withPresentSpelling } from './legacy.js';
import type { Settings } from './schema.js';

it.each<[string, Settings, Settings]>([
  ['tools.allowed', { tools: { allowed: ['a'] } }, { tools: {}, permissions: { allow: ['a'] } }],
  [
    'tools.exclude beside rules',
    { tools: { exclude: ['a', 'b'] }, permissions: { deny: ['b'], allow: ['c'] } },
    { tools: {}, permissions: { deny: ['b', 'a'], allow: ['c'] } },
  ],
  ['tools.core stays a restriction', { tools: { core: ['a'] } }, { tools: { core: ['a'] } }],
  ['auto_edit', { tools: { approvalMode: 'auto_edit' } }, { tools: { approvalMode: 'auto-edit' } }],
  ['autoedit', { tools: { approvalMode: 'autoedit' } }, { tools: { approvalMode: 'auto-edit' } }],
  ['a present mode', { tools: { approvalMode: 'plan' } }, { tools: { approvalMode: 'plan' } }],
  ['nothing', { model: { name: 'm' } }, { model: { name: 'm' } }],
])('%s', (_name, settings, expected) => {
  expect(withPresentSpelling(settings)).toEqual(expected);
});
