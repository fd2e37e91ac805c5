/** What reaches the model from stdin and the prompt, and what the three output formats carry. */
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callTools, plainText, say, type ScriptedModel } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { qwenCommand } from '../support/binary.js';
import { createStage, recordsOf, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
});
afterEach(() => stage.close());

const promptSeen = (model: ScriptedModel): string =>
  plainText(model.scripted()[0]?.messages.findLast(({ role }) => role === 'user')?.content);

it('says once what is wrong in a settings file, and goes on without it', async () => {
  const model = await stage.play([say('ok')]);
  await stage.home.writeProjectSettings({ tools: { approvalMode: 5 } });
  const { exitCode, stderr } = await runQwen(stage.home, { args: ['-p', 'x'], model });
  expect({ exitCode, lines: stderr.match(/"tools\.approvalMode" must be one of/g) }).toEqual({
    exitCode: 0,
    lines: ['"tools.approvalMode" must be one of'],
  });
});

describe('the prompt', () => {
  it.each([
    [['-p', 'the prompt'], '', 'the prompt'],
    [['the', 'prompt'], '', 'the prompt'],
    [['-p', 'the prompt'], 'data', 'data\n\nthe prompt'],
    [[], 'data', 'data\n\n'],
    [['-p', 'Grüße, 世界'], 'naïve ☃', 'naïve ☃\n\nGrüße, 世界'],
  ])('%j with stdin %j', async (args, input, expected) => {
    const model = await stage.play([say('ok')]);
    const result = await runQwen(stage.home, { args, input, model });
    expect({ ...result, prompt: promptSeen(model) }).toEqual({
      exitCode: 0,
      signal: undefined,
      stdout: 'ok\n',
      stderr: '',
      prompt: expected,
    });
  });

  const environment = (model: ScriptedModel): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    HOME: stage.home.home,
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: model.url,
    OPENAI_MODEL: 'scripted',
  });

  it('reads a file on stdin', async () => {
    const model = await stage.play([say('ok')]);
    const file = await stage.home.write('in.txt', 'from a file');
    const [program, ...leading] = qwenCommand();
    await execa(program, [...leading, '-p', 'x'], {
      cwd: stage.home.project,
      env: environment(model),
      extendEnv: false,
      inputFile: file,
    });
    expect(promptSeen(model)).toBe('from a file\n\nx');
  });

  it('does not wait for a pipe that stays open and silent', async () => {
    const model = await stage.play([say('ok')]);
    const [program, ...leading] = qwenCommand();
    const child = execa(program, [...leading, '-p', 'x'], {
      cwd: stage.home.project,
      env: environment(model),
      extendEnv: false,
    });
    const { stdout } = await child;
    expect({ stdout, prompt: promptSeen(model) }).toEqual({ stdout: 'ok', prompt: 'x' });
  });
});

describe('text', () => {
  it('prints the last turn alone', async () => {
    const model = await stage.play([
      {
        kind: 'message',
        text: 'Let me look.',
        calls: [{ name: 'list_directory', args: { path: stage.home.project } }],
      },
      say('Nothing there.'),
    ]);
    const result = await runQwen(stage.home, { args: ['-p', 'go'], model });
    expect(result).toEqual({ exitCode: 0, signal: undefined, stdout: 'Nothing there.\n', stderr: '' });
  });

  it('says on stderr which call was refused and what would allow it, and goes on', async () => {
    const model = await stage.play([callTools({ name: 'mcp__srv__write' }), say('Could not.')]);
    const canary = await stage.canary('srv', { transport: 'stdio', tools: [{ name: 'write' }] });
    await stage.settle({ srv: canary.entry });
    const { exitCode, stdout, stderr } = await runQwen(stage.home, { args: ['-p', 'go'], model });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'Could not.\n' });
    expect(stderr).toContain('mcp__srv__write was not run');
    expect(stderr).toContain('--allowed-tools "mcp__srv__write"');
    expect(canary.counts('write').invocations).toBe(0);
  });

  it('exits 1 with one sentence when the model call fails', async () => {
    const model = await stage.play([{ kind: 'status', status: 400, body: '{"error":{"message":"no such model"}}' }]);
    const { exitCode, stdout, stderr } = await runQwen(stage.home, { args: ['-p', 'go'], model });
    expect({ exitCode, stdout, lines: stderr.split('\n').length }).toEqual({ exitCode: 1, stdout: '', lines: 2 });
  });
});

