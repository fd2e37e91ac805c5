/** Servers that die, fall silent or misbehave while nobody calls them: noticed, repaired within bounds, usable again. */
import type { Action } from '@qwen-code/qwen-code-core/canary/faults.js';
import { TEXTS, UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolsWith, type Transport } from '../replay/case.js';
import { isInitialize } from '../replay/play-cases.js';
import { callTool, createCoreStage, untilReported, type CoreStage } from '../support/core-stage.js';

let stage: CoreStage;
beforeAll(async () => {
  stage = await createCoreStage();
});
afterAll(() => stage.close());

const tools = toolsWith(undefined);
const OFTEN = { settings: { health: { intervalMs: 20 } } } as const;

describe('B10 dead before the call is made', () => {
  it.each<Transport>(['stdio', 'http'])('%s: a call made meanwhile waits, and is delivered once', async (transport) => {
    const canary = await stage.canary(`idle-${transport}`, {
      transport,
      tools,
      faults: [
        { tool: 'other', nth: 1, then: { kind: 'reply-then-exit', afterMs: 10 } },
        { on: 'initialize', generation: 2, pause: { gate: 'back' }, then: { kind: 'reply' } },
      ],
    });
    const manager = await stage.start([{ canary }]);
    await callTool(manager, canary.name, 'other');
    await canary.waitFor(isInitialize(2));
    const call = callTool(manager, canary.name, 'act');
    await canary.openGate('back');
    expect(await call).toMatchObject({ status: 'ok', text: 'act done, 1 in all' });
    await manager.stop();
    await canary.stop();
    expect(canary.counts('act')).toMatchObject({ invocations: 1, commits: 1 });
  });

  it('a first delivery that dies in turn is an unknown outcome', async () => {
    const canary = await stage.canary('idle-twice', {
      transport: 'stdio',
      tools,
      faults: [
        { tool: 'other', nth: 1, then: { kind: 'reply-then-exit' } },
        { tool: 'act', nth: 1, then: { kind: 'exit' } },
      ],
    });
    const manager = await stage.start([{ canary }]);
    await callTool(manager, canary.name, 'other');
    await canary.waitFor(isInitialize(2));
    expect((await callTool(manager, canary.name, 'act')).text).toBe(UNKNOWN_OUTCOME_TEXT);
    await manager.stop();
    expect(canary.counts('act').invocations).toBe(1);
  });
});

it('B55 a server that handshakes and exits is started a bounded number of times, then waits to be asked', async () => {
  const canary = await stage.canary('flapping', {
    transport: 'stdio',
    tools,
    faults: [{ on: 'tools/list', then: { kind: 'reply-then-exit' } }],
  });
  const manager = await stage.start([{ canary }], { speed: 20 });
  const { problem } = await untilReported(manager, 'flapping', ({ state }) => state === 'failed');
  expect(problem).toMatch(/^It kept ending soon after it had started/);
  expect(canary.counts().starts).toBe(10);
  const { status, text } = await callTool(manager, 'flapping', 'act');
  expect(status).toBe('error');
  expect([UNKNOWN_OUTCOME_TEXT, TEXTS.serverGone('flapping')]).toContain(text);
  await manager.stop();
  expect(canary.counts('act').invocations).toBe(0);
});

describe('B57 a server that does not know ping stays connected', () => {
  it.each<[string, Transport, Action]>([
    ['no answer', 'stdio', { kind: 'hang' }],
    ['-32601', 'stdio', { kind: 'error', code: -32601, message: 'Method not found' }],
    ['-32600', 'stdio', { kind: 'error', code: -32600, message: 'Invalid request' }],
    ['-32603', 'http', { kind: 'error', code: -32603, message: 'Internal error' }],
    ['an empty 200', 'http', { kind: 'page', status: 200, type: 'application/json', body: '' }],
  ])('%s', async (title, transport, then) => {
    const name = `ping-${title.replaceAll(/\W/g, '')}`;
    const canary = await stage.canary(name, { transport, tools, faults: [{ on: 'ping', then }] });
    const manager = await stage.start([{ canary }], {
      speed: 5,
      settings: { health: { intervalMs: 100 } },
    });
    // Three checks: by ping, or by listing once a ping was met with silence.
    const listed = canary.counts().listings;
    await canary.waitFor(
      (event) =>
        event.event === 'request' &&
        ((event.method === 'ping' && event.nth === 3) || (event.method === 'tools/list' && event.nth === listed + 3)),
    );
    expect(await callTool(manager, name, 'act')).toMatchObject({ status: 'ok' });
    await manager.stop();
    await canary.stop();
    expect(canary.events().filter(isInitialize(1))).toHaveLength(1);
    expect(canary.counts('act')).toMatchObject({ invocations: 1, starts: 1 });
  });
});

