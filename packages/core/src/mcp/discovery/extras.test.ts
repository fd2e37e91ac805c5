import { expect, it } from 'vitest';
import { boundedInstructions, snapshotPrompts, snapshotResources } from './extras.js';

it('keeps the prompts that can be used, the first of each name', () => {
  const entries = [
    {
      name: 'review',
      description: 'Reviews',
      arguments: [{ name: 'file', required: true }, { name: 'depth' }, 'x', {}],
    },
    { name: 'plain', title: 'not kept', description: 7 },
    { name: 'review', description: 'second' },
    { name: '' },
    'text',
    null,
  ];
  expect(snapshotPrompts(entries)).toEqual([
    { name: 'review', description: 'Reviews', arguments: [{ name: 'file', required: true }, { name: 'depth' }] },
    { name: 'plain' },
  ]);
});

it('keeps the resources that can be used, the first of each URI, named by the URI when they have no name', () => {
  const entries = [
    { uri: 'doc://1', name: 'One', title: 'First', description: 'd', mimeType: 'text/plain', size: 3 },
    { uri: 'doc://2' },
    { uri: 'doc://1', name: 'again' },
    { name: 'no uri' },
    [],
  ];
  expect(snapshotResources(entries)).toEqual([
    { uri: 'doc://1', name: 'One', title: 'First', description: 'd', mimeType: 'text/plain' },
    { uri: 'doc://2', name: 'doc://2' },
  ]);
});

it.each<[string, unknown, string | undefined]>([
  ['nothing', undefined, undefined],
  ['blank', ' \n', undefined],
  ['another type', { text: 'x' }, undefined],
  ['a text', ' Use the tools. ', 'Use the tools.'],
  ['as long as may be', 'x'.repeat(4_000), 'x'.repeat(4_000)],
  ['longer', 'x'.repeat(4_001), `${'x'.repeat(3_999)}…`],
])('instructions: %s', (_name, text, expected) => {
  expect(boundedInstructions(text)).toBe(expected);
});
