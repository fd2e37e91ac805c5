/** A server that leaves while a call is in flight: its end is told truthfully, and nothing is sent again. */
import { expect, it } from 'vitest';
import { createMcpManager } from '../../mcp/manager.js';
import { planServer, type ServerConfig } from '../../mcp/server-config.js';
import { systemClock } from '../../shared/clock.js';
import { noDebugLog } from '../../shared/debug-log.js';
import { createPeers } from '../../testing/scripted-peer.js';
import { createToolContext } from '../../testing/tool-context.js';
import { createMcpTool } from './create-mcp-tool.js';

const config = (timeout: number): ServerConfig => {
  const planned = planServer('srv', { command: 'srv', timeout }, '/');
  if (planned.kind !== 'ok') throw new Error(planned.shown);
  return planned.config;
};

it.each<[string, object, ServerConfig[], string]>([
  ['removed, a call that must not be repeated', {}, [], 'mcp_outcome_unknown'],
  ['removed, a read', { readOnlyHint: true }, [], 'mcp_connection_lost'],
  ['replaced, a call that must not be repeated', {}, [config(7_000)], 'mcp_outcome_unknown'],
  ['replaced, a read', { readOnlyHint: true }, [config(7_000)], 'mcp_connection_lost'],
])('%s', async (_name, annotations, next, code) => {
  let arrived = (): void => {};
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  const peers = createPeers({
    onRequest: ({ method }) => {
      if (method === 'tools/list') return { result: { tools: [{ name: 'work', annotations }] } };
      if (method !== 'tools/call') return undefined;
      arrived();
      return 'silence';
    },
  });
  const manager = createMcpManager({
    servers: [config(5_000)],
    trustReader: () => ({ server: true, workspace: true }),
    clock: systemClock,
    random: () => 0.5,
    debug: noDebugLog,
    openTransport: peers.open,
    workspaceDirs: [],
    version: '1',
    settings: { health: { enabled: false } },
  });
  await manager.start();
  const [offered] = manager.tools();
  if (offered === undefined) throw new Error('no tool');
  const tool = createMcpTool({
    ...offered,
    name: 'mcp__srv__work',
    journal: undefined,
    clock: systemClock,
    debug: noDebugLog,
    saveOutput: async () => '',
    limits: { maxChars: 1_000, maxLines: 100 },
  });
  const call = tool.execute({}, createToolContext());
  await arrival;
  await manager.apply(next);
  expect(await call).toMatchObject({ status: 'error', code });
  expect(peers.all.flatMap(({ methods }) => methods).filter((method) => method === 'tools/call')).toHaveLength(1);
  await manager.stop();
});
