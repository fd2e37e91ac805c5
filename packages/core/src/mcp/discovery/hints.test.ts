import { expect, it } from 'vitest';
import { parseHints, type ToolHints } from './hints.js';

it.each<[string, unknown, ToolHints | undefined]>([
  ['one hint', { idempotentHint: true }, { idempotentHint: true }],
  ['false is a value', { readOnlyHint: false }, { readOnlyHint: false }],
  [
    'all four',
    { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  ],
  ['keys that are no hints are left out', { title: 'Search', readOnlyHint: true, cost: 3 }, { readOnlyHint: true }],
  ['a title alone says nothing', { title: 'Search' }, undefined],
  ['an empty block', {}, undefined],
  ['a string discards the block', { readOnlyHint: true, idempotentHint: 'true' }, undefined],
  ['a number discards the block', { readOnlyHint: 1 }, undefined],
  ['null discards the block', { readOnlyHint: true, destructiveHint: null }, undefined],
  ['an explicit undefined discards the block', { readOnlyHint: true, openWorldHint: undefined }, undefined],
  ['an inherited hint does not count', Object.create({ idempotentHint: true }), undefined],
  ['no block', undefined, undefined],
  ['null', null, undefined],
  ['an array', [{ readOnlyHint: true }], undefined],
  ['a string', 'readOnlyHint', undefined],
  ['true', true, undefined],
])('%s', (_name, annotations, expected) => {
  expect(parseHints(annotations)).toEqual(expected);
});
