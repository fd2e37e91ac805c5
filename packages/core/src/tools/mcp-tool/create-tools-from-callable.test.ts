import { describe, expect, it } from 'vitest';
import { noDebugLog } from '../../shared/debug-log.js';
import { createFakeClock } from '../../testing/fake-clock.js';
import {
  createScriptedServer,
  type ArrivedCall,
  type ScriptedServer,
  type ScriptedTool,
} from '../../testing/scripted-server.js';
import type { LiveServer } from '../../mcp/types.js';
import type { Tool, ToolResult } from '../types.js';
import type { CallableConnection } from './callable-source.js';
import { callableOverClient, type CallableTool } from './callable-tool.js';
import { createMcpToolsFromCallable, type CallableHost } from './create-tools-from-callable.js';
import { UNKNOWN_OUTCOME_TEXT } from './texts.js';

const idempotent: ScriptedTool = { name: 'pay', annotations: { idempotentHint: true } };
const unknown: ToolResult = { status: 'error', code: 'mcp_outcome_unknown', text: UNKNOWN_OUTCOME_TEXT };
const done: ToolResult = { status: 'ok', text: 'done' };

function connectionOver(live: LiveServer | undefined, tools: readonly ScriptedTool[]): CallableConnection | undefined {
  if (live === undefined) return undefined;
  return {
    callable: callableOverClient(live.client, live.tools, undefined),
    annotationsOf: (name) => tools.find((tool) => tool.name === name)?.annotations,
    watchAttempt: () => live.watchAttempt(),
  };
}

const nobody = new AbortController().signal;
const connectionTo = async (server: ScriptedServer, tools: readonly ScriptedTool[]) =>
  connectionOver(await server.link.ready(nobody), tools);

const host = (connection: CallableConnection, more: Partial<CallableHost> = {}): CallableHost => ({
  server: 'bank',
  connection,
  callTimeoutMs: 60_000,
  trust: () => ({ server: true, workspace: true }),
  journal: undefined,
  clock: createFakeClock(),
  saveOutput: async () => 'unused',
  debug: noDebugLog,
  ...more,
});

async function toolsOver(
  epochs: readonly (readonly ScriptedTool[])[],
  play: (call: ArrivedCall) => void,
  canRenew = true,
): Promise<{ tools: Tool[]; server: ScriptedServer; renewed: () => number }> {
  const server = createScriptedServer({ epochs, play });
  let renewed = 0;
  const renew = async (): Promise<CallableConnection | undefined> => {
    renewed += 1;
    return connectionOver(await server.link.renew(renewed, nobody), epochs[renewed] ?? []);
  };
  const connection = await connectionTo(server, epochs[0] ?? []);
  const tools = await createMcpToolsFromCallable(host(connection!, canRenew ? { renew } : {}));
  return { tools, server, renewed: () => renewed };
}

const call = (tool: Tool | undefined, signal = nobody): Promise<ToolResult> =>
  tool!.execute({ amount: 3 }, { callId: 'call_1', signal, onProgress: () => {} });

it('makes a tool of each declaration', async () => {
  const callable: CallableTool = {
    tool: async () => ({
      functionDeclarations: [
        { name: 'pay', description: 'Pays.', parametersJsonSchema: { type: 'object', required: ['amount'] } },
        { name: 'odd name' },
        {},
      ],
    }),
    callTool: async () => [],
  };
  const tools = await createMcpToolsFromCallable(host({ callable }));
  expect(
    tools.map(({ name, displayName, description, parameters, kind, parallel }) => ({
      name,
      displayName,
      description,
      parameters,
      kind,
      parallel,
    })),
  ).toEqual([
    {
      name: 'mcp__bank__pay',
      displayName: 'pay (bank MCP Server)',
      description: 'Pays.',
      parameters: { type: 'object', required: ['amount'] },
      kind: 'mcp',
      parallel: false,
    },
    {
      name: expect.stringMatching(/^mcp__bank__odd_name_[0-9a-z]{7}$/),
      displayName: 'odd name (bank MCP Server)',
      description: '',
      parameters: { type: 'object' },
      kind: 'mcp',
      parallel: false,
    },
  ]);
});

