/** The example as it runs: real child processes, killed around the commit; what happened is counted in its folder. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createMcpManager, type McpManager } from '@qwen-code/qwen-code-core/mcp/manager.js';
import { planServer } from '@qwen-code/qwen-code-core/mcp/server-config.js';
import { openTransport } from '@qwen-code/qwen-code-core/mcp/transports/open.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { noDebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { createMcpTool } from '@qwen-code/qwen-code-core/tools/mcp-tool/index.js';
import type { ToolResult } from '@qwen-code/qwen-code-core/tools/types.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SERVER = fileURLToPath(new URL('../server.mjs', import.meta.url));
const DIE_ONCE = new URL('./die-once.mjs', import.meta.url).href;
const charge = { request_id: '0b6f8f0e-3f0e-4c63-9d0a-6d0f6a1d2c11', account: 'acct-1', cents: 4_200 };
const { request_id } = charge;

let root: string;
const endings: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'replay-safe-'));
});
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  await rm(root, { recursive: true, force: true });
});

type DieAt = 'before' | 'after' | undefined;

/** How to start the server: it keeps its charges in `root/charges`. */
const entry = (dieAt: DieAt) => ({
  command: process.execPath,
  args: [...(dieAt === undefined ? [] : ['--import', DIE_ONCE]), SERVER, join(root, 'charges')],
  env: { DIE_AT: dieAt ?? '', DIE_MARK: join(root, 'died') },
});

const effects = async (): Promise<string[]> =>
  (await readdir(join(root, 'charges'))).filter((name) => name.endsWith('.json'));

async function connect(dieAt?: DieAt): Promise<Client> {
  const client = new Client({ name: 'by-hand', version: '1.0.0' });
  await client.connect(new StdioClientTransport(entry(dieAt)));
  endings.push(() => client.close());
  return client;
}

const call = async (client: Client, name: string, args: Record<string, unknown>) => {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  return { text: (content as { text: string }[])[0]?.text ?? '', isError };
};

describe('by hand', () => {
  it.each(['before', 'after'] as const)('killed %s the commit, sent again: one charge, one answer', async (dieAt) => {
    await expect(call(await connect(dieAt), 'charge_card', charge)).rejects.toThrow('Connection closed');
    expect(await effects()).toHaveLength(dieAt === 'after' ? 1 : 0);

    const client = await connect(dieAt);
    const found = JSON.parse((await call(client, 'get_charge', { request_id })).text);
    expect(found).toEqual(
      dieAt === 'before'
        ? { found: false }
        : { found: true, charge: { ...charge, charge_id: expect.any(String), charged_at: expect.any(String) } },
    );

    const answers = [await call(client, 'charge_card', charge), await call(client, 'charge_card', charge)];
    answers.push(await call(await connect(), 'charge_card', { ...charge, request_id: request_id.toUpperCase() }));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(JSON.parse(answers[0]!.text)).toMatchObject(found.charge ?? charge);
    expect(await effects()).toHaveLength(1);
  });

  it('many processes at once, one key: one charge, one answer', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => connect()));
    const answers = await Promise.all([...clients, ...clients].map((client) => call(client, 'charge_card', charge)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await readdir(join(root, 'charges'))).toHaveLength(1);
  });

  it('another charge under the same key is refused, and another key is another charge', async () => {
    const client = await connect();
    const first = await call(client, 'charge_card', charge);
    for (const other of [{ cents: 4_300 }, { account: 'acct-2' }]) {
      expect(await call(client, 'charge_card', { ...charge, ...other })).toEqual({
        isError: true,
        text: 'Nothing was charged: this request_id belongs to another charge. Look it up with get_charge, or use a new one.',
      });
    }
    expect(await call(client, 'charge_card', charge)).toEqual(first);
    expect(await effects()).toHaveLength(1);
    await call(client, 'charge_card', { ...charge, request_id: '5e8b7a52-9a43-4a53-8f0e-2f2d9b0f7a01' });
    expect(await effects()).toHaveLength(2);
  });

  it.each([['charge-1'], [undefined], ['../../etc/passwd']])('a key that is not random is refused: %s', async (id) => {
    const client = await connect();
    expect((await call(client, 'charge_card', { ...charge, request_id: id })).isError).toBe(true);
    expect(await effects()).toEqual([]);
  });
});

describe('through qwen', () => {
  async function start(dieAt: DieAt, trusted: boolean): Promise<McpManager> {
    const planned = planServer('payments', entry(dieAt), root);
    if (planned.kind === 'invalid') throw new Error(planned.shown);
    const clock = systemClock;
    const manager = createMcpManager({
      servers: [planned.config],
      trustReader: () => ({ server: trusted, workspace: true }),
      clock,
      random: Math.random,
      debug: noDebugLog,
      openTransport: (plan) => openTransport(plan, { env: process.env, clock, debug: noDebugLog }),
      workspaceDirs: [root],
      version: '0.0.0-test',
      settings: {},
    });
    endings.push(() => manager.stop());
    await manager.start();
    return manager;
  }

  function run(manager: McpManager, name: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    const offered = manager.tools().find(({ tool }) => tool.name === name);
    if (offered === undefined) throw new Error(`${name} is not offered`);
    const tool = createMcpTool({
      ...offered,
      name: `mcp__payments__${name}`,
      journal: undefined,
      clock: systemClock,
      saveOutput: () => Promise.reject(new Error('nothing here is that long')),
      debug: noDebugLog,
    });
    return tool.execute(args, { callId: 'call', signal: new AbortController().signal, onProgress: () => {} });
  }

  it.each(['before', 'after'] as const)('killed %s the commit: sent again by itself, one charge', async (dieAt) => {
    const manager = await start(dieAt, true);
    const result = await run(manager, 'charge_card', charge);
    expect(result.status).toBe('ok');
    expect(await run(manager, 'charge_card', charge)).toEqual(result);
    expect(JSON.parse((await run(manager, 'get_charge', { request_id })).text)).toEqual({
      found: true,
      charge: JSON.parse(result.text),
    });
    expect(await effects()).toHaveLength(1);
  });

  it('a server that is not trusted: unknown, and the look-up by the key tells what happened', async () => {
    const manager = await start('after', false);
    expect((await run(manager, 'charge_card', charge)).code).toBe('mcp_outcome_unknown');
    expect(JSON.parse((await run(manager, 'get_charge', { request_id })).text)).toMatchObject({ found: true, charge });
    expect(await effects()).toHaveLength(1);
  });
});
