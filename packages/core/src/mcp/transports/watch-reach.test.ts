import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import { executionAsyncResource } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { createReachWatch, localError, sdkShaped } from './watch-reach.js';

const said = (body: object): JSONRPCMessage => ({ jsonrpc: '2.0', id: 7, ...body }) as JSONRPCMessage;
const result = { content: [{ type: 'text', text: 'x' }] };

describe('sdkShaped: whatever a peer replies settles the request that the SDK keeps', () => {
  it.each<[string, object, object]>([
    ['a result', { result }, said({ result })],
    ['a key too many', { result, took: 3 }, said({ result })],
    ['an odd _meta', { result: { ...result, _meta: 3 } }, said({ result })],
    ['an odd token in _meta', { result: { ...result, _meta: { progressToken: {} } } }, said({ result })],
    ['a number for a result', { result: 5 }, localError(7)],
    ['null for a result', { result: null }, localError(7)],
    ['a list for a result', { result: [1] }, localError(7)],
    ['an error', { error: { code: -1, message: 'm' } }, said({ error: { code: -1, message: 'm' } })],
    [
      'an error with data and keys too many',
      { error: { code: -1, message: 'm', data: [1], hint: 'h' }, took: 3 },
      said({ error: { code: -1, message: 'm', data: [1] } }),
    ],
    ['an error without a code', { error: { message: 'm' } }, localError(7)],
    ['an error with half a code', { error: { code: 1.5, message: 'm' } }, localError(7)],
    ['an error without a message', { error: { code: -1 } }, localError(7)],
  ])('%s', (_name, body, expected) => {
    const shaped = sdkShaped(said(body));
    expect(shaped).toEqual(expected);
    expect(isJSONRPCResultResponse(shaped) || isJSONRPCErrorResponse(shaped)).toBe(true);
  });

  it('leaves requests and notifications as they are', () => {
    const ping = said({ method: 'ping' });
    expect(sdkShaped(ping)).toBe(ping);
  });
});

describe('the context of an attempt', () => {
  const call = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'tools/call', params: {} });

  it('binds the call that is sent inside it, also later, and none of another transport', async () => {
    const [mine, other] = [createReachWatch(), createReachWatch()];
    const attempt = mine.watchAttempt();
    await attempt.run(async () => {
      await Promise.resolve();
      other.leaving(call(1));
      other.left(1);
      mine.leaving(call(1));
    });
    expect(attempt.reach).toBe('unsent');
    mine.left(1);
    expect(attempt.reach).toBe('unanswered');
  });

  /** Node 20 copies what each storage holds to every new resource, under a symbol of its own. */
  const storages = (): Promise<number> =>
    new Promise((resolve) => {
      setImmediate(() => resolve(Object.getOwnPropertySymbols(executionAsyncResource()).length));
    });

  it('costs a long run nothing, however many connections it has had', async () => {
    const connect = (): Promise<void> =>
      createReachWatch()
        .watchAttempt()
        .run(async () => {});
    await connect();
    const before = await storages();
    for (let connection = 0; connection < 50; connection += 1) await connect();
    expect(await storages()).toBe(before);
  });
});
