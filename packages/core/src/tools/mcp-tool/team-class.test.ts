import { describe, expect, it } from 'vitest';
import type { ReplayClass } from '../../mcp/inventory/replay-class.js';
import { noDebugLog } from '../../shared/debug-log.js';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createScriptedServer, type ScriptedServerOptions, type ScriptedTool } from '../../testing/scripted-server.js';
import { createMcpTool } from './create-mcp-tool.js';

const idempotent: ScriptedTool = { name: 'pay', annotations: { idempotentHint: true } };
const readOnly: ScriptedTool = { name: 'pay', annotations: { readOnlyHint: true } };

async function toolOf(options: ScriptedServerOptions, team: () => ReplayClass | undefined) {
  const server = createScriptedServer(options);
  const live = await server.link.ready(new AbortController().signal);
  const tool = createMcpTool({
    link: { ...server.link, team },
    tool: live!.tools[0]!,
    name: 'mcp__srv__pay',
    journal: undefined,
    clock: createFakeClock(),
    saveOutput: async () => 'unused',
    debug: noDebugLog,
  });
  const call = () => tool.execute({}, { callId: 'c', signal: new AbortController().signal, onProgress: () => {} });
  return { server, tool, call };
}

describe("the team's class is read afresh at every check", () => {
  it.each<[string, ReplayClass | undefined, number]>([
    ['none', undefined, 2],
    ['idempotent-write', 'idempotent-write', 2],
    ['non-idempotent-write', 'non-idempotent-write', 1],
    ['unknown', 'unknown', 1],
  ])('%s from the start', async (_name, team, sends) => {
    const { server, call } = await toolOf(
      {
        epochs: [[idempotent], [idempotent]],
        play: (sent) => (sent.epoch === 1 ? sent.loseConnection() : sent.answer()),
      },
      () => team,
    );
    await call();
    expect(server.arrived).toHaveLength(sends);
  });

  it('a stricter word that comes while the call is out shuts the gate', async () => {
    let team: ReplayClass | undefined;
    const { server, call } = await toolOf(
      {
        epochs: [[idempotent], [idempotent]],
        play: (sent) => {
          team = 'non-idempotent-write';
          sent.loseConnection();
        },
      },
      () => team,
    );
    expect(await call()).toMatchObject({ status: 'error', code: 'mcp_outcome_unknown' });
    expect([server.arrived.length, server.renewed]).toEqual([1, []]);
  });

  it('and one that comes during the reconnect', async () => {
    let team: ReplayClass | undefined;
    const { server, call } = await toolOf(
      {
        epochs: [[idempotent], [idempotent]],
        play: (sent) => sent.loseConnection(),
        beforeRenew: async () => void (team = 'unknown'),
      },
      () => team,
    );
    expect(await call()).toMatchObject({ status: 'error', code: 'mcp_outcome_unknown' });
    expect([server.arrived.length, server.renewed]).toEqual([1, [1]]);
  });
});

it('a read-only tool that the team calls a write is no read any more', async () => {
  const said: { team?: ReplayClass } = {};
  const { tool } = await toolOf({ epochs: [[readOnly]], play: (sent) => sent.answer() }, () => said.team);
  expect(tool.parallel).toBe(true);
  said.team = 'idempotent-write';
  expect(tool.parallel).toBe(false);
});