describe('json', () => {
  it('prints one array whose last record has the answer and the statistics', async () => {
    const model = await stage.play([say('Hello.')]);
    const { exitCode, stdout, stderr } = await runQwen(stage.home, { args: ['-p', 'go', '-o', 'json'], model });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const records = JSON.parse(stdout) as Record<string, unknown>[];
    expect(records.map(({ type, subtype }) => [type, subtype])).toEqual([
      ['system', 'init'],
      ['assistant', undefined],
      ['result', 'success'],
    ]);
    expect(records.at(-1)).toMatchObject({
      result: 'Hello.',
      num_turns: 1,
      usage: { input_tokens: 10, output_tokens: 5 },
      stats: { models: { scripted: { api: { totalRequests: 1 } } }, tools: { totalCalls: 0 } },
    });
  });

  it('ends a failed model call with an error result and exit 1', async () => {
    const model = await stage.play([{ kind: 'status', status: 400, body: '{}' }]);
    const { exitCode, stdout } = await runQwen(stage.home, { args: ['-p', 'go', '-o', 'json'], model });
    const records = JSON.parse(stdout) as Record<string, unknown>[];
    expect({ exitCode, last: records.at(-1) }).toMatchObject({
      exitCode: 1,
      last: { type: 'result', subtype: 'error_during_execution', is_error: true },
    });
  });

  it('tells a missing key as a result, and what to set', async () => {
    const { exitCode, stdout } = await runQwen(stage.home, { args: ['-p', 'go', '-o', 'json'] });
    const [record, ...others] = JSON.parse(stdout) as { subtype: string; error: { message: string } }[];
    expect({ exitCode, others, subtype: record?.subtype }).toEqual({
      exitCode: 1,
      others: [],
      subtype: 'error_during_execution',
    });
    expect(record?.error.message).toContain('OPENAI_API_KEY');
  });
});

describe('stream-json', () => {
  it('tells an MCP call with its progress, piece by piece', async () => {
    const canary = await stage.canary('srv', {
      transport: 'stdio',
      tools: [{ name: 'slow' }],
      faults: [{ on: 'tools/call', progress: 2, then: { kind: 'reply' } }],
    });
    await stage.settle({ srv: { ...canary.entry, trust: true } });
    const model = await stage.play([callTools({ name: 'mcp__srv__slow', id: 'call_1' }), say('Done.')]);
    const args = ['-p', 'go', '-o', 'stream-json', '--include-partial-messages'];
    const result = await runQwen(stage.home, { args, model });
    const records = recordsOf(result);
    expect(records[0]).toMatchObject({
      type: 'system',
      subtype: 'init',
      cwd: stage.home.project,
      mcp_servers: [{ name: 'srv', status: 'connected' }],
      model: 'scripted',
      qwen_code_version: '0.21.5',
    });
    expect(records[0]?.['tools']).toContain('mcp__srv__slow');
    const progress = records.filter(({ event }) => (event as { type?: string } | undefined)?.type === 'tool_progress');
    expect(progress.map(({ event }) => event)).toEqual(
      [1, 2].map((step) => ({
        type: 'tool_progress',
        tool_use_id: 'call_1',
        content: { type: 'mcp_tool_progress', progress: step, total: 2, message: `step ${step}` },
      })),
    );
    expect(records.at(-1)).toMatchObject({ type: 'result', subtype: 'success', result: 'Done.', num_turns: 2 });
  });

  it('says that the turn limit was hit with exit 53, and prints no result', async () => {
    const again = callTools({ name: 'list_directory', args: { path: stage.home.project } });
    const model = await stage.play(() => again);
    const args = ['-p', 'go', '-o', 'stream-json', '--max-session-turns', '2'];
    const { exitCode, stderr, ...rest } = await runQwen(stage.home, { args, model });
    const types = recordsOf({ exitCode, stderr, ...rest }).map(({ type }) => type);
    expect({ exitCode, types, requests: model.scripted().length }).toEqual({
      exitCode: 53,
      types: ['system', 'stream_event', 'assistant', 'user', 'assistant', 'user'],
      requests: 2,
    });
    expect(stderr).toMatch(/^[^\n]*turn[^\n]*\n$/i);
  });
});
