import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCompiler } from './compile-schema.js';
import { surelyFits } from './surely-fits.js';

const path = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  description: 'What to read.',
  properties: {
    path: { type: 'string', format: 'path', title: 'Path' },
    limit: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null },
    modes: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 2 },
  },
  required: ['path'],
  additionalProperties: false,
};

it.each<[string, unknown, unknown, boolean]>([
  ['all of it', path, { path: 'x', limit: 3, modes: ['a', 'b'] }, true],
  ['the other branch', path, { path: 'x', limit: null }, true],
  ['a missing property', path, { limit: 3 }, false],
  ['a property too many', path, { path: 'x', more: 1 }, false],
  ['a wrong type', path, { path: 1 }, false],
  ['no branch', path, { path: 'x', limit: 0 }, false],
  ['an item not in the list', path, { path: 'x', modes: ['c'] }, false],
  ['too many items', path, { path: 'x', modes: ['a', 'a', 'a'] }, false],
  ['a fraction for an integer', { type: 'integer' }, 1.5, false],
  ['one of two types', { type: ['string', 'null'] }, null, true],
  ['rest by a schema', { additionalProperties: { type: 'number' } }, { a: 1, b: 'x' }, false],
  ['nothing said', {}, { anything: 1 }, true],
  ['always', true, 1, true],
  ['never', false, 1, false],
  ['a keyword it does not know', { type: 'string', pattern: 'x' }, 'x', false],
  ['a reference', { $ref: '#/$defs/a', $defs: { a: {} } }, 1, false],
  ['a tuple of an older draft', { items: [{ type: 'string' }] }, ['x'], false],
  ['a type that is none', { type: 'objekt' }, {}, false],
  ['what an object inherits', { properties: { toString: { type: 'string' } } }, {}, false],
  ['a required name that is inherited', { required: ['toString'] }, {}, false],
])('%s', (_name, schema, value, expected) => {
  expect(surelyFits(schema, value)).toBe(expected);
});

const names = fc.constantFrom('a', 'b', 'c');
const leaf = fc.constantFrom<unknown>('x', 'y', '', 0, 1, 2.5, -3, true, false, null);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}));
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const number = fc.integer({ min: -2, max: 3 });
const only = (keyword: string, rule: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  rule.map((chosen) => ({ [keyword]: chosen }));
const types = fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 });
const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.boolean(),
    fc
      .array(
        fc.oneof(
          only('type', fc.oneof(fc.constantFrom(...TYPES), types)),
          only('title', fc.constant('T')),
          only('minimum', number),
          only('maximum', number),
          only('minItems', fc.nat(2)),
          only('maxItems', fc.nat(3)),
          only('enum', fc.uniqueArray(leaf, { minLength: 1, maxLength: 4 })),
          only('const', leaf),
          only('required', fc.uniqueArray(names)),
          only('properties', fc.dictionary(names, tie('schema'), { maxKeys: 3 })),
          only('additionalProperties', tie('schema')),
          only('items', tie('schema')),
          only('anyOf', fc.array(tie('schema'), { minLength: 1, maxLength: 3 })),
          only('pattern', fc.constant('x')),
        ),
        { maxLength: 3 },
      )
      .map((parts): unknown => Object.assign({}, ...parts)),
  ),
}));

it('never takes what the full validator refuses, and knows all it knows', () => {
  const compile = createCompiler();
  const seen = { sure: 0, refused: 0 };
  const check = (shape: object, candidate: unknown): void => {
    const validate = compile(shape);
    const fits = validate !== 'unusable' && validate(candidate);
    const sure = surelyFits(shape, candidate);
    seen[sure ? 'sure' : 'refused'] += 1;
    const knowsAll = !JSON.stringify(shape).includes('pattern');
    expect({ shape, candidate, fits: sure || knowsAll ? sure : fits }).toEqual({ shape, candidate, fits });
  };
  const isShape = (shape: unknown): shape is object => typeof shape === 'object';
  fc.assert(fc.property(schema.filter(isShape), value, check), { numRuns: 1500 });
  expect(Math.min(seen.sure, seen.refused)).toBeGreaterThan(200);
});