it('B58 an outage longer than the tries: calls fail with a stable text, and the server is usable once it is back', async () => {
  const canary = await stage.canary('outage', {
    transport: 'http',
    tools,
    respawn: { gate: 'up' },
    faults: [{ tool: 'other', nth: 1, then: { kind: 'reply-then-exit' } }],
  });
  const manager = await stage.start([{ canary }], { speed: 20 });
  await callTool(manager, 'outage', 'other');
  await untilReported(manager, 'outage', ({ state }) => state === 'failed');
  const during = await Promise.all([callTool(manager, 'outage', 'act'), callTool(manager, 'outage', 'act')]);
  expect(during.map(({ text }) => text)).toEqual([TEXTS.serverGone('outage'), TEXTS.serverGone('outage')]);
  expect(manager.tools().map(({ tool }) => tool.name)).toContain('act');
  await canary.openGate('up');
  await canary.waitFor((event) => event.event === 'listening' && event.generation === 2);
  expect(await callTool(manager, 'outage', 'act')).toMatchObject({ status: 'ok', text: 'act done, 1 in all' });
  await manager.stop();
  await canary.stop();
  expect(canary.counts('act').invocations).toBe(1);
});

it('B60 a server that falls silent is seen by the health check and replaced; nothing is sent twice', async () => {
  const canary = await stage.canary('wedged', {
    transport: 'stdio',
    tools,
    faults: [{ on: 'ping', generation: 1, nth: 2, then: { kind: 'wedge' } }],
  });
  const health = { intervalMs: 100, failureThreshold: 2 };
  const manager = await stage.start([{ canary }], { speed: 5, settings: { health } });
  expect(await callTool(manager, 'wedged', 'act')).toMatchObject({ status: 'ok' });
  const ill = await untilReported(manager, 'wedged', ({ problem }) => problem !== undefined);
  expect(ill.problem).toMatch(/^It has not answered the last /);
  await canary.waitFor(isInitialize(2));
  await untilReported(manager, 'wedged', ({ state, problem }) => state === 'ready' && problem === undefined);
  expect(await callTool(manager, 'wedged', 'act')).toMatchObject({ status: 'ok' });
  await manager.stop();
  expect(canary.counts('act')).toMatchObject({ invocations: 2, starts: 2 });
});

describe('B67 the side stream of an HTTP session', () => {
  it('refused with 405: asked for once', async () => {
    const canary = await stage.canary('side-405', { transport: 'http', tools, http: { sideStream: 'refuse' } });
    const manager = await stage.start([{ canary }]);
    await canary.waitFor((event) => event.event === 'request' && event.method === 'GET');
    expect(await callTool(manager, 'side-405', 'act')).toMatchObject({ status: 'ok' });
    await manager.stop();
    await canary.stop();
    expect(canary.events().filter((event) => event.event === 'request' && event.method === 'GET')).toHaveLength(1);
  });

  it.each<[string, Action]>([
    ['cut again and again', { kind: 'stream-end' }],
    ['404 although the session lives', { kind: 'page', status: 404, body: 'no such stream' }],
  ])('%s: the call in flight is not touched', async (title, then) => {
    const name = `side-${then.kind}`;
    const canary = await stage.canary(name, {
      transport: 'http',
      tools,
      faults: [
        { on: 'GET', pause: { ms: 5 }, then },
        { tool: 'act', pause: { gate: 'answer' }, then: { kind: 'reply' } },
      ],
    });
    const manager = await stage.start([{ canary }]);
    const call = callTool(manager, name, 'act');
    await canary.waitFor((event) => event.event === 'commit');
    await canary.waitFor(
      (event) => event.event === 'request' && event.method === 'GET' && event.nth === (title.startsWith('cut') ? 2 : 1),
    );
    await canary.openGate('answer');
    expect(await call).toMatchObject({ status: 'ok' });
    await manager.stop();
    await canary.stop();
    expect(canary.counts('act').invocations).toBe(1);
    expect(canary.events().filter(isInitialize(1))).toHaveLength(1);
  });

  it('404 because the session is gone: a new one is made without a call', async () => {
    const canary = await stage.canary('side-gone', {
      transport: 'http',
      tools,
      faults: [
        { on: 'GET', nth: 1, pause: { gate: 'cut' }, then: { kind: 'stream-end' } },
        { tool: 'other', nth: 1, forget: true, then: { kind: 'reply' } },
      ],
    });
    const manager = await stage.start([{ canary }]);
    await callTool(manager, 'side-gone', 'other');
    await canary.openGate('cut');
    await canary.waitFor((event) => event.event === 'request' && event.method === 'initialize' && event.nth === 2);
    expect(await callTool(manager, 'side-gone', 'act')).toMatchObject({ status: 'ok' });
    await manager.stop();
    await canary.stop();
    expect(canary.counts('act').invocations).toBe(1);
  });
});

it('a server that is never asked for its health is not pinged', async () => {
  const watched = await stage.canary('watched', { transport: 'stdio', tools });
  const left = await stage.canary('left-alone', { transport: 'stdio', tools });
  const [one, other] = [
    await stage.start([{ canary: watched }], OFTEN),
    await stage.start([{ canary: left }], { settings: { health: { enabled: false, intervalMs: 20 } } }),
  ];
  await watched.waitFor((event) => event.event === 'request' && event.method === 'ping' && event.nth === 5);
  await Promise.all([one.stop(), other.stop()]);
  expect(left.events().filter((event) => event.event === 'request' && event.method === 'ping')).toEqual([]);
});
