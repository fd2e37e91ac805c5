import { expect, it } from 'vitest';
import { createSchemaChecker, provablyFits } from './json-schema-check.js';

type Schema = Record<string, unknown>;

const file: Schema = {
  type: 'object',
  properties: { file_path: { type: 'string' }, limit: { type: 'integer' }, mode: { enum: ['a', 'b'] } },
  required: ['file_path'],
  additionalProperties: false,
};
const draft7 = 'http://json-schema.org/draft-07/schema#';
const draft2020 = 'https://json-schema.org/draft/2020-12/schema';
const pair = [{ type: 'string' }, { type: 'number' }];

it.each<[string, Schema, unknown, string[]]>([
  ['fits', file, { file_path: 'x', limit: 3 }, []],
  ['misses a property', file, {}, ["params must have required property 'file_path'"]],
  ['has a wrong type', file, { file_path: 'x', limit: 'secret' }, ['params/limit must be integer']],
  ['has one property too many', file, { file_path: 'x', extra: 1 }, ["params must not have property 'extra'"]],
  ['is not in the list', file, { file_path: 'x', mode: 'c' }, ['params/mode must be one of ["a","b"]']],
  [
    'draft-07 tuple',
    { $schema: draft7, properties: { p: { items: pair } } },
    { p: [1, 1] },
    ['params/p/0 must be string'],
  ],
  [
    'tuple of an older draft, not named',
    { properties: { p: { items: pair } } },
    { p: [1, 1] },
    ['params/p/0 must be string'],
  ],
  [
    'draft-2020 tuple',
    { $schema: draft2020, properties: { p: { prefixItems: pair } } },
    { p: ['a', 'b'] },
    ['params/p/1 must be number'],
  ],
  [
    'draft-2020 tuple, not named',
    { properties: { p: { prefixItems: pair } } },
    { p: ['a', 'b'] },
    ['params/p/1 must be number'],
  ],
  ['unknown dialect', { $schema: 'urn:odd', required: ['x'] }, {}, ["params must have required property 'x'"]],
  ['unknown format', { properties: { u: { type: 'string', format: 'moon' } } }, { u: 'x' }, []],
  ['unknown keyword', { properties: { u: { type: 'string', 'x-odd': 1 } } }, { u: 'x' }, []],
  ['empty schema', {}, { anything: 1 }, []],
  ['schema with a wrong type name', { type: 'objekt' }, {}, []],
  ['schema with a dangling reference', { properties: { x: { $ref: '#/nowhere' } } }, { x: 1 }, []],
  ['schema with a broken pattern', { properties: { x: { pattern: '(' } } }, { x: 'a' }, []],
])('%s', async (_name, schema, value, expected) => {
  expect(await createSchemaChecker().check(schema, value)).toEqual(expected);
});

it('takes two schemas with the same $id, as two epochs of one server send them', async () => {
  const checker = createSchemaChecker();
  const first = { $id: 'https://example.test/tool', required: ['a'] };
  const second = { $id: 'https://example.test/tool', required: ['b'] };
  expect(await checker.check(first, {})).toEqual(["params must have required property 'a'"]);
  expect(await checker.check(second, {})).toEqual(["params must have required property 'b'"]);
  expect(await checker.check(first, { a: 1 })).toEqual([]);
});

it('names five problems at most', async () => {
  const required = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(await createSchemaChecker().check({ required }, {})).toHaveLength(5);
});

it('follows references inside the schema', async () => {
  const schema = { $defs: { n: { type: 'number' } }, properties: { x: { $ref: '#/$defs/n' } } };
  expect(await createSchemaChecker().check(schema, { x: 'a' })).toEqual(['params/x must be number']);
});

it.each<[string, Schema, unknown, boolean]>([
  ['fits', file, { file_path: 'x' }, true],
  ['does not fit', file, {}, false],
  ['a schema that says nothing', {}, { anything: 1 }, true],
  ['a schema with a wrong type name', { type: 'objekt' }, {}, false],
  ['a dangling reference', { properties: { x: { $ref: '#/nowhere' } } }, { x: 1 }, false],
])('provablyFits: %s', async (_name, schema, value, expected) => {
  expect(await provablyFits(schema, value)).toBe(expected);
});
