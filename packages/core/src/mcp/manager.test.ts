import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostCanary, type CanaryHost, type CanaryOptions } from '../testing/canary-host.js';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import type { McpServerEntry } from '../settings/mcp-server-schema.js';
import { systemClock } from '../shared/clock.js';
import { noDebugLog } from '../shared/debug-log.js';
import { createMcpManager, type McpManager, type McpManagerOptions, type ServerReport } from './manager.js';
import { planServer } from './server-config.js';
import { openTransport } from './transports/open.js';
import type { AttemptWatch } from './transports/types.js';
import type { LiveServer } from './types.js';

let home: TempHome;
let hosts: CanaryHost[];
let managers: McpManager[];

beforeEach(async () => {
  home = await createTempHome();
  hosts = [];
  managers = [];
});

afterEach(async () => {
  await Promise.all(managers.map((manager) => manager.stop()));
  const stdioPids = hosts.filter(({ entry }) => 'command' in entry).flatMap((host) => host.pids());
  expect(stdioPids.filter(isAlive)).toEqual([]);
  await Promise.all(hosts.map((host) => host.stop()));
  await home.remove();
});

const open = (): AbortSignal => new AbortController().signal;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function canary(name: string, options: CanaryOptions): Promise<CanaryHost> {
  const host = await hostCanary(home.root, name, options);
  hosts.push(host);
  return host;
}

interface ManageOptions extends Partial<McpManagerOptions> {
  readonly entries?: Readonly<Record<string, McpServerEntry>>;
}

/** A manager over the hosted canaries and further entries. */
function manage({ entries = {}, ...options }: ManageOptions = {}): McpManager {
  const hosted = Object.fromEntries(hosts.map(({ name, entry }) => [name, { ...entry, ...entries[name] }]));
  const servers = Object.entries({ ...entries, ...hosted }).map(([name, entry]) => {
    const planned = planServer(name, entry, home.project);
    if (planned.kind !== 'ok') throw new Error(planned.shown);
    return planned.config;
  });
  const manager = createMcpManager({
    servers,
    trustReader: () => ({ server: true, workspace: true }),
    clock: systemClock,
    random: () => 0.5,
    debug: noDebugLog,
    openTransport: (plan) => openTransport(plan, { clock: systemClock, debug: noDebugLog, env: process.env }),
    workspaceDirs: [home.project],
    version: '1.2.3',
    settings: {},
    ...options,
  });
  managers.push(manager);
  return manager;
}

async function started(options?: ManageOptions): Promise<McpManager> {
  const manager = manage(options);
  await manager.start();
  return manager;
}

/** Resolves when the server's report fits, now or later. */
function until(manager: McpManager, name: string, fits: (report: ServerReport) => boolean): Promise<ServerReport> {
  return new Promise((resolve) => {
    const check = (): void => {
      const report = manager.states().find((each) => each.name === name);
      if (report === undefined || !fits(report)) return;
      stopListening();
      resolve(report);
    };
    const stopListening = manager.onChange(check);
    check();
  });
}

const linkOf = (manager: McpManager, name: string) => manager.links().find((link) => link.name === name)!;

async function call(live: LiveServer | undefined, name: string): Promise<AttemptWatch> {
  if (live === undefined) throw new Error('not live');
  const watch = live.watchAttempt();
  await watch.run(() => live.client.callTool({ name, arguments: {} })).catch(() => {});
  return watch;
}

const COUNT = [{ name: 'count' }];

