/** What ends a run before the model does, the exit code of each end, and what is told of a call that was out. */
import { writeFileSync } from 'node:fs';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, recordsOf, runQwen, type QwenResult, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
});
afterEach(() => stage.close());

const list = (id: string) => callTools({ name: 'list_directory', args: { path: stage.home.project }, id });

/** The model never stops calling. */
async function endless(...args: readonly string[]): Promise<QwenResult> {
  let made = 0;
  const model = await stage.play(() => list(`c${(made += 1)}`));
  return runQwen(stage.home, { args: ['-p', 'go', ...args], model });
}

const TURNS = 'Stopped: the limit of 2 model turns is reached (--max-session-turns or model.maxSessionTurns).';
const CALLS = 'Stopped: the model wanted more than 1 tool calls (--max-tool-calls or model.maxToolCalls).';
const TIME = 'Stopped: the time limit of 1 s is reached (--max-wall-time or model.maxWallTimeSeconds).';

describe.each<[string, string[], object, { exitCode: number; type: string; shown: string }]>([
  [
    'turns',
    ['--max-session-turns', '2'],
    { maxSessionTurns: 2 },
    { exitCode: 53, type: 'FatalTurnLimitedError', shown: TURNS },
  ],
  [
    'tool calls',
    ['--max-tool-calls', '1'],
    { maxToolCalls: 1 },
    { exitCode: 55, type: 'FatalBudgetExceededError', shown: CALLS },
  ],
])('a limit of %s', (_what, flags, model, { exitCode, type, shown }) => {
  it('ends with its code and its reason on stderr, in each format', async () => {
    expect(await endless(...flags)).toMatchObject({ exitCode, stdout: '', stderr: `${shown}\n` });
    const json = await endless(...flags, '-o', 'json');
    expect(json).toMatchObject({ exitCode, stdout: '' });
    expect(JSON.parse(json.stderr)).toEqual({ error: { type, message: shown, code: exitCode } });
    const stream = await endless(...flags, '-o', 'stream-json');
    expect(stream).toMatchObject({ exitCode, stderr: `${shown}\n` });
    expect(recordsOf(stream).some((record) => record['type'] === 'result')).toBe(false);
  });

  it('may stand in the settings', async () => {
    await stage.settle({}, { model });
    expect(await endless()).toMatchObject({ exitCode, stderr: `${shown}\n` });
  });
});

it('no tool call at all may be allowed, and an answer without one is fine', async () => {
  expect(await endless('--max-tool-calls', '0')).toMatchObject({ exitCode: 55 });
  const model = await stage.play([say('Fine.')]);
  expect(await runQwen(stage.home, { args: ['-p', 'go', '--max-tool-calls', '0'], model })).toMatchObject({
    exitCode: 0,
    stdout: 'Fine.\n',
  });
});

it('a model that goes in circles is stopped only where the settings ask for it', async () => {
  await stage.settle({}, { model: { skipLoopDetection: false } });
  expect(await endless()).toMatchObject({
    exitCode: 55,
    stderr: 'Stopped: the model made the same tool calls with the same results 5 times in a row.\n',
  });
  await stage.settle({});
  expect(await endless('--max-session-turns', '7')).toMatchObject({ exitCode: 53 });
});

describe('a limit of time', () => {
  it('ends a run whose model does not answer', async () => {
    const model = await stage.play([{ kind: 'message', text: 'never', hold: () => new Promise(() => {}) }]);
    const result = await runQwen(stage.home, { args: ['-p', 'go', '--max-wall-time', '1'], model });
    expect(result).toMatchObject({ exitCode: 55, stdout: '', stderr: `${TIME}\n` });
  });

  /** The server has done the work and does not answer. */
  async function duringCall(...args: readonly string[]) {
    const canary = await stage.canary('shop', {
      transport: 'stdio',
      tools: [{ name: 'order' }],
      faults: [{ tool: 'order', nth: 1, then: { kind: 'hang' } }],
    });
    await stage.settle({ shop: { ...canary.entry, trust: true } });
    const model = await stage.play([callTools({ name: 'mcp__shop__order', args: { key: 'k1' }, id: 'c1' })]);
    const result = await runQwen(stage.home, { args: ['-p', 'order', '--max-wall-time', '1s', ...args], model });
    expect(canary.counts('order').invocations).toBe(1);
    return result;
  }

  const TOLD = new RegExp(
    `^${TIME.replaceAll(/[().]/g, '\\$&')} In flight: mcp__shop__order \\(record (mo_[0-9a-f]{16})\\)\\. Whether that was done is unknown: verify before you do it again\\.$`,
  );

  it('that comes during an MCP call says that its outcome is unknown', async () => {
    const { exitCode, stdout, stderr } = await duringCall();
    expect({ exitCode, stdout }).toEqual({ exitCode: 55, stdout: '' });
    expect(stderr.trimEnd()).toMatch(TOLD);
    const listed = await runQwen(stage.home, { args: ['mcp', 'outcomes'] });
    expect(listed.stdout).toContain(TOLD.exec(stderr.trimEnd())?.[1]);
  });

  it('says so to programs as well', async () => {
    const { exitCode, stdout, stderr } = await duringCall('-o', 'json');
    expect({ exitCode, stdout }).toEqual({ exitCode: 55, stdout: '' });
    const { error } = JSON.parse(stderr) as { error: Record<string, unknown> };
    expect(error).toMatchObject({
      type: 'FatalBudgetExceededError',
      code: 55,
      message: expect.stringMatching(TOLD) as string,
    });
    const outcome = {
      tool_use_id: 'c1',
      tool_name: 'mcp__shop__order',
      record_id: TOLD.exec(String(error['message']))?.[1],
    };
    expect(error['unknown_outcomes']).toMatchObject([outcome]);
  });

  it('says so to programs that read line by line', async () => {
    const result = await duringCall('-o', 'stream-json');
    expect(result.exitCode).toBe(55);
    expect(result.stderr.trimEnd()).toMatch(TOLD);
    const record = TOLD.exec(result.stderr.trimEnd())?.[1];
    const last = recordsOf(result).at(-1) as { message: { content: unknown[] } };
    expect(last.message.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'c1', is_error: true, record_id: record },
    ]);
  });
});

