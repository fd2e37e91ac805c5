import { expect, it } from 'vitest';
import { coerceArguments } from './coerce-arguments.js';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    share: { type: 'number' },
    on: { type: 'boolean' },
    list: { type: 'array' },
    map: { type: 'object' },
    any: {},
  },
  required: ['text'],
};

it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['a number written as text', { count: '5', share: ' -1.5 ' }, { count: 5, share: -1.5 }],
  ['text that is no plain number stays', { count: '5 lines', share: '1e3' }, { count: '5 lines', share: '1e3' }],
  ['switches', { on: 'true' }, { on: true }],
  ['switches, in capitals', { on: 'False' }, { on: false }],
  ['other words are no switch', { on: 'yes' }, { on: 'yes' }],
  ['a list as JSON text', { list: '["a"]' }, { list: ['a'] }],
  ['JSON of another type is no list', { list: '{"a":1}' }, { list: '{"a":1}' }],
  ['an object as JSON text', { map: '{"a":1}' }, { map: { a: 1 } }],
  ['a number for a text', { text: 3 }, { text: '3' }],
  ['an object is no text', { text: { a: 1 } }, { text: { a: 1 } }],
  ['null for something optional', { text: 'a', count: null }, { text: 'a' }],
  ['null for something required stays', { text: null }, { text: null }],
  ['null for something unknown stays', { other: null }, { other: null }],
  ['no type, no change', { any: '5' }, { any: '5' }],
])('%s', (_name, args, expected) => {
  expect(coerceArguments(schema, args)).toEqual(expected);
});

it('leaves a name that every object inherits alone', () => {
  expect(coerceArguments(schema, { constructor: '5' })).toEqual({ constructor: '5' });
});
