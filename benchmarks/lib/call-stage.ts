/**
 * Our MCP tool and a bare SDK client in this process, each with a child process of the same bench server; and the SDK's
 * client on our own connection. All three make the same call.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createMcpManager } from '@qwen-code/qwen-code-core/mcp/manager.js';
import { planServer } from '@qwen-code/qwen-code-core/mcp/server-config.js';
import { openTransport } from '@qwen-code/qwen-code-core/mcp/transports/open.js';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { noDebugLog as debug } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { createMcpTool } from '@qwen-code/qwen-code-core/tools/mcp-tool/index.js';

export interface CallStage {
  /** `execute` of our tool, as the scheduler calls it. */
  ours(): Promise<void>;
  /** `callTool` of a bare SDK client over the SDK's own stdio transport. */
  bare(): Promise<void>;
  /** `callTool` of the SDK's client on our connection. */
  onOurs(): Promise<void>;
  stop(): Promise<void>;
}

const CALL = { name: 'echo', arguments: { text: 'hello' } };

export async function openCallStage(serverArgs: readonly string[], cwd: string): Promise<CallStage> {
  const entry = { command: process.execPath, args: [...serverArgs], trust: true };
  const planned = planServer('bench', entry, cwd);
  if (planned.kind !== 'ok') throw new Error(planned.shown);
  const manager = createMcpManager({
    servers: [planned.config],
    trustReader: () => ({ server: true, workspace: true }),
    clock,
    random: Math.random,
    debug,
    openTransport: (plan) => openTransport(plan, { env: process.env, clock, debug }),
    workspaceDirs: [cwd],
    version: '0.0.0',
    settings: {},
  });
  const transport = new StdioClientTransport(entry);
  const client = new Client({ name: 'bare', version: '0.0.0' });
  await Promise.all([manager.start(), client.connect(transport)]);
  const offered = manager.tools().find(({ tool }) => tool.name === CALL.name);
  const live = await offered?.link.ready(new AbortController().signal);
  if (offered === undefined || live === undefined) throw new Error('The bench server did not come up.');
  const effects = { journal: undefined, clock, debug, saveOutput: async () => '' };
  const tool = createMcpTool({ ...offered, ...effects, name: 'echo' });
  const { signal } = new AbortController();
  let calls = 0;
  return {
    ours: async () => {
      calls += 1;
      const result = await tool.execute(CALL.arguments, { callId: `call_${calls}`, signal, onProgress: () => {} });
      if (result.text !== 'pong') throw new Error(`The bench server answered: ${result.text}`);
    },
    bare: async () => void (await client.callTool(CALL)),
    onOurs: async () => void (await live.client.callTool(CALL)),
    stop: async () => {
      await Promise.all([manager.stop(), client.close()]);
    },
  };
}
