/** Servers that are slow, noisy or half closed while a call runs: the call is neither killed nor sent again. */
import { TEXTS } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { living } from '../support/processes.js';
import { READ, SAFE, toolsWith, type Transport } from '../replay/case.js';
import { isInitialize } from '../replay/play-cases.js';
import { callTool, createCoreStage, untilReported, type CoreStage } from '../support/core-stage.js';

let stage: CoreStage;
beforeAll(async () => {
  stage = await createCoreStage();
});
afterAll(() => stage.close());

const tools = toolsWith(undefined);
const OFTEN = { settings: { health: { intervalMs: 20, failureThreshold: 1 } } } as const;

it.each<Transport>(['stdio', 'http'])(
  'B56 %s: no health check while a call keeps the server busy',
  async (transport) => {
    const busy = await stage.canary(`busy-${transport}`, {
      transport,
      tools,
      faults: [{ tool: 'act', pause: { gate: 'done' }, busy: true, then: { kind: 'reply' } }],
    });
    // A server of the same kind, under the same health settings, shows that the checks would have come.
    const idle = await stage.canary(`beside-${transport}`, { transport: 'stdio', tools });
    const manager = await stage.start([{ canary: busy }, { canary: idle }], OFTEN);
    const call = callTool(manager, busy.name, 'act');
    await busy.waitFor((event) => event.event === 'commit');
    const pinged = idle.events().filter((event) => event.event === 'request' && event.method === 'ping').length;
    await idle.waitFor((event) => event.event === 'request' && event.method === 'ping' && event.nth === pinged + 10);
    await busy.openGate('done');
    expect(await call).toMatchObject({ status: 'ok' });
    await manager.stop();
    await busy.stop();
    expect(busy.counts('act')).toMatchObject({ invocations: 1, starts: 1 });
  },
);

describe('B61 list_changed', () => {
  it.each<Transport>(['stdio', 'http', 'sse'])('%s: 200 inside one call lead to a few listings', async (transport) => {
    const canary = await stage.canary(`storm-${transport}`, {
      transport,
      tools,
      faults: [{ tool: 'act', nth: 1, listChanged: 200, then: { kind: 'reply' } }],
    });
    const manager = await stage.start([{ canary }]);
    const before = canary.counts().listings;
    expect(await callTool(manager, canary.name, 'act')).toMatchObject({ status: 'ok' });
    await canary.waitFor((event) => event.event === 'request' && event.method === 'tools/list' && event.nth > before);
    expect(await callTool(manager, canary.name, 'other')).toMatchObject({ status: 'ok' });
    await manager.stop();
    await canary.stop();
    expect(canary.counts().listings - before).toBeLessThanOrEqual(3);
    expect(canary.counts('act').invocations).toBe(1);
  });

  it('a listing that itself notifies is throttled', async () => {
    const canary = await stage.canary('storm-loop', {
      transport: 'stdio',
      tools,
      faults: [{ on: 'tools/list', listChanged: 1, then: { kind: 'reply' } }],
    });
    const manager = await stage.start([{ canary }]);
    for (let nth = 1; nth <= 100; nth += 1) await callTool(manager, 'storm-loop', 'act');
    await manager.stop();
    expect(canary.counts('act').invocations).toBe(100);
    expect(canary.counts().listings).toBeLessThanOrEqual(6);
  });

  it('a tool that comes later is offered', async () => {
    const canary = await stage.canary('late-tool', {
      transport: 'stdio',
      tools: tools.filter(({ name }) => name !== 'act'),
      generations: { '2': tools },
      faults: [{ tool: 'other', bump: true, listChanged: 1, then: { kind: 'reply' } }],
    });
    const manager = await stage.start([{ canary }]);
    await callTool(manager, 'late-tool', 'other');
    await callTool(manager, 'late-tool', 'other');
    await untilReported(manager, 'late-tool', ({ toolCount }) => toolCount === 3);
    expect(await callTool(manager, 'late-tool', 'act')).toMatchObject({ status: 'ok' });
    await manager.stop();
  });
});

