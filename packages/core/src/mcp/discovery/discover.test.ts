import { expect, it } from 'vitest';
import { discoverTools } from './discover.js';
import type { SendRequest } from './list-pages.js';

const config = { name: 's', includeTools: undefined, excludeTools: ['hidden'] };

async function discover(send: SendRequest): Promise<{ names: string[]; log: string[] }> {
  const log: string[] = [];
  const tools = await discoverTools({ config, send, debug: (_scope, message) => log.push(message) });
  return { names: tools.map(({ name }) => name), log };
}

it('follows the pages, each with the cursor of the one before', async () => {
  const asked: unknown[] = [];
  const pages = [
    { tools: [{ name: 'a' }, { name: 'hidden' }], nextCursor: 'c1' },
    { tools: [{ name: 'b' }], nextCursor: 'c2' },
    { tools: [{ name: 'c' }, { name: 'a' }], nextCursor: null },
  ];
  const result = await discover(async (method, params) => {
    asked.push([method, params]);
    return pages[asked.length - 1];
  });
  expect(asked).toEqual([
    ['tools/list', undefined],
    ['tools/list', { cursor: 'c1' }],
    ['tools/list', { cursor: 'c2' }],
  ]);
  expect(result).toEqual({
    names: ['a', 'b', 'c'],
    log: ['s: tools/list: entry 4: a second tool of the same name'],
  });
});

it.each<[string, (page: number) => string, number, string]>([
  ['the same cursor for ever', () => 'same', 2, 'the server gave a cursor for the second time'],
  ['a cycle of cursors', (page) => `c${page % 3}`, 4, 'the server gave a cursor for the second time'],
  ['always a new cursor', (page) => `c${page}`, 200, 'there are more than 200 pages'],
])('stops at %s', async (_name, cursor, expectedPages, why) => {
  let page = 0;
  const result = await discover(async () => {
    page += 1;
    return { tools: [{ name: `t${page}` }], nextCursor: cursor(page) };
  });
  expect(page).toBe(expectedPages);
  expect(result.names).toHaveLength(expectedPages);
  expect(result.log).toEqual([`s: tools/list: ${why}; listing stopped`]);
});

it('stops at too many tools', async () => {
  let page = 0;
  const { names } = await discover(async () => {
    page += 1;
    return {
      tools: Array.from({ length: 9_000 }, (_, index) => ({ name: `t${page}-${index}` })),
      nextCursor: `${page}`,
    };
  });
  expect([page, names.length]).toEqual([2, 10_000]);
});

it('a server that does not know the method has no tools', async () => {
  const result = await discover(() => Promise.reject(Object.assign(new Error('no such method'), { code: -32601 })));
  expect(result).toEqual({ names: [], log: [] });
});

it.each<[string, SendRequest]>([
  ['another JSON-RPC error', () => Promise.reject(Object.assign(new Error('x'), { code: -32603 }))],
  ['an answer without a list', () => Promise.resolve({ tools: 'none' })],
  ['an empty answer', () => Promise.resolve(undefined)],
])('%s is a failed listing', async (_name, send) => {
  await expect(discover(send)).rejects.toThrow();
});
