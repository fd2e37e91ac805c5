/** Slash commands in a run without a terminal: answered here, turned into a prompt, or refused; and never more than allowed. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainText, say, type ScriptedModel } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, recordsOf, runQwen, type QwenResult, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
});
afterEach(() => stage.close());

interface Ran {
  readonly result: QwenResult;
  readonly model: ScriptedModel;
  /** What the model was told; undefined when it was not asked. */
  readonly seen: string | undefined;
}

async function run(prompt: string, options: { args?: string[]; env?: Record<string, string> } = {}): Promise<Ran> {
  const model = await stage.play([say('ok')]);
  const args = ['-p', prompt, ...(options.args ?? [])];
  const result = await runQwen(stage.home, { args, model, ...(options.env !== undefined && { env: options.env }) });
  const asked = model.scripted()[0]?.messages.findLast(({ role }) => role === 'user');
  return { result, model, seen: asked && plainText(asked.content) };
}

describe('built-in commands', () => {
  it('answer without a request to the model', async () => {
    const { result, model } = await run('/about');
    expect([model.requests.length, result.exitCode, result.stderr]).toEqual([0, 0, '']);
    expect(result.stdout).toMatch(/^qwen 0\.21\.5\nModel: scripted\n/);
    const { stdout } = (await run('/context', { args: ['-o', 'json'] })).result;
    expect((JSON.parse(stdout) as Record<string, unknown>[]).at(-1)).toMatchObject({
      type: 'result',
      is_error: false,
      result: expect.stringContaining('The next request, in estimated tokens:') as string,
    });
  });

  it('are listed in init', async () => {
    await stage.home.write('project/.qwen/commands/git/fix.md', 'Fix it.');
    const { result } = await run('hi', { args: ['-o', 'stream-json'] });
    expect(recordsOf(result)[0]?.['slash_commands']).toEqual(expect.arrayContaining(['clear', 'compress', 'git:fix']));
  });

  it('export what was said', async () => {
    await run('hello');
    const { result } = await run('/export html', { args: ['-c'] });
    expect(result.stdout).toMatch(/^Written to .*\.html\.\n$/);
    expect(readdirSync(stage.home.project).filter((name) => name.endsWith('.html'))).toHaveLength(1);
  });

  it.each([
    ['/mcp list', '/mcp is not supported in this mode.\n', {}],
    ['/about', '/about is switched off (slashCommands.disabled).\n', { args: ['--disabled-slash-commands', 'about'] }],
    [
      '/stats',
      '/stats is switched off (slashCommands.disabled).\n',
      { env: { QWEN_DISABLED_SLASH_COMMANDS: 'x,stats' } },
    ],
  ])('%s is refused: %s', async (prompt, stderr, options) => {
    const { result, model } = await run(prompt, options);
    expect([model.requests.length, result.exitCode, result.stdout, result.stderr]).toEqual([0, 1, '', stderr]);
  });

  it('leave any other word with a slash to the model', async () => {
    expect((await run('/usr/bin is what?')).seen).toBe('/usr/bin is what?');
    expect((await run('/nosuch thing')).seen).toBe('/nosuch thing');
  });
});

describe('custom commands', () => {
  it('become a prompt with arguments and files', async () => {
    await stage.home.write('project/style.md', 'Be terse. {{args}} !{touch from-file}');
    await stage.home.write('project/.qwen/commands/fix.md', '---\ndescription: Fixes\n---\nFix {{args}}.\n@{style.md}');
    const { seen } = await run('/fix bug 7');
    expect(seen).toBe('Fix bug 7.\nBe terse. {{args}} !{touch from-file}');
    expect(existsSync(join(stage.home.project, 'from-file'))).toBe(false);
  });

  it('run a shell command only where the model could', async () => {
    await stage.home.write('project/.qwen/commands/mark.md', 'It says: !{touch ran && echo done}');
    const refused = await run('/mark', { args: ['--approval-mode', 'default'] });
    expect([refused.model.requests.length, refused.result.exitCode]).toEqual([0, 1]);
    expect(refused.result.stderr).toContain('run_shell_command was not run: it needs approval');
    expect(existsSync(join(stage.home.project, 'ran'))).toBe(false);

    const denied = await run('/mark', { args: ['--yolo', '--exclude-tools', 'run_shell_command(touch *)'] });
    expect([denied.model.requests.length, denied.result.exitCode]).toEqual([0, 1]);
    expect(existsSync(join(stage.home.project, 'ran'))).toBe(false);

    const allowed = await run('/mark', { args: ['--yolo'] });
    expect(allowed.seen).toContain('It says: ');
    expect(allowed.seen).toContain('done');
    expect(existsSync(join(stage.home.project, 'ran'))).toBe(true);
  });

  it('give the arguments to the shell as one word', async () => {
    await stage.home.write('project/.qwen/commands/say.md', '!{echo {{args}}}');
    const { seen } = await run("/say a'; touch broken-out; echo '", { args: ['--yolo'] });
    expect(seen).toContain("a'; touch broken-out; echo '");
    expect(existsSync(join(stage.home.project, 'broken-out'))).toBe(false);
  });

  it('of a project are words in a folder that is not trusted', async () => {
    await stage.settle({}, { security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } } });
    await stage.home.write('home/.qwen/trustedFolders.json', JSON.stringify({ [stage.home.project]: 'DO_NOT_TRUST' }));
    await stage.home.write('project/.qwen/commands/fix.md', 'PROJECT');
    await stage.home.write('home/.qwen/commands/own.md', 'OWN');
    expect((await run('/fix')).seen).toBe('/fix');
    expect((await run('/own')).seen).toBe('OWN');
  });
});

const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {}, prompts: {} },
  serverInfo: { name: 'canary', version: '1' },
};

it('sends what a prompt of a server says as it is', async () => {
  const prompts = [{ name: 'greet', description: 'Greets', arguments: [{ name: 'who', required: true }] }];
  const messages = [
    { role: 'user', content: { type: 'text', text: 'Say "hello"' } },
    { role: 'user', content: { type: 'text', text: 'to Anna.' } },
  ];
  const canary = await stage.canary('srv', {
    transport: 'stdio',
    tools: [{ name: 'x' }],
    faults: [
      { on: 'initialize', then: { kind: 'result', result: HELLO } },
      { on: 'prompts/list', then: { kind: 'result', result: { prompts } } },
      { on: 'prompts/get', then: { kind: 'result', result: { messages } } },
    ],
  });
  await stage.settle({ srv: canary.entry });
  expect((await run('/greet Anna')).seen).toBe('Say "hello"\n\nto Anna.');
  expect((await run('/greet')).result.stderr).toBe('/greet needs --who; /greet help says more.\n');
  expect((await run('/greet help')).result.stdout).toContain('--who (needed)');
});