describe('start', () => {
  it('every server has its own fate, in one sentence, side by side', async () => {
    await canary('good', { transport: 'stdio', tools: [{ name: 'a' }, { name: 'b' }, { name: 'c' }], pageSize: 2 });
    await canary('web', { transport: 'http', tools: COUNT });
    await canary('old', { transport: 'sse', tools: COUNT });
    await canary('guarded', { transport: 'http', tools: COUNT, http: { authorization: 'Bearer SECRET' } });
    await canary('hangs', { transport: 'stdio', tools: COUNT, faults: [{ on: 'initialize', then: { kind: 'hang' } }] });
    await canary('quits', {
      transport: 'stdio',
      tools: COUNT,
      stderr: 'SECRET',
      faults: [{ on: 'initialize', then: { kind: 'exit', code: 3 } }],
    });
    await canary('noisy', { transport: 'stdio', tools: COUNT, banner: ['SECRET banner', '', '{"no":"message"}'] });
    const gone = await canary('gone', { transport: 'http', tools: COUNT, respawn: 'never' });
    await gone.stop();
    const manager = await started({
      entries: {
        hangs: { discoveryTimeoutMs: 400 },
        missing: { command: 'no-such-command-anywhere', args: ['SECRET'] },
        homeless: { command: process.execPath, cwd: 'no-such-dir' },
      },
    });
    const reports = Object.fromEntries(
      manager
        .states()
        .map(({ name, state, problem, toolCount, transport }) => [
          name,
          [transport, state === 'waiting' ? 'failed' : state, toolCount, problem?.replace(/:\d+\./, ':PORT.')],
        ]),
    );
    expect(reports).toEqual({
      good: ['stdio', 'ready', 3, undefined],
      web: ['http', 'ready', 1, undefined],
      old: ['sse', 'ready', 1, undefined],
      noisy: ['stdio', 'ready', 1, undefined],
      guarded: [
        'http',
        'failed',
        0,
        'It answered HTTP 401: it wants credentials; set them in "headers" of its mcpServers entry.',
      ],
      hangs: ['stdio', 'failed', 0, 'It gave no answer to initialize within 400 ms.'],
      quits: ['stdio', 'failed', 0, 'Its process exited with code 3 before it answered initialize.'],
      gone: ['http', 'failed', 0, 'Could not connect to http://127.0.0.1:PORT.'],
      missing: ['stdio', 'failed', 0, 'The command "no-such-command-anywhere" was not found.'],
      homeless: ['stdio', 'failed', 0, `Its working directory "${home.project}/no-such-dir" does not exist.`],
    });
    expect(manager.tools().map(({ link, tool }) => `${link.name}/${tool.name}`)).toEqual(
      expect.arrayContaining(['good/a', 'good/b', 'good/c', 'web/count', 'old/count', 'noisy/count']),
    );
  });

  it('starts nothing in a folder that is not trusted, and says so', async () => {
    const host = await canary('srv', { transport: 'stdio', tools: COUNT });
    const manager = await started({ trustReader: () => ({ server: true, workspace: false }) });
    expect(manager.states()).toEqual([
      {
        name: 'srv',
        transport: 'stdio',
        state: 'failed',
        problem: 'It is not started in a folder that is not trusted.',
        toolCount: 0,
        promptCount: 0,
        resourceCount: 0,
      },
    ]);
    expect(await manager.reconnect('srv')).toEqual({
      ok: false,
      shown: 'It is not started in a folder that is not trusted.',
    });
    expect(await linkOf(manager, 'srv').ready(open())).toBeUndefined();
    expect(host.pids()).toEqual([]);
  });

  it('reads trust afresh for whoever asks', () => {
    const trust = { server: true, workspace: true };
    const manager = manage({
      entries: { srv: { command: 'x', timeout: 1_234, progress: false } },
      trustReader: () => ({ ...trust }),
      settings: { toolIdleTimeoutMs: 77 },
    });
    const link = linkOf(manager, 'srv');
    expect(link.trust()).toEqual({ server: true, workspace: true });
    trust.server = false;
    expect(link.trust()).toEqual({ server: false, workspace: true });
    expect(link).toMatchObject({ transport: 'stdio', callTimeoutMs: 1_234, idleTimeoutMs: 77, useCallable: true });
  });
});

