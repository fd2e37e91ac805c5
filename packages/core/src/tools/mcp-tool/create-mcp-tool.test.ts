import { describe, expect, it } from 'vitest';
import { noDebugLog, type DebugLog } from '../../shared/debug-log.js';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createScriptedServer, type ScriptedServerOptions, type ScriptedTool } from '../../testing/scripted-server.js';
import type { ToolContext } from '../types.js';
import { createMcpTool } from './create-mcp-tool.js';
import { UNKNOWN_OUTCOME_TEXT } from './texts.js';

const idempotent: ScriptedTool = { name: 'pay', annotations: { idempotentHint: true } };
const context = (signal = new AbortController().signal): ToolContext => ({
  callId: 'call_1',
  signal,
  onProgress: () => {},
});

async function toolOf(options: ScriptedServerOptions, debug: DebugLog = noDebugLog) {
  const server = createScriptedServer(options);
  const live = await server.link.ready(new AbortController().signal);
  const tool = createMcpTool({
    link: server.link,
    tool: live!.tools[0]!,
    name: 'mcp__srv__pay',
    journal: undefined,
    clock: createFakeClock(),
    saveOutput: async () => 'unused',
    debug,
  });
  return { server, tool };
}

it('is described as the server describes it', async () => {
  const inputSchema = { type: 'object', properties: { amount: { type: 'number' } } };
  const { tool } = await toolOf({ epochs: [[{ ...idempotent, inputSchema }]], play: (call) => call.answer() });
  expect({ ...tool, execute: undefined, server: tool.server?.name }).toEqual({
    name: 'mcp__srv__pay',
    displayName: 'pay (srv MCP Server)',
    description: 'the scripted tool pay',
    parameters: inputSchema,
    kind: 'mcp',
    parallel: false,
    server: 'srv',
    execute: undefined,
  });
});

describe('trust is read afresh', () => {
  const readOnly: ScriptedTool = { name: 'pay', annotations: { readOnlyHint: true } };
  it.each<[string, ScriptedTool, { server: boolean; workspace: boolean }, boolean]>([
    ['read-only, both trusted', readOnly, { server: true, workspace: true }, true],
    ['read-only, server not trusted', readOnly, { server: false, workspace: true }, false],
    ['read-only, workspace not trusted', readOnly, { server: true, workspace: false }, false],
    ['idempotent', idempotent, { server: true, workspace: true }, false],
    [
      'contradictory',
      { name: 'pay', annotations: { readOnlyHint: true, destructiveHint: true } },
      { server: true, workspace: true },
      false,
    ],
  ])('runs side by side with others: %s', async (_name, listed, trust, parallel) => {
    const { tool } = await toolOf({ epochs: [[listed]], play: (call) => call.answer(), trust: () => trust });
    expect([tool.parallel, tool.server?.trusted()]).toEqual([parallel, trust.server && trust.workspace]);
  });

  it('follows the settings', async () => {
    const trust = { server: false, workspace: true };
    const { tool } = await toolOf({ epochs: [[readOnly]], play: (call) => call.answer(), trust: () => trust });
    expect([tool.parallel, tool.server?.trusted()]).toEqual([false, false]);
    trust.server = true;
    expect([tool.parallel, tool.server?.trusted()]).toEqual([true, true]);
  });

  it('follows them within one call: trust that goes during the reconnect', async () => {
    const trust = { server: true, workspace: true };
    const { tool, server } = await toolOf({
      epochs: [[idempotent], [idempotent]],
      play: (call) => call.loseConnection(),
      trust: () => ({ ...trust }),
      beforeRenew: async () => {
        trust.server = false;
      },
    });
    expect((await tool.execute({}, context())).code).toBe('mcp_outcome_unknown');
    expect(server.arrived).toHaveLength(1);
  });
});

it('an answer becomes the result', async () => {
  const { tool } = await toolOf({ epochs: [[idempotent]], play: (call) => call.answer() });
  expect(await tool.execute({}, context())).toEqual({ status: 'ok', text: 'done' });
});

it('a loss becomes the unknown outcome, and the next call works', async () => {
  const { tool, server } = await toolOf({
    epochs: [[{ name: 'pay' }], [{ name: 'pay' }]],
    play: (call) => (call.epoch === 1 ? call.loseConnection() : call.answer()),
  });
  expect(await tool.execute({}, context())).toEqual({
    status: 'error',
    code: 'mcp_outcome_unknown',
    text: UNKNOWN_OUTCOME_TEXT,
  });
  expect(server.arrived).toHaveLength(1);
  expect(await tool.execute({}, context())).toEqual({ status: 'ok', text: 'done' });
});

it('a server that is down and does not come back is named', async () => {
  const { tool, server } = await toolOf({ epochs: [[idempotent]], play: (call) => call.answer() });
  server.die();
  expect(await tool.execute({}, context())).toEqual({
    status: 'error',
    code: 'mcp_call_failed',
    text: 'MCP server "srv" is unavailable, so the call was not sent. Run `qwen mcp list` to see its state.',
  });
  expect(server.arrived).toEqual([]);
});

describe('B48 nothing of the arguments and nothing of the transport is shown', () => {
  const args = { card: 'ARGUMENT-MARKER' };
  const cause = new Error('UPSTREAM-MARKER at /home/secret, host db.internal');
  const dying: ScriptedServerOptions['play'] = (call) => call.loseConnection(cause);

  it.each<[string, ScriptedTool, string]>([
    ['unknown outcome', { name: 'pay' }, 'mcp_outcome_unknown'],
    ['every replay used', idempotent, 'mcp_connection_lost'],
  ])('%s', async (_name, listed, code) => {
    const logged: unknown[][] = [];
    const { tool } = await toolOf({ epochs: Array.from({ length: 6 }, () => [listed]), play: dying }, (...entry) => {
      logged.push(entry);
    });
    const result = await tool.execute(args, context());
    expect(result.code).toBe(code);
    expect(JSON.stringify(result)).not.toMatch(/MARKER|secret|internal/);
    expect(JSON.stringify(logged)).not.toContain('ARGUMENT-MARKER');
    // The cause is kept where it belongs.
    expect(logged.map(([, , detail]) => (detail as { cause?: unknown }).cause)).toContain(cause);
  });
});

it('leaves nothing on the caller’s signal', async () => {
  const user = new AbortController();
  const counted = { added: 0, removed: 0 };
  const [add, remove] = [user.signal.addEventListener, user.signal.removeEventListener];
  user.signal.addEventListener = (...list: Parameters<typeof add>) => {
    counted.added += 1;
    add.apply(user.signal, list);
  };
  user.signal.removeEventListener = (...list: Parameters<typeof remove>) => {
    counted.removed += 1;
    remove.apply(user.signal, list);
  };
  const { tool } = await toolOf({ epochs: [[idempotent]], play: (call) => call.answer() });
  for (let turn = 0; turn < 5; turn += 1) await tool.execute({}, context(user.signal));
  expect(counted).toEqual({ added: 5, removed: 5 });
});
