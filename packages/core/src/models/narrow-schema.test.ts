import { expect, it } from 'vitest';
import { geminiSchema, openApiSchema } from './narrow-schema.js';

type Schema = Record<string, unknown>;

it.each<[what: string, schema: Schema, gemini: Schema, openApi: Schema]>([
  [
    'what both know',
    { type: 'object', properties: { a: { type: 'string', description: 'd' } }, required: ['a'] },
    { type: 'object', properties: { a: { type: 'string', description: 'd' } }, required: ['a'] },
    { type: 'object', properties: { a: { type: 'string', description: 'd' } }, required: ['a'] },
  ],
  [
    'keywords that are not known',
    { $schema: 'x', type: 'string', pattern: 'a+', contentEncoding: 'base64', default: 'b' },
    { type: 'string' },
    { type: 'string', pattern: 'a+' },
  ],
  [
    'properties that are named like keywords',
    { properties: { pattern: { type: 'string' }, const: { type: 'number' } } },
    { properties: { pattern: { type: 'string' }, const: { type: 'number' } } },
    { properties: { pattern: { type: 'string' }, const: { type: 'number' } } },
  ],
  ['one value', { const: 5 }, { enum: [5] }, { enum: [5] }],
  [
    'alternatives',
    { oneOf: [{ const: 'a' }, { type: 'number', exclusiveMinimum: 0 }] },
    { anyOf: [{ enum: ['a'] }, { type: 'number', minimum: 0 }] },
    { anyOf: [{ enum: ['a'] }, { type: 'number', minimum: 0 }] },
  ],
  [
    'several demands at once',
    {
      allOf: [
        { properties: { a: {} }, required: ['a'] },
        { properties: { b: {} }, required: ['a', 'b'] },
      ],
    },
    { properties: { a: {}, b: {} }, required: ['a', 'b'] },
    { properties: { a: {}, b: {} }, required: ['a', 'b'] },
  ],
  ['a type or null', { type: ['string', 'null'] }, { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [
    'several types',
    { type: ['string', 'number'], description: 'd' },
    { type: ['string', 'number'], description: 'd' },
    { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'd' },
  ],
  [
    'references',
    { properties: { a: { $ref: '#/definitions/A' } }, definitions: { A: { type: 'string', minLength: 1 } } },
    { properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string' } } },
    { properties: { a: { type: 'string', minLength: 1 } } },
  ],
  [
    'what other properties may be',
    { additionalProperties: false, properties: { a: { additionalProperties: { type: 'string', pattern: 'x' } } } },
    { additionalProperties: false, properties: { a: { additionalProperties: { type: 'string' } } } },
    { properties: { a: {} } },
  ],
  [
    'schemas that are true',
    { properties: { a: true }, items: true },
    { properties: { a: {} }, items: {} },
    { properties: { a: {} }, items: {} },
  ],
])('says %s in the words of each API', (_what, schema, gemini, openApi) => {
  const before = structuredClone(schema);
  expect(geminiSchema(schema)).toEqual(gemini);
  expect(openApiSchema(schema)).toEqual(openApi);
  expect(schema).toEqual(before);
});

it('writes a definition that holds itself out a few times', () => {
  const tree = { $ref: '#/$defs/T', $defs: { T: { type: 'object', properties: { next: { $ref: '#/$defs/T' } } } } };
  const deep = (left: number): Schema =>
    left === 0 ? { type: 'object' } : { type: 'object', properties: { next: deep(left - 1) } };
  expect(openApiSchema(tree)).toEqual(deep(4));
});
