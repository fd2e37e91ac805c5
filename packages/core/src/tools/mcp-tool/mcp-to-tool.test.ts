/**
 * The callable path held against the real `mcpToTool` of `@google/genai`, over real servers: child processes and loopback
 * sockets, with the count kept by the server itself.
 */
import { mcpToTool, type CallableTool as GenaiCallableTool } from '@google/genai';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../canary/faults.js';
import { planServer } from '../../mcp/server-config.js';
import { openTransport } from '../../mcp/transports/open.js';
import type { WatchedTransport } from '../../mcp/transports/types.js';
import { systemClock } from '../../shared/clock.js';
import { noDebugLog } from '../../shared/debug-log.js';
import { hostCanary, type CanaryHost } from '../../testing/canary-host.js';
import { createTempHome, type TempHome } from '../../testing/temp-home.js';
import type { ToolResult } from '../types.js';
import type { CallableConnection } from './callable-source.js';
import { callableOverClient, type CallableTool } from './callable-tool.js';
import { createMcpToolsFromCallable } from './create-tools-from-callable.js';
import { UNKNOWN_OUTCOME_TEXT } from './texts.js';

let home: TempHome;
const open: { close(): Promise<void> }[] = [];
const hosts: CanaryHost[] = [];

beforeEach(async () => {
  home = await createTempHome();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
  await home.remove();
});

type Path = 'our stdio' | 'their stdio' | 'our HTTP' | 'their HTTP';
const PATHS: readonly Path[] = ['our stdio', 'their stdio', 'our HTTP', 'their HTTP'];

async function transportTo(host: CanaryHost, path: Path): Promise<Transport | WatchedTransport> {
  const {
    command = '',
    args = [],
    httpUrl = '',
  } = host.entry as { command?: string; args?: string[]; httpUrl?: string };
  if (path === 'their stdio') return new StdioClientTransport({ command, args, stderr: 'ignore' });
  if (path === 'their HTTP') return new StreamableHTTPClientTransport(new URL(httpUrl));
  const planned = planServer(host.name, host.entry, home.project);
  if (planned.kind === 'invalid') throw new Error(planned.shown);
  return openTransport(planned.config.plan, { env: process.env, clock: systemClock, debug: noDebugLog });
}

async function connect(host: CanaryHost, path: Path): Promise<CallableConnection> {
  const transport = await transportTo(host, path);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  open.push(transport);
  const { tools } = await client.listTools();
  const callable: CallableTool = mcpToTool(client);
  return {
    callable,
    annotationsOf: (tool) => tools.find(({ name }) => name === tool)?.annotations,
    ...('watchAttempt' in transport ? { watchAttempt: () => transport.watchAttempt() } : {}),
  };
}

/** One call of the tool `pay` through `mcpToTool`, on a server that does what `faults` say; and how often it ran. */
async function call(path: Path, annotations: object | undefined, faults: Fault[]): Promise<[ToolResult, number]> {
  const host = await hostCanary(home.root, 'bank', {
    transport: path.endsWith('stdio') ? 'stdio' : 'http',
    tools: [{ name: 'pay', ...(annotations === undefined ? {} : { annotations }) }],
    faults,
  });
  hosts.push(host);
  const [tool] = await createMcpToolsFromCallable({
    server: 'bank',
    connection: await connect(host, path),
    renew: () => connect(host, path),
    callTimeoutMs: 10_000,
    trust: () => ({ server: true, workspace: true }),
    journal: undefined,
    clock: systemClock,
    saveOutput: async () => 'unused',
    debug: noDebugLog,
  });
  const result = await tool!.execute(
    { amount: 3 },
    { callId: 'call_1', signal: new AbortController().signal, onProgress: () => {} },
  );
  return [result, host.counts('pay').invocations];
}

const unknown: ToolResult = { status: 'error', code: 'mcp_outcome_unknown', text: UNKNOWN_OUTCOME_TEXT };
const firstTime = (kind: 'exit' | 'destroy'): Fault[] => [{ nth: 1, then: { kind } }];

describe.each(PATHS)('mcpToTool over %s', (path) => {
  const death = firstTime(path.endsWith('stdio') ? 'exit' : 'destroy');

  it('an answer', async () => {
    const [result, ran] = await call(path, undefined, []);
    expect([result.status, ran]).toEqual(['ok', 1]);
  });

  it('B01 RB-29 commit, then death, no hints: once, and the outcome is unknown', async () => {
    expect(await call(path, undefined, death)).toEqual([unknown, 1]);
  });

  it('RB-29 commit, then death, declared idempotent: once more on a fresh connection', async () => {
    const [result, ran] = await call(path, { idempotentHint: true }, death);
    expect([result.status, ran]).toEqual(['ok', 2]);
  });

  it('B02 contradictory hints: once', async () => {
    expect(await call(path, { readOnlyHint: true, destructiveHint: true }, death)).toEqual([unknown, 1]);
  });

  it('B30 RB-10 the tool’s own error is never a loss', async () => {
    const [result, ran] = await call(path, { idempotentHint: true }, [
      { then: { kind: 'is-error', text: 'ECONNRESET: connection closed' } },
    ]);
    expect([result, ran]).toEqual([{ status: 'error', text: 'ECONNRESET: connection closed' }, 1]);
  });

  it('B30 a JSON-RPC error is never a loss', async () => {
    const [result, ran] = await call(path, { idempotentHint: true }, [
      { then: { kind: 'error', code: -32602, message: 'socket hang up' } },
    ]);
    expect([result, ran]).toEqual([{ status: 'error', text: 'socket hang up' }, 1]);
  });
});

it('B30 over a transport of ours, an error that is worded exactly like the SDK’s own close is an answer', async () => {
  const [result, ran] = await call('our stdio', { idempotentHint: true }, [
    { then: { kind: 'error', code: -32000, message: 'Connection closed' } },
  ]);
  expect([result, ran]).toEqual([{ status: 'error', text: 'Connection closed' }, 1]);
});

it('our callable has the shape that @google/genai takes', async () => {
  const host = await hostCanary(home.root, 'bank', { transport: 'stdio', tools: [{ name: 'pay' }] });
  hosts.push(host);
  const client = new Client({ name: 'test', version: '1' });
  const transport = await transportTo(host, 'our stdio');
  await client.connect(transport);
  open.push(transport);
  const tools = [{ name: 'pay', title: undefined, description: '', inputSchema: { type: 'object' }, hints: undefined }];
  const theirs: GenaiCallableTool = callableOverClient(client, tools, undefined);
  const [mine, real] = [
    await theirs.callTool([{ name: 'pay', args: {} }]),
    await mcpToTool(client).callTool([{ name: 'pay', args: {} }]),
  ];
  expect(Object.keys(mine[0]?.functionResponse?.response ?? {})).toEqual(
    Object.keys(real[0]?.functionResponse?.response ?? {}),
  );
});