it('a callable that can not list its tools is refused in one sentence', async () => {
  const callable: CallableTool = { tool: () => Promise.reject(new Error('SECRET')), callTool: async () => [] };
  await expect(createMcpToolsFromCallable(host({ callable }))).rejects.toMatchObject({
    code: 'mcp_start_failed',
    shown: 'The tools of MCP server "bank" could not be listed.',
  });
});

describe('a lost connection', () => {
  it('B03 the annotations of the fresh connection count', async () => {
    const { tools, server } = await toolsOver([[idempotent], [{ name: 'pay' }]], (arrived) => arrived.loseConnection());
    expect([await call(tools[0]), server.arrived.length]).toEqual([unknown, 1]);
  });

  it('without annotations nothing is sent again, and the next call gets a fresh connection', async () => {
    const { tools, server, renewed } = await toolsOver([[{ name: 'pay' }], [{ name: 'pay' }]], (arrived) =>
      arrived.epoch === 1 ? arrived.loseConnection() : arrived.answer(),
    );
    expect([await call(tools[0]), server.arrived.length, renewed()]).toEqual([unknown, 1, 0]);
    expect([await call(tools[0]), server.arrived.length, renewed()]).toEqual([done, 2, 1]);
  });

  it('B22 is renewed once for all the calls that it carried', async () => {
    const waiting: ArrivedCall[] = [];
    const { tools, server, renewed } = await toolsOver([[idempotent], [idempotent]], (arrived) => {
      if (arrived.epoch > 1) return arrived.answer();
      waiting.push(arrived);
      if (waiting.length === 3) arrived.loseConnection();
    });
    const results = await Promise.all([call(tools[0]), call(tools[0]), call(tools[0])]);
    expect([results, server.arrived.length, renewed()]).toEqual([[done, done, done], 6, 1]);
  });

  it('a call that hears of the loss late takes the connection that others renewed', async () => {
    const held: ArrivedCall[] = [];
    const { tools, renewed } = await toolsOver([[idempotent], [idempotent]], (arrived) => {
      if (arrived.epoch > 1) return arrived.answer();
      held.push(arrived);
      if (held.length === 2) arrived.loseExchange();
    });
    const slow = call(tools[0]);
    expect([await call(tools[0]), renewed()]).toEqual([done, 1]);
    held[0]?.loseExchange();
    expect([await slow, renewed()]).toEqual([done, 1]);
  });

  it.each([
    ['the host has no other', false, [[idempotent]]],
    ['the host can not renew it', true, [[idempotent]]],
  ])('%s: connection lost', async (_name, canRenew, epochs) => {
    const { tools, server } = await toolsOver(epochs, (arrived) => arrived.loseConnection(), canRenew);
    expect([(await call(tools[0])).code, server.arrived.length]).toEqual(['mcp_connection_lost', 1]);
  });

  it('a renewal that throws is one that failed', async () => {
    const server = createScriptedServer({ epochs: [[idempotent]], play: (arrived) => arrived.loseConnection() });
    const connection = await connectionTo(server, [idempotent]);
    const [tool] = await createMcpToolsFromCallable(host(connection!, { renew: () => Promise.reject(new Error('x')) }));
    expect((await call(tool)).code).toBe('mcp_connection_lost');
  });

  it('a call that is cancelled does not wait for the renewal', async () => {
    const user = new AbortController();
    const server = createScriptedServer({ epochs: [[idempotent]], play: (arrived) => arrived.loseConnection() });
    const connection = await connectionTo(server, [idempotent]);
    const renew = (): Promise<never> => {
      user.abort();
      return new Promise(() => {});
    };
    const [tool] = await createMcpToolsFromCallable(host(connection!, { renew }));
    expect((await call(tool, user.signal)).status).toBe('cancelled');
    expect(server.arrived).toHaveLength(1);
  });
});
