import { expect, it } from 'vitest';
import type { Reach } from './classify.js';
import { reachByNodeCode } from './node-codes.js';

const coded = (code: string, cause?: unknown): Error =>
  Object.assign(new Error('text that nobody reads', { cause }), { code });
const wrapped = (inner: unknown, times: number): unknown =>
  times === 0 ? inner : new Error('wrapped', { cause: wrapped(inner, times - 1) });

it.each<[string, Reach]>([
  ['ECONNREFUSED', 'unsent'],
  ['ENOTFOUND', 'unsent'],
  ['EAI_AGAIN', 'unsent'],
  ['EHOSTUNREACH', 'unsent'],
  ['ENETUNREACH', 'unsent'],
  ['ENOENT', 'unsent'],
  ['UND_ERR_CONNECT_TIMEOUT', 'unsent'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unsent'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unsent'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unsent'],
  ['CERT_HAS_EXPIRED', 'unsent'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'unsent'],
  ['ECONNRESET', 'unanswered'],
  ['ECONNABORTED', 'unanswered'],
  ['EPIPE', 'unanswered'],
  ['ETIMEDOUT', 'unanswered'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'unanswered'],
  ['ERR_STREAM_DESTROYED', 'unanswered'],
  ['UND_ERR_SOCKET', 'unanswered'],
  ['UND_ERR_CLOSED', 'unanswered'],
  ['UND_ERR_DESTROYED', 'unanswered'],
  ['UND_ERR_HEADERS_TIMEOUT', 'unanswered'],
  ['UND_ERR_BODY_TIMEOUT', 'unanswered'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'unanswered'],
])('%s means %s', (code, reach) => {
  expect(reachByNodeCode(coded(code))).toBe(reach);
});

it.each<[string, unknown, Reach | undefined]>([
  ['B12 a code in a nested cause', new TypeError('fetch failed', { cause: coded('ECONNRESET') }), 'unanswered'],
  ['a code seven causes down', wrapped(coded('EPIPE'), 7), 'unanswered'],
  ['a code too deep to be looked for', wrapped(coded('EPIPE'), 8), undefined],
  ['every address refused', new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]), 'unsent'],
  ['B12 an aggregate three levels deep', wrapped(new AggregateError([coded('ECONNRESET')]), 3), 'unanswered'],
  ['one address may have got it', new AggregateError([coded('ECONNREFUSED'), coded('ECONNRESET')]), 'unanswered'],
  ['an outer code that says nothing, an inner one that does', coded('ERR_X', coded('EPIPE')), 'unanswered'],
  ['a code in the text only', new Error('connect ECONNREFUSED 127.0.0.1:1'), undefined],
  ['a number for a code', Object.assign(new Error('x'), { code: 404 }), undefined],
  ['an unknown code', coded('ERR_INVALID_ARG_TYPE'), undefined],
  ['a code in another letter case', coded('econnreset'), undefined],
  ['no error at all', undefined, undefined],
  ['a string', 'ECONNRESET', undefined],
])('%s', (_name, error, reach) => {
  expect(reachByNodeCode(error)).toBe(reach);
});

it('a chain that bites its own tail comes to an end', () => {
  const first: Error & { code?: string } = new Error('first');
  first.cause = new AggregateError([first, new Error('second', { cause: first })]);
  expect(reachByNodeCode(first)).toBeUndefined();
  first.code = 'ECONNRESET';
  expect(reachByNodeCode(first)).toBe('unanswered');
});

it('an aggregate that holds itself many times over is looked at once', () => {
  const knot = new AggregateError([]);
  knot.errors = Array.from(
    { length: 50 },
    () => new AggregateError([knot, knot, coded('EPIPE')], 'inner', { cause: knot }),
  );
  expect(reachByNodeCode(knot)).toBe('unanswered');
});