describe('--json-schema', () => {
  const SCHEMA = '{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}';
  const give = (args: object) => callTools({ name: 'structured_output', args: args as Record<string, unknown> });

  it('prints the answer as JSON and nothing else', async () => {
    await stage.home.write('project/schema.json', SCHEMA);
    const model = await stage.play([give({ count: 'two' }), give({ count: 2 })]);
    const result = await runQwen(stage.home, { args: ['-p', 'count', '--json-schema', '@schema.json'], model });
    expect(result).toEqual({ exitCode: 0, signal: undefined, stdout: '{"count":2}\n', stderr: '' });
    expect(model.scripted()[0]?.tools).toContain('structured_output');
  });

  it('is a field of the result for programs', async () => {
    const model = await stage.play([give({ count: 2 })]);
    const result = await runQwen(stage.home, {
      args: ['-p', 'count', '--json-schema', SCHEMA, '-o', 'stream-json'],
      model,
    });
    expect(recordsOf(result).at(-1)).toMatchObject({
      type: 'result',
      is_error: false,
      result: '{"count":2}',
      structured_result: { count: 2 },
    });
  });

  it('fails clearly when the model never gives one', async () => {
    const model = await stage.play([say('Two.'), say('I said two.')]);
    const result = await runQwen(stage.home, { args: ['-p', 'count', '--json-schema', SCHEMA], model });
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toContain('did not give its answer through the tool structured_output');
    expect(model.scripted()).toHaveLength(2);
  });

  it.each(['{"type":', '@nowhere.json', '{"type":"array"}'])(
    '%s ends with 52 before anything is asked',
    async (schema) => {
      const model = await stage.play([say('never')]);
      const result = await runQwen(stage.home, { args: ['-p', 'count', '--json-schema', schema], model });
      expect(result).toMatchObject({ exitCode: 52, stdout: '' });
      expect(result.stderr).toMatch(/^--json-schema: .+\n$/);
      expect(model.requests).toEqual([]);
    },
  );
});

it('a time that is none is a usage error', async () => {
  const { exitCode, stderr } = await runQwen(stage.home, { args: ['-p', 'go', '--max-wall-time', 'soon'] });
  expect([exitCode, stderr.split('\n')[0]]).toEqual([1, '--max-wall-time must be a time such as 90, 30s, 5m or 1.5h.']);
});

describe('without customisation', () => {
  const OFFERED = ['edit', 'glob', 'grep_search', 'read_file', 'run_shell_command', 'write_file'];

  async function customised(): Promise<void> {
    const canary = await stage.canary('shop', { transport: 'stdio', tools: [{ name: 'order' }], faults: [] });
    await stage.settle(
      { shop: { ...canary.entry, trust: true } },
      { permissions: { deny: ['glob'] }, model: { name: 'from-settings' } },
    );
    await stage.home.write('project/QWEN.md', 'Remember the magic word.');
    writeFileSync(`${stage.home.project}/.mcp.json`, JSON.stringify({ mcpServers: { more: canary.entry } }));
  }

  async function start(...args: readonly string[]) {
    const model = await stage.play([say('Fine.')]);
    const result = await runQwen(stage.home, { args: ['-p', 'go', ...args, '-o', 'stream-json'], model });
    const request = model.scripted()[0];
    return { ...result, init: recordsOf(result)[0], request, sent: JSON.stringify(request?.messages) };
  }

  it('--bare offers six tools, and knows no context, no server and no setting but refusals', async () => {
    const plain = await start('--bare', '-y');
    expect(plain).toMatchObject({ exitCode: 0, stderr: '' });
    expect(plain.init).toMatchObject({ tools: OFFERED, mcp_servers: [], model: 'scripted', permission_mode: 'yolo' });
    await customised();
    const { init, request, sent, exitCode, stderr } = await start('--bare', '-y');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const tools = OFFERED.filter((name) => name !== 'glob');
    expect(init).toMatchObject({ tools, mcp_servers: [], model: 'scripted' });
    expect(request?.tools).toEqual(tools);
    expect(sent).not.toContain('magic word');
    expect((await start('--bare')).init).toMatchObject({ permission_mode: 'default' });
  });

  it.each<[string, string[], Record<string, string>]>([
    ['the flag', ['--safe-mode'], {}],
    ['the variable', [], { QWEN_CODE_SAFE_MODE: '1' }],
  ])('safe mode, by %s, says so and still reaches the model that the settings name', async (_how, flags, env) => {
    await customised();
    const model = await stage.play([say('Fine.')]);
    const result = await runQwen(stage.home, { args: ['-p', 'go', ...flags, '-o', 'stream-json'], model, env });
    expect(result).toMatchObject({
      exitCode: 0,
      stderr:
        'Safe mode: settings, context files, MCP servers, skills and custom commands are left out; refusals and trust still count.\n',
    });
    expect(recordsOf(result)[0]).toMatchObject({ mcp_servers: [], model: 'from-settings', permission_mode: 'default' });
    expect(JSON.stringify(model.scripted()[0]?.messages)).not.toContain('magic word');
  });
});
