import { expect, it } from 'vitest';
import { createCallCollector, type CallDelta } from './collect-calls.js';

const delta = (
  index: number | undefined,
  id: string | undefined,
  name: string | undefined,
  args?: unknown,
): CallDelta => ({
  index,
  id,
  function: { name, arguments: args },
});
const call = (id: string, name: string, argumentsJson: string) => ({ id, name, argumentsJson });

it.each<[what: string, deltas: CallDelta[], expected: unknown[]]>([
  [
    'the ordinary way',
    [delta(0, 'a', 'f', ''), delta(0, undefined, undefined, '{"x"'), delta(0, undefined, undefined, ':1}')],
    [call('a', 'f', '{"x":1}')],
  ],
  [
    'several at once, interleaved',
    [
      delta(0, 'a', 'f', ''),
      delta(1, 'b', 'g', ''),
      delta(0, undefined, undefined, '{}'),
      delta(1, undefined, undefined, '{"y":2}'),
    ],
    [call('a', 'f', '{}'), call('b', 'g', '{"y":2}')],
  ],
  [
    'id and name in every delta',
    [delta(0, 'a', 'f', '{"x"'), delta(0, 'a', 'f', ':1'), delta(0, 'a', 'f', '}')],
    [call('a', 'f', '{"x":1}')],
  ],
  [
    'empty id and name in later deltas',
    [delta(0, 'a', 'f', '{"x"'), delta(0, '', '', ':1}')],
    [call('a', 'f', '{"x":1}')],
  ],
  ['a whole call in one delta', [delta(0, 'a', 'f', '{"x":1}')], [call('a', 'f', '{"x":1}')]],
  ['arguments as an object', [delta(0, 'a', 'f', { x: 1 })], [call('a', 'f', '{"x":1}')]],
  ['no arguments at all', [{ index: 0, id: 'a', function: { name: 'f' } }], [call('a', 'f', '')]],
  [
    'no index, one call',
    [delta(undefined, 'a', 'f', '{"x"'), delta(undefined, undefined, undefined, ':1}')],
    [call('a', 'f', '{"x":1}')],
  ],
  [
    'no index, two calls by id',
    [
      delta(undefined, 'a', 'f', '{"x":1'),
      delta(undefined, 'b', 'g', '{"y"'),
      delta(undefined, 'a', undefined, '}'),
      delta(undefined, 'b', undefined, ':2}'),
    ],
    [call('a', 'f', '{"x":1}'), call('b', 'g', '{"y":2}')],
  ],
  [
    'no index and no id, two whole calls',
    [delta(undefined, undefined, 'f', '{"x":1}'), delta(undefined, undefined, 'f', '{"x":2}')],
    [call('id1', 'f', '{"x":1}'), call('id2', 'f', '{"x":2}')],
  ],
  ['no id', [delta(0, undefined, 'f', '{"x"'), delta(0, undefined, undefined, ':1}')], [call('id1', 'f', '{"x":1}')]],
  [
    'an id that comes late',
    [delta(0, undefined, 'f', '{"x"'), delta(0, 'a', undefined, ':1}')],
    [call('a', 'f', '{"x":1}')],
  ],
  [
    'two calls under one index, ids differ',
    [delta(0, 'a', 'f', '{"x":1}'), delta(0, 'b', 'f', '{"x":1}')],
    [call('a', 'f', '{"x":1}'), call('b', 'f', '{"x":1}')],
  ],
  [
    'two calls under one index, ids differ, in pieces',
    [
      delta(0, 'a', 'f', ''),
      delta(0, undefined, undefined, '{"x":1}'),
      delta(0, 'b', 'f', ''),
      delta(0, undefined, undefined, '{"x":2}'),
    ],
    [call('a', 'f', '{"x":1}'), call('b', 'f', '{"x":2}')],
  ],
  [
    'two calls under one index, names differ, no id',
    [delta(0, undefined, 'f', ''), delta(0, undefined, 'g', '{}')],
    [call('id1', 'f', ''), call('id2', 'g', '{}')],
  ],
  [
    'two calls under one index, no id, same name',
    [delta(0, undefined, 'f', '{"x":1}'), delta(0, undefined, 'f', '{"x":2}')],
    [call('id1', 'f', '{"x":1}'), call('id2', 'f', '{"x":2}')],
  ],
  [
    'more arguments after whole ones, nothing else',
    [delta(0, undefined, 'f', '{"x":1}'), delta(0, undefined, undefined, '{"x":2}')],
    [call('id1', 'f', '{"x":1}'), call('id2', 'f', '{"x":2}')],
  ],
  [
    'one id for two calls at two places',
    [delta(0, 'a', 'f', '{"x":1}'), delta(1, 'a', 'f', '{"x":1}')],
    [call('a', 'f', '{"x":1}'), call('a', 'f', '{"x":1}')],
  ],
  [
    'an index that grows with each delta of one call',
    [delta(0, 'a', 'f', '{"x"'), delta(1, 'a', undefined, ':1}')],
    [call('a', 'f', '{"x":1}')],
  ],
  [
    'the same call told twice',
    [delta(0, 'a', 'f', '{"x":1}'), delta(0, 'a', 'f', '{"x":1}')],
    [call('a', 'f', '{"x":1}')],
  ],
  [
    'the name told again at the end',
    [delta(0, 'a', 'f', '{"x":1}'), delta(0, 'a', 'f', '')],
    [call('a', 'f', '{"x":1}')],
  ],
  [
    'empty braces before the arguments',
    [delta(0, 'a', 'f', '{}'), delta(0, undefined, undefined, '{"x"'), delta(0, undefined, undefined, ':1}')],
    [call('a', 'f', '{"x":1}')],
  ],
  [
    'braces inside a string',
    [delta(0, 'a', 'f', '{"x":"{}'), delta(0, undefined, undefined, '{"}')],
    [call('a', 'f', '{"x":"{}{"}')],
  ],
  [
    'a text that ends with a brace and goes on with one',
    [delta(0, 'a', 'f', '{"x":"}'), delta(0, undefined, undefined, '{ y"}')],
    [call('a', 'f', '{"x":"}{ y"}')],
  ],
  [
    'arguments that are no JSON',
    [delta(0, 'a', 'f', '{x: 1'), delta(0, undefined, undefined, '}')],
    [call('a', 'f', '{x: 1}')],
  ],
  ['no function', [{ index: 0, id: 'a' }], [call('a', '', '')]],
])('%s', (_what, deltas, expected) => {
  let made = 0;
  const collector = createCallCollector(() => `id${(made += 1)}`);
  for (const one of deltas) collector.add(one);
  expect(collector.calls()).toEqual(expected);
  expect(collector.calls()).toEqual(expected);
});
