import { expect, it } from 'vitest';
import { QwenError } from '../shared/qwen-error.js';
import { ownValue, parseJsonObject } from './read-json.js';

const label = { what: 'Settings file', file: '/p/settings.json' };

it.each<[string, string, unknown]>([
  ['comments of both kinds', '// a\n{ /* b */ "a": 1 }', { a: 1 }],
  ['trailing commas', '{ "a": [1, 2,], }', { a: [1, 2] }],
  ['a byte order mark', '\uFEFF{ "a": 1 }', { a: 1 }],
  ['nothing but a comment', '// later', {}],
  ['an empty file', '', {}],
  ['keys of the prototype', '{ "constructor": { "toString": true } }', { constructor: { toString: true } }],
  ['a key twice: the last one', '{ "a": 1, "a": 2 }', { a: 2 }],
])('reads %s', (_name, text, value) => {
  expect(parseJsonObject(text, label)).toEqual({ value, refusedKeys: [] });
});

it('leaves a __proto__ out and names it', () => {
  const { value, refusedKeys } = parseJsonObject('{ "a": { "__proto__": { "trust": true } } }', label);
  expect({ value, refusedKeys }).toEqual({ value: { a: {} }, refusedKeys: ['a.__proto__'] });
  expect((value['a'] as { trust?: unknown }).trust).toBeUndefined();
});

it.each<[string, string, string]>([
  ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 'is not valid JSON at line 3, column 3 (comma expected)'],
  ['an open object', '{ "a": 1', 'is not valid JSON at line 1, column 9 (close brace expected)'],
  ['text', 'hello', 'is not valid JSON at line 1, column 1 (invalid symbol)'],
  ['a list', '[]', 'must hold one JSON object, { ... }, and holds a list'],
  ['null', 'null', 'must hold one JSON object, { ... }, and holds a null'],
  ['two values', '{} {}', 'is not valid JSON at line 1, column 4 (end of file expected)'],
])('refuses %s in one sentence with the place', (_name, text, problem) => {
  expect(() => parseJsonObject(text, label)).toThrow(
    new QwenError('config', `Settings file /p/settings.json ${problem}. Correct it there; nothing was changed.`),
  );
});

it('answers for own keys only', () => {
  expect(ownValue({}, 'constructor')).toBeUndefined();
  expect(ownValue(undefined, 'a')).toBeUndefined();
  expect(ownValue({ constructor: 1 }, 'constructor')).toBe(1);
});
