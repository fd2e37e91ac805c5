import { expect, it } from 'vitest';
import { reachByNodeCode } from './node-codes.js';

const coded = (code: string, cause?: unknown): Error => Object.assign(new Error('x', { cause }), { code });
const circular = coded('OTHER');
circular.cause = circular;

it.each<[string, unknown, ReturnType<typeof reachByNodeCode>]>([
  ['refused', coded('ECONNREFUSED'), 'unsent'],
  ['name not found', coded('ENOTFOUND'), 'unsent'],
  ['reset', coded('ECONNRESET'), 'unanswered'],
  ['broken pipe', coded('EPIPE'), 'unanswered'],
  ['nested cause', new TypeError('fetch failed', { cause: coded('UND_ERR_SOCKET') }), 'unanswered'],
  [
    'aggregate three deep',
    new Error('a', { cause: new Error('b', { cause: new AggregateError([coded('ECONNREFUSED')]) }) }),
    'unsent',
  ],
  [
    'mixed aggregate: the farthest counts',
    new AggregateError([coded('ECONNREFUSED'), coded('ECONNRESET')]),
    'unanswered',
  ],
  ['an unknown code', coded('EWHATEVER'), undefined],
  ['words alone', new Error('ECONNRESET connection closed'), undefined],
  ['a number as code', Object.assign(new Error('x'), { code: -32000 }), undefined],
  ['a cycle', circular, undefined],
  ['no error', undefined, undefined],
])('%s', (_name, error, expected) => {
  expect(reachByNodeCode(error)).toBe(expected);
});