describe('a server that dies', () => {
  it('B10 between calls is there again for the next one, without being asked', async () => {
    const host = await canary('srv', {
      transport: 'stdio',
      tools: COUNT,
      faults: [{ nth: 1, then: { kind: 'reply-then-exit' } }],
    });
    const manager = await started();
    const link = linkOf(manager, 'srv');
    expect((await call(await link.ready(open()), 'count')).reply?.kind).toBe('result');
    await until(manager, 'srv', ({ state }) => state === 'lost');
    expect(manager.tools().map(({ tool }) => tool.name)).toEqual(['count']);
    await until(manager, 'srv', ({ state }) => state === 'ready');
    const [first, second, ...more] = host.pids();
    expect([isAlive(first!), isAlive(second!), more]).toEqual([false, true, []]);
    const live = await link.ready(open());
    expect([live?.epoch, (await call(live, 'count')).reply?.kind]).toEqual([2, 'result']);
    expect(host.counts('count').invocations).toBe(2);
  });

  it('B42 that closes its output and lives on is ended before the next one starts', async () => {
    const host = await canary('srv', {
      transport: 'stdio',
      tools: COUNT,
      outlivesInput: true,
      ignoreSigterm: true,
      faults: [{ nth: 1, then: { kind: 'close-stdout' } }],
    });
    const manager = await started();
    const link = linkOf(manager, 'srv');
    const lost = await call(await link.ready(open()), 'count');
    expect([lost.gone, lost.reach]).toEqual([true, 'unanswered']);
    const [first] = host.pids();
    const wasAliveAtStart: boolean[] = [];
    const renewing = link.renew(1, open());
    await host.waitFor(({ event }) => event === 'start' && host.pids().length === 2);
    wasAliveAtStart.push(isAlive(first!));
    expect([(await renewing)?.epoch, wasAliveAtStart]).toEqual([2, [false]]);
    expect(host.pids().filter(isAlive)).toHaveLength(1);
  });

  it('B22 three renewals on one dead connection start one process', async () => {
    const host = await canary('srv', {
      transport: 'stdio',
      tools: COUNT,
      faults: [{ nth: 3, then: { kind: 'kill' } }],
    });
    const manager = await started();
    const link = linkOf(manager, 'srv');
    const live = await link.ready(open());
    await Promise.all([1, 2, 3].map(() => call(live, 'count')));
    const fresh = await Promise.all([1, 1, 1].map((epoch) => link.renew(epoch, open())));
    expect([fresh.map((each) => each?.epoch), host.pids().length]).toEqual([[2, 2, 2], 2]);
  });

  it('B36 over HTTP gets a new session, without the old id', async () => {
    const host = await canary('web', {
      transport: 'http',
      tools: COUNT,
      faults: [{ nth: 2, forget: true, then: { kind: 'stale' } }],
    });
    const manager = await started();
    const link = linkOf(manager, 'web');
    await call(await link.ready(open()), 'count');
    expect((await call(await link.ready(open()), 'count')).reach).toBe('refused');
    const fresh = await link.ready(open());
    expect([fresh?.epoch, (await call(fresh, 'count')).reply?.kind]).toEqual([2, 'result']);
    const sessions = host
      .events()
      .flatMap((event) => (event.event === 'request' && event.method === 'initialize' ? [event.session] : []));
    const called = host.events().flatMap((event) => (event.event === 'call' ? [event.session] : []));
    expect(new Set(sessions).size).toBe(2);
    expect(called.at(-1)).toBe(sessions[1]);
  });

  it('B10 over HTTP, with the port closed for a while, is waited for', async () => {
    const host = await canary('web', {
      transport: 'http',
      tools: COUNT,
      respawn: { gate: 'again' },
      faults: [{ nth: 1, then: { kind: 'exit' } }],
    });
    const manager = await started();
    const link = linkOf(manager, 'web');
    expect((await call(await link.ready(open()), 'count')).gone).toBe(true);
    const next = link.ready(open());
    await host.openGate('again');
    expect((await call(await next, 'count')).reply?.kind).toBe('result');
  });

  it('is not revived once it was stopped', async () => {
    const host = await canary('srv', { transport: 'stdio', tools: COUNT });
    const manager = await started();
    await manager.stopServer('srv');
    await manager.stopServer('no such server');
    expect([manager.tools(), host.pids().filter(isAlive)]).toEqual([[], []]);
    expect(await manager.reconnect('srv')).toEqual({ ok: false, shown: 'It was stopped.' });
    expect(host.pids()).toHaveLength(1);
  });
});

