/** What a run does with its MCP servers besides calling them: which start, who is waited for, what is said of the others. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, recordsOf, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const ONE_TOOL = { transport: 'stdio', tools: [{ name: 'pay' }] } as const;

it('names a server that can not be started, and runs with the others', async () => {
  const good = await stage.canary('good', ONE_TOOL);
  await stage.settle({ good: good.entry, bad: { command: '/nowhere/server' }, odd: { description: 'no transport' } });
  const model = await stage.play([say('ok')]);
  const { exitCode, stdout, stderr } = await runQwen(stage.home, { args: ['-p', 'go'], model });
  expect({ exitCode, stdout, lines: stderr.trimEnd().split('\n').sort() }).toEqual({
    exitCode: 0,
    stdout: 'ok\n',
    lines: [
      'MCP server "bad" is not available. The command "/nowhere/server" was not found.',
      'MCP server "odd" has no transport: set "command", "httpUrl" or "url" in its mcpServers entry.',
    ],
  });
  expect(model.scripted()[0]?.tools).toContain('mcp__good__pay');
});

it('does not wait long for a slow server once another is ready, and offers its tools in a later request', async () => {
  const quick = await stage.canary('quick', ONE_TOOL);
  const slow = await stage.canary('slow', {
    ...ONE_TOOL,
    faults: [{ on: 'initialize', pause: { gate: 'go' }, then: { kind: 'reply' } }],
  });
  await stage.settle({ quick: quick.entry, slow: slow.entry });
  const model = await stage.play(async ({ tools, turn }) => {
    if (tools.includes('mcp__slow__pay')) return say('It came.');
    if (turn === 0) await slow.openGate('go');
    return callTools({ name: 'list_directory', args: { path: stage.home.project } });
  });
  const result = await runQwen(stage.home, {
    args: ['-p', 'go', '-o', 'stream-json', '--max-session-turns', '50'],
    env: { QWEN_CODE_LEGACY_MCP_BLOCKING: '' },
    model,
  });
  const records = recordsOf(result);
  expect(records[0]?.['mcp_servers']).toEqual([
    { name: 'quick', status: 'connected' },
    { name: 'slow', status: 'disconnected' },
  ]);
  expect(records.at(-1)).toMatchObject({ subtype: 'success', result: 'It came.' });
  expect(result.stderr).toBe(
    'MCP server "slow" is not available. It is still starting; its tools are offered as soon as it is there.\n',
  );
});

describe("a project's own server", () => {
  it('does not start before it is approved, and says how', async () => {
    const canary = await stage.canary('own', ONE_TOOL);
    await stage.home.writeProjectSettings({ mcpServers: { own: canary.entry } });
    const model = await stage.play([say('one'), say('two')]);
    const refused = await runQwen(stage.home, { args: ['-p', 'go'], model });
    expect(refused.stderr).toContain('qwen mcp approve own');
    expect(canary.counts().starts).toBe(0);

    await runQwen(stage.home, { args: ['mcp', 'approve', 'own'] });
    const { stdout, stderr } = await runQwen(stage.home, { args: ['-p', 'go'], model });
    expect({ stdout, stderr, starts: canary.counts().starts }).toEqual({ stdout: 'two\n', stderr: '', starts: 1 });
  });
});

describe('an untrusted folder', () => {
  it('starts no server of any scope, keeps privileged modes out, and says so', async () => {
    const canary = await stage.canary('user', ONE_TOOL);
    await stage.settle(
      { user: canary.entry },
      {
        security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } },
      },
    );
    await stage.home.write('home/.qwen/trustedFolders.json', JSON.stringify({ [stage.home.project]: 'DO_NOT_TRUST' }));
    const model = await stage.play([say('ok')]);
    const { exitCode, stdout, stderr } = await runQwen(stage.home, { args: ['-p', 'go', '--yolo'], model });
    expect({ exitCode, stdout, lines: stderr.trimEnd().split('\n') }).toEqual({
      exitCode: 0,
      stdout: 'ok\n',
      lines: [
        'This folder is not trusted: approval mode "yolo" is replaced by "default".',
        'MCP server "user" is not started: this folder is not trusted, and no MCP server runs in an untrusted folder.',
      ],
    });
    expect(canary.counts().starts).toBe(0);
    expect(model.scripted()[0]?.tools).not.toContain('run_shell_command');
  });
});

describe('a call whose outcome is unknown', () => {
  const lose = async (args: string[]) => {
    const canary = await stage.canary('shop', { ...ONE_TOOL, faults: [{ nth: 1, then: { kind: 'exit' } }] });
    await stage.settle({ shop: { ...canary.entry, trust: true } });
    const call = { name: 'mcp__shop__pay', id: 'call_1', args: { key: 'secret-argument' } };
    const model = await stage.play([callTools(call), say('All is fine.')]);
    return { canary, result: await runQwen(stage.home, { args: ['-p', 'go', ...args], model }) };
  };
  const UNKNOWN = /^mcp__shop__pay: The outcome of this call is unknown: [^\n]*\n$/;

  it('is told on stderr in text mode, whatever the model says of it', async () => {
    const { canary, result } = await lose([]);
    expect(result).toMatchObject({ exitCode: 0, stdout: 'All is fine.\n', stderr: expect.stringMatching(UNKNOWN) });
    expect(result.stderr).not.toContain('secret-argument');
    expect(canary.counts('pay').invocations).toBe(1);
  });

  it('carries its code in stream-json, beside the call and in the result', async () => {
    const { canary, result } = await lose(['-o', 'stream-json']);
    const records = recordsOf(result);
    const toolResult = records.find(({ type }) => type === 'user') as { message: { content: unknown[] } };
    expect(toolResult.message.content).toEqual([
      {
        type: 'tool_result',
        tool_use_id: 'call_1',
        is_error: true,
        content: expect.stringMatching(/^The outcome of this call is unknown: /),
        code: 'mcp_outcome_unknown',
        record_id: expect.stringMatching(/^mo_[0-9a-f]{16}$/),
      },
    ]);
    const { record_id } = toolResult.message.content[0] as { record_id: string };
    expect(records.at(-1)).toMatchObject({
      subtype: 'success',
      unknown_outcomes: [
        { tool_use_id: 'call_1', tool_name: 'mcp__shop__pay', code: 'mcp_outcome_unknown', record_id },
      ],
    });
    expect({ stderr: result.stderr, calls: canary.counts('pay').invocations }).toEqual({ stderr: '', calls: 1 });
  });
});