describe('B65 broken pipes', () => {
  it('standard input closed by a server that stays: the loss is noticed, the next call works', async () => {
    const canary = await stage.canary('deaf', {
      transport: 'stdio',
      tools,
      outlivesInput: true,
      faults: [{ tool: 'other', nth: 1, then: { kind: 'close-stdin' } }],
    });
    const manager = await stage.start([{ canary }]);
    expect(await callTool(manager, 'deaf', 'other')).toMatchObject({ status: 'ok' });
    await canary.waitFor((event) => event.event === 'closed');
    expect(await callTool(manager, 'deaf', 'act')).toMatchObject({ code: 'mcp_outcome_unknown' });
    await canary.waitFor(isInitialize(2));
    expect(await callTool(manager, 'deaf', 'other')).toMatchObject({ status: 'ok' });
    await manager.stop();
    expect(canary.counts('act').invocations).toBe(0);
    expect(living(canary.pids())).toEqual([]);
  });

  it('exit during initialize: said in the report, and no tool is offered', async () => {
    const canary = await stage.canary('stillborn', {
      transport: 'stdio',
      tools,
      faults: [{ on: 'initialize', then: { kind: 'exit' } }],
    });
    const manager = await stage.start([{ canary }]);
    const [report] = manager.states();
    expect(report).toMatchObject({ name: 'stillborn', toolCount: 0 });
    expect(report?.problem).not.toBe('');
    await manager.stop();
    expect(canary.counts().starts).toBeLessThanOrEqual(2);
  });
});

describe('B69 progress', () => {
  it('keeps a long call alive beyond the idle limit', async () => {
    const canary = await stage.canary('long', {
      transport: 'stdio',
      tools,
      faults: [{ tool: 'act', progress: 20, progressEveryMs: 100, then: { kind: 'reply' } }],
    });
    const manager = await stage.start([{ canary }], { settings: { toolIdleTimeoutMs: 1_200 } });
    const steps: number[] = [];
    const result = await callTool(manager, 'long', 'act', { onProgress: ({ progress }) => steps.push(progress) });
    await manager.stop();
    expect(result).toMatchObject({ status: 'ok' });
    // The last one comes in one piece with the reply, and may be overtaken by it.
    expect(steps.slice(0, 19)).toEqual(Array.from({ length: 19 }, (_, index) => index + 1));
    expect(canary.counts('act').invocations).toBe(1);
  });

  it('that never ends runs into the limit of the whole call', async () => {
    const canary = await stage.canary('endless', {
      transport: 'stdio',
      tools: toolsWith(SAFE),
      faults: [{ tool: 'act', progress: 10_000, progressEveryMs: 50, then: { kind: 'reply' } }],
    });
    const manager = await stage.start([{ canary, entry: { timeout: 1_000 } }], {
      settings: { toolIdleTimeoutMs: 800 },
    });
    expect(await callTool(manager, 'endless', 'act')).toEqual({
      status: 'error',
      code: 'mcp_timeout',
      text: TEXTS.timedOutUnknown,
      outcomeUnknown: true,
    });
    await manager.stop();
    expect(canary.counts('act').invocations).toBe(1);
  });

  it('that stops runs into the idle limit; the late reply is ignored and the server is told', async () => {
    const canary = await stage.canary('stalled', {
      transport: 'stdio',
      tools: toolsWith(READ),
      faults: [{ tool: 'act', nth: 1, progress: 2, pause: { gate: 'late' }, then: { kind: 'reply' } }],
    });
    const manager = await stage.start([{ canary }], { settings: { toolIdleTimeoutMs: 400 } });
    expect(await callTool(manager, 'stalled', 'act')).toEqual({
      status: 'error',
      code: 'mcp_timeout',
      text: TEXTS.timedOutReadOnly,
    });
    await canary.waitFor((event) => event.event === 'notification' && event.method === 'notifications/cancelled');
    await canary.openGate('late');
    expect(await callTool(manager, 'stalled', 'other')).toMatchObject({ status: 'ok' });
    await manager.stop();
    expect(canary.counts('act')).toMatchObject({ invocations: 1, starts: 1 });
  });
});

describe('B70 processes', () => {
  it('ten reconnects leave one child, each dead before the next began, and a stop leaves none', async () => {
    const canary = await stage.canary('again', { transport: 'stdio', tools, ignoreSigterm: true, outlivesInput: true });
    const manager = await stage.start([{ canary }], { speed: 10 });
    for (let nth = 1; nth <= 10; nth += 1) expect(await manager.reconnect('again')).toMatchObject({ ok: true });
    expect(living(canary.pids())).toEqual(canary.pids().slice(-1));
    await manager.stop();
    expect(living(canary.pids())).toEqual([]);
    expect(canary.events().flatMap((event) => (event.event === 'start' ? event.elders : []))).toEqual([]);
    expect(canary.counts().starts).toBe(11);
  });

  it('a child that never shakes hands and never exits is ended', async () => {
    const canary = await stage.canary('mute', {
      transport: 'stdio',
      tools,
      ignoreSigterm: true,
      outlivesInput: true,
      faults: [{ on: 'initialize', then: { kind: 'hang' } }],
    });
    const manager = await stage.start([{ canary, entry: { discoveryTimeoutMs: 500 } }]);
    expect(manager.states()).toMatchObject([{ name: 'mute', state: 'failed' }]);
    await manager.stop();
    expect(living(canary.pids())).toEqual([]);
  });
});
