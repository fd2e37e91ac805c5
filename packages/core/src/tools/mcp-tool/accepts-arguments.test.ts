import { expect, it } from 'vitest';
import type { JsonSchema, ToolArguments } from '../types.js';
import { acceptsArguments } from './accepts-arguments.js';

const before: JsonSchema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const args: ToolArguments = { path: 'a' };

it.each<[string, JsonSchema, boolean]>([
  ['the same schema', structuredClone(before), true],
  ['keys in another order', { required: ['path'], properties: { path: { type: 'string' } }, type: 'object' }, true],
  [
    'an optional property more',
    { ...before, properties: { path: { type: 'string' }, depth: { type: 'number' } } },
    true,
  ],
  ['a required property more', { ...before, required: ['path', 'depth'] }, false],
  ['another type', { ...before, properties: { path: { type: 'number' } } }, false],
  ['the property is gone and no other is allowed', { type: 'object', additionalProperties: false }, false],
  ['the list of values is shorter', { ...before, properties: { path: { enum: ['b'] } } }, false],
  ['a changed schema that can not be compiled', { ...before, properties: { path: { type: 'pfad' } } }, false],
  ['a changed schema that points elsewhere', { $ref: 'https://example.com/schema' }, false],
])('%s: %s', async (_name, now, expected) => {
  expect(await acceptsArguments({ before, now }, args)).toBe(expected);
});

it('an unchanged schema that no validator takes is not asked', async () => {
  const odd: JsonSchema = { type: 'objekt' };
  expect(await acceptsArguments({ before: odd, now: structuredClone(odd) }, args)).toBe(true);
});