describe('reconnect', () => {
  it('B54 tells the truth: healthy, dead, hanging, without tools, unknown', async () => {
    await canary('healthy', { transport: 'stdio', tools: COUNT });
    await canary('bare', { transport: 'stdio', tools: [] });
    await canary('hangs', { transport: 'stdio', tools: COUNT, faults: [{ on: 'initialize', then: { kind: 'hang' } }] });
    const dead = await canary('dead', { transport: 'http', tools: COUNT, respawn: 'never' });
    const manager = await started({ entries: { hangs: { discoveryTimeoutMs: 300 } } });
    await dead.stop();
    const told = await Promise.all(
      ['healthy', 'bare', 'hangs', 'dead', 'nobody'].map(async (name) => [name, await manager.reconnect(name)]),
    );
    expect(JSON.parse(JSON.stringify(told).replace(/:\d+\./, ':PORT.'))).toEqual([
      ['healthy', { ok: true, shown: 'Connected; it offers 1 tool.' }],
      ['bare', { ok: true, shown: 'Connected; it offers 0 tools.' }],
      ['hangs', { ok: false, shown: 'It gave no answer to initialize within 300 ms.' }],
      ['dead', { ok: false, shown: 'Could not connect to http://127.0.0.1:PORT.' }],
      ['nobody', { ok: false, shown: 'There is no MCP server called "nobody".' }],
    ]);
  });

  it('B54 ends the old session first, for a server that takes only one', async () => {
    const host = await canary('web', { transport: 'http', tools: COUNT, http: { singleSession: true } });
    const manager = await started();
    expect(await manager.reconnect('web')).toEqual({ ok: true, shown: 'Connected; it offers 1 tool.' });
    expect(host.events().flatMap((event) => (event.event === 'request' ? [event.method] : []))).toEqual(
      expect.arrayContaining(['initialize', 'DELETE']),
    );
  });

  it('B70 leaves one living process after ten', async () => {
    const host = await canary('srv', { transport: 'stdio', tools: COUNT });
    const manager = await started();
    for (let time = 0; time < 10; time += 1) expect((await manager.reconnect('srv')).ok).toBe(true);
    expect([host.pids().length, host.pids().filter(isAlive).length]).toEqual([11, 1]);
  });
});

describe('stop', () => {
  it('ends a start that is under way, and all that it started', async () => {
    const host = await canary('srv', {
      transport: 'stdio',
      tools: COUNT,
      faults: [{ on: 'initialize', then: { kind: 'hang' } }],
    });
    const manager = manage();
    const starting = manager.start();
    await host.waitFor(({ event }) => event === 'start');
    await Promise.all([manager.stop(), manager.stop()]);
    await starting;
    expect(host.pids().filter(isAlive)).toEqual([]);
    expect(manager.states().map(({ state }) => state)).toEqual(['stopped']);
  });

  it('is not held up by a session that can not be deleted', async () => {
    await canary('web', { transport: 'http', tools: COUNT, faults: [{ on: 'DELETE', then: { kind: 'hang' } }] });
    const manager = await started();
    await manager.stop();
    expect(manager.states().map(({ state }) => state)).toEqual(['stopped']);
  });
});

it('tells of each change: state, problem, and what is no longer offered', async () => {
  await canary('srv', {
    transport: 'stdio',
    tools: [{ name: 'a' }, { name: 'b' }],
    generations: { 2: [{ name: 'b', description: 'other' }, { name: 'c' }] },
    faults: [{ nth: 1, then: { kind: 'exit' } }],
  });
  const manager = manage();
  const told: unknown[] = [];
  manager.onChange(({ report, tools }) => {
    if (tools !== undefined) told.push([report.state, report.toolCount, tools]);
  });
  await manager.start();
  await call(await linkOf(manager, 'srv').ready(open()), 'a');
  await until(manager, 'srv', ({ state, toolCount }) => state === 'ready' && toolCount === 2);
  await linkOf(manager, 'srv').renew(1, open());
  expect(told).toEqual([
    ['ready', 2, { added: ['a', 'b'], removed: [], changed: [] }],
    ['ready', 2, { added: ['c'], removed: ['a'], changed: ['b'] }],
  ]);
});
