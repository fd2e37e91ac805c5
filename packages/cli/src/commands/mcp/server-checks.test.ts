import {
  createTempHome,
  hostCanary,
  type CanaryHost,
  type CanaryOptions,
  type TempHome,
} from '@qwen-code/qwen-code-core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMcpApprove } from './approve.js';
import type { McpCommandIo } from './command-io.js';
import { runMcpList } from './list.js';
import { runMcpReconnect } from './reconnect.js';
import { runMcpReject } from './reject.js';

let temp: TempHome;
let hosts: CanaryHost[];

beforeEach(async () => {
  temp = await createTempHome();
  hosts = [];
});
afterEach(async () => {
  const pids = hosts.filter(({ entry }) => 'command' in entry).flatMap((host) => host.pids());
  expect(pids.filter(isAlive)).toEqual([]);
  await Promise.all(hosts.map((host) => host.stop()));
  await temp.remove();
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function canary(name: string, options: Partial<CanaryOptions> = {}): Promise<CanaryHost> {
  const host = await hostCanary(temp.root, name, { transport: 'stdio', tools: [{ name: 'count' }], ...options });
  hosts.push(host);
  return host;
}

/** Runs a command; in what it wrote, ports and the long command lines of the canaries are cut to a word. */
async function run(command: typeof runMcpList, argv: readonly string[] = [], change: Partial<McpCommandIo> = {}) {
  const written = { out: '', err: '' };
  const code = await command(argv, {
    stdout: (text) => void (written.out += text),
    stderr: (text) => void (written.err += text),
    env: {
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/d.json`,
      QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/s.json`,
    },
    homeDir: temp.home,
    cwd: temp.project,
    ...change,
  });
  const plain = (text: string): string =>
    text.replaceAll(/:\d{4,5}\b/g, ':PORT').replaceAll(/\S*node \S+\.mjs \S+plan\.json/g, 'canary');
  return { code, out: plain(written.out), err: plain(written.err) };
}

const entries = (change: Record<string, object> = {}): object =>
  Object.fromEntries(hosts.map(({ name, entry }) => [name, { ...entry, ...change[name] }]));

const writeUser = (mcpServers: object, more: object = {}): Promise<void> =>
  temp.writeUserSettings({ mcpServers, ...more });

describe('qwen mcp list', () => {
  it('says so when there are none', async () => {
    expect(await run(runMcpList)).toEqual({ code: 0, out: 'No MCP servers are configured.\n', err: '' });
  });

  it('shows every server with its target and whether it answers now', async () => {
    await canary('good');
    await canary('web', { transport: 'http' });
    await canary('old', { transport: 'sse' });
    await canary('hangs', { faults: [{ on: 'initialize', then: { kind: 'hang' } }] });
    await canary('off');
    await writeUser(
      {
        ...entries({
          hangs: { discoveryTimeoutMs: 300 },
          web: { httpUrl: `${String(hosts[1]?.entry['httpUrl'])}?key=SECRET` },
        }),
        missing: { command: 'no-such-command-anywhere', args: ['-x'] },
      },
      { mcp: { excluded: ['off'] } },
    );
    expect(await run(runMcpList)).toEqual({
      code: 0,
      out: [
        'Configured MCP servers:',
        '',
        '✓ good: canary (stdio) - Connected',
        '✓ web: http://127.0.0.1:PORT/mcp?… (http) - Connected',
        '✓ old: http://127.0.0.1:PORT/sse (sse) - Connected',
        '✗ hangs: canary (stdio) - Disconnected. It gave no answer to initialize within 300 ms.',
        '● off: canary (stdio) - Excluded ("mcp.excluded")',
        '✗ missing: no-such-command-anywhere -x (stdio) - Disconnected. The command "no-such-command-anywhere" was not found.',
        '',
      ].join('\n'),
      err: '',
    });
    expect(hosts.at(-1)?.pids()).toEqual([]);
  });

  it('colours the marks on a terminal, unless told not to', async () => {
    await canary('good');
    await writeUser({ ...entries(), bad: { command: 'no-such-command-anywhere' } });
    const coloured = await run(runMcpList, [], { isTTY: true });
    expect(coloured.out).toContain('\u001b[32m✓\u001b[0m good');
    expect(coloured.out).toContain('\u001b[31m✗\u001b[0m bad');
    expect((await run(runMcpList, [], { isTTY: true, env: { NO_COLOR: '1' } })).out).not.toContain('\u001b');
  });

  it('does not contact servers of the project before they are approved, nor rejected ones', async () => {
    const host = await canary('own');
    await temp.writeProjectSettings({ mcpServers: entries() });
    expect((await run(runMcpList)).out).toContain('● own: canary (stdio) - Pending approval\n');
    await run(runMcpReject, ['own']);
    expect((await run(runMcpList)).out).toContain('● own: canary (stdio) - Rejected\n');
    expect(host.pids()).toEqual([]);
    await run(runMcpApprove, ['own']);
    expect((await run(runMcpList)).out).toContain('✓ own: canary (stdio) - Connected\n');
    expect(host.pids()).toHaveLength(1);
  });

  it('starts nothing in an untrusted folder, and says so', async () => {
    const host = await canary('mine');
    await writeUser(entries(), { security: { folderTrust: { enabled: true } } });
    await temp.writeProjectSettings({ mcpServers: { theirs: { command: 'x' } } });
    await temp.write('home/.qwen/trustedFolders.json', JSON.stringify({ [temp.project]: 'DO_NOT_TRUST' }));
    expect(await run(runMcpList)).toEqual({
      code: 0,
      out: [
        'This folder is not trusted: no MCP server is started in it.',
        'Configured MCP servers:',
        '',
        '● mine: canary (stdio) - Not started: this folder is not trusted',
        '● theirs - Not started: this folder is not trusted',
        '',
      ].join('\n'),
      err: '',
    });
    expect(host.pids()).toEqual([]);
  });

  it('stops when it is told to, and ends what it started', async () => {
    const host = await canary('hangs', { faults: [{ on: 'initialize', then: { kind: 'hang' } }] });
    await writeUser(entries());
    const abort = new AbortController();
    const listing = run(runMcpList, [], { signal: abort.signal });
    await host.waitFor(({ event }) => event === 'start');
    abort.abort();
    expect((await listing).out).toContain('✗ hangs: canary (stdio) - Disconnected. It had not answered');
  });
});

describe('qwen mcp reconnect', () => {
  it.each([[[]], [['a', '--all']], [['a', 'b']]])('%j is a usage error', async (argv) => {
    const { code, out, err } = await run(runMcpReconnect, argv);
    expect([code, out.startsWith('Usage: qwen mcp reconnect'), err]).toEqual([
      1,
      true,
      'Give the name of one server, or --all.\n',
    ]);
  });

  it('B54 one by name: the truth, and an exit code', async () => {
    const good = await canary('good');
    const bad = await canary('bad', { faults: [{ on: 'initialize', then: { kind: 'exit', code: 7 } }] });
    await writeUser(entries());
    expect(await run(runMcpReconnect, ['good'])).toEqual({
      code: 0,
      out: '✓ good: Connected; it offers 1 tool.\n',
      err: '',
    });
    expect(bad.pids()).toEqual([]);
    expect(await run(runMcpReconnect, ['bad'])).toEqual({
      code: 1,
      out: '✗ bad: Its process exited with code 7 before it answered initialize.\n',
      err: '',
    });
    expect(good.pids()).toHaveLength(1);
    expect(await run(runMcpReconnect, ['nobody'])).toEqual({
      code: 1,
      out: '',
      err: 'There is no MCP server called "nobody". Configured: good, bad\n',
    });
  });

  it('B54 all: a line each; one that fails makes it fail, one that is switched off does not', async () => {
    await canary('good');
    await canary('bare', { tools: [] });
    await canary('single', { transport: 'http', http: { singleSession: true } });
    await canary('off');
    await writeUser(entries(), { mcp: { excluded: ['off'] } });
    expect(await run(runMcpReconnect, ['--all'])).toEqual({
      code: 0,
      out: [
        '✓ good: Connected; it offers 1 tool.',
        '✓ bare: Connected; it offers 0 tools.',
        '✓ single: Connected; it offers 1 tool.',
        '● MCP server "off" is not started: "mcp.excluded" names it.',
        '',
      ].join('\n'),
      err: '',
    });
    expect(await run(runMcpReconnect, ['-a'])).toMatchObject({ code: 0 });
    const gone = await canary('gone', { transport: 'http', respawn: 'never' });
    await gone.stop();
    await writeUser(entries(), { mcp: { excluded: ['off'] } });
    const { code, out } = await run(runMcpReconnect, ['--all']);
    expect([code, out.includes('✗ gone: Could not connect to http://127.0.0.1:PORT.\n')]).toEqual([1, true]);
  });

  it('a server that waits for approval is not contacted, and that is a failure', async () => {
    const host = await canary('own');
    await temp.writeProjectSettings({ mcpServers: entries() });
    const { code, out } = await run(runMcpReconnect, ['own']);
    expect([code, out.startsWith('● MCP server "own" of this project is not started: it needs your approval')]).toEqual(
      [1, true],
    );
    expect(host.pids()).toEqual([]);
  });
});
