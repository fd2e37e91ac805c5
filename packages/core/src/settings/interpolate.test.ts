import { expect, it } from 'vitest';
import { interpolate, valuesReferredTo } from './interpolate.js';

const env = { TOK: 's3cret', HOST: 'h', EMPTY: '', DOLLAR: '$TOK', _x1: 'y' };

it.each<[string, string, string, string[]]>([
  ['$NAME', 'Bearer $TOK', 'Bearer s3cret', []],
  ['${NAME}', '${HOST}${TOK}', 'hs3cret', []],
  ['$NAME next to text', '$HOST/path-$_x1.', 'h/path-y.', []],
  ['an unset name', 'a $NOPE ${NOPE2}', 'a $NOPE ${NOPE2}', ['NOPE', 'NOPE2']],
  ['an empty value counts as unset', '$EMPTY', '$EMPTY', ['EMPTY']],
  ['a value is not filled again', '$DOLLAR', '$TOK', []],
  ['a default', '${NOPE:-x y}', 'x y', []],
  ['a default that is not needed', '${HOST:-x}', 'h', []],
  ['a default for an empty value', '${EMPTY:-x}', 'x', []],
  ['an empty default', 'a${NOPE:-}b', 'ab', []],
  ['a default is not filled again', '${NOPE:-$TOK}', '$TOK', []],
  ['a default that never ends', '${NOPE:-x', '${NOPE:-x', []],
  ['another operator', '${HOST-x} ${HOST:x} ${HOST:+x}', '${HOST-x} ${HOST:x} ${HOST:+x}', []],
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

it('leaves a default alone where it is told to', () => {
  expect(interpolate({ a: '${NOPE:-x} ${HOST:-x}' }, env, { defaults: false })).toEqual({
    value: { a: '${NOPE:-x} h' },
    missing: [],
  });
});

it('finds the values that are referred to, in any way and at any depth', () => {
  const values = { A: '1', B: '2', C: '3', D: '4', constructor: 'x' };
  expect(valuesReferredTo({ a: ['$A'], b: { c: 'x${B:-y}"${C}' }, d: 'D $NOPE' }, values)).toEqual({
    A: '1',
    B: '2',
    C: '3',
  });
  expect(valuesReferredTo(undefined, values)).toEqual({});
});
