import { expect, it } from 'vitest';
import { interpolate } from './interpolate.js';

const env = { TOK: 's3cret', HOST: 'h', EMPTY: '', DOLLAR: '$TOK', _x1: 'y' };

it.each<[string, string, string, string[]]>([
  ['$NAME', 'Bearer $TOK', 'Bearer s3cret', []],
  ['${NAME}', '${HOST}${TOK}', 'hs3cret', []],
  ['$NAME next to text', '$HOST/path-$_x1.', 'h/path-y.', []],
  ['an unset name', 'a $NOPE ${NOPE2}', 'a $NOPE ${NOPE2}', ['NOPE', 'NOPE2']],
  ['an empty value counts as unset', '$EMPTY', '$EMPTY', ['EMPTY']],
  ['a value is not filled again', '$DOLLAR', '$TOK', []],
  ['a default is not known', '${NOPE:-x}', '${NOPE:-x}', []],
  ['no name', '$ $1 ${} $$', '$ $1 ${} $$', []],
  ['a name of the prototype', '$constructor', '$constructor', ['constructor']],
  ['a replacement pattern in a value', '$PATTERN', '$PATTERN', ['PATTERN']],
])('%s', (_name, text, value, names) => {
  const filled = interpolate({ deep: [{ key: text }] }, env);
  expect(filled).toEqual({
    value: { deep: [{ key: value }] },
    missing: names.map((name) => ({ path: ['deep', '0', 'key'], name })),
  });
});

it('leaves everything that is no string alone, keys included', () => {
  const value = { $TOK: 1, a: [true, null, 2], b: {} };
  expect(interpolate(value, env)).toEqual({ value, missing: [] });
});

it('puts a value with dollar signs in as it is', () => {
  expect(interpolate({ a: '$P' }, { P: "$& $1 $'" }).value).toEqual({ a: "$& $1 $'" });
});
