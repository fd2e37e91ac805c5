import { afterEach, beforeEach, expect, it } from 'vitest';
import { hostCanary, type CanaryHost } from '../testing/canary-host.js';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import type { Action } from './faults.js';
import { writeTool } from './tools.js';

let temp: TempHome;
let canary: CanaryHost | undefined;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(async () => {
  await canary?.stop();
  canary = undefined;
  await temp.remove();
});

/** An open event stream: its endpoint, and the text that came after it. */
async function open(server: CanaryHost): Promise<{ endpoint: string; next(): Promise<string | undefined> }> {
  const address = server.entry['url'] as string;
  const reader = (await fetch(address)).body!.getReader();
  const next = async (): Promise<string | undefined> => {
    const { value, done } = await reader.read();
    return done ? undefined : Buffer.from(value).toString();
  };
  const path = /data: (\S+)/.exec((await next()) ?? '')?.[1] ?? '';
  return { endpoint: new URL(path, address).href, next };
}

const call = async (endpoint: string): Promise<string> => {
  const params = { name: 'charge', arguments: { key: 'k' } };
  const answer = await fetch(endpoint, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  return `${answer.status} ${await answer.text()}`;
};

const REPLY = `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'charge done, 1 in all' }] } })}\n\n`;

it.each<[string, Action, string, string | undefined]>([
  ['the reply on the stream', { kind: 'reply' }, '202 Accepted', REPLY],
  ['a clean end without the reply', { kind: 'stream-end' }, '202 Accepted', undefined],
  ['a page instead of the 202', { kind: 'page', status: 502, body: 'bad' }, '502 bad', undefined],
])('%s', async (_name, then, accepted, arrives) => {
  canary = await hostCanary(temp.root, 'sse', { transport: 'sse', tools: [writeTool('charge')], faults: [{ then }] });
  const { endpoint, next } = await open(canary);
  expect(await call(endpoint)).toBe(accepted);
  if (then.kind !== 'page') expect(await next()).toBe(arrives);
  expect(canary.counts('charge')).toMatchObject({ invocations: 1, commits: 1 });
});

it.each<[string, Action]>([
  ['a stream cut after the 202', { kind: 'destroy' }],
  ['half an event', { kind: 'half-reply' }],
])('%s', async (_name, then) => {
  canary = await hostCanary(temp.root, 'sse', { transport: 'sse', tools: [writeTool('charge')], faults: [{ then }] });
  const { endpoint, next } = await open(canary);
  expect(await call(endpoint)).toBe('202 Accepted');
  const drain = async (): Promise<void> => {
    while ((await next()) !== undefined);
  };
  await expect(drain()).rejects.toThrow('terminated');
});

it('does not know the endpoint of a stream that is gone', async () => {
  canary = await hostCanary(temp.root, 'sse', {
    transport: 'sse',
    tools: [writeTool('charge')],
    faults: [{ nth: 1, then: { kind: 'destroy' } }],
  });
  const { endpoint } = await open(canary);
  await call(endpoint);
  expect(await call(endpoint)).toBe('404 Session not found');
  expect(canary.counts('charge')).toMatchObject({ invocations: 1 });
});
