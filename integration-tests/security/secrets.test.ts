/** Keys, tokens and what a call was made with: not in what is printed, not in the debug log, not in the journal. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';

const KEY = 'sk-api-key-5f2c';
const TOKEN = 'Bearer token-91ab';
const ENV = 'env-secret-77de';
const ARGUMENT = 'argument-secret-c0de';
let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

/** Every file that a run wrote, but the settings that the test itself put there. */
async function writtenTexts(): Promise<Map<string, string>> {
  const names = await readdir(stage.home.qwenHome, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile() && entry.name !== 'settings.json')
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')] as const)));
}

const filesWith = (texts: ReadonlyMap<string, string>, word: string): string[] =>
  [...texts].filter(([, text]) => text.includes(word)).map(([file]) => file);

async function run(args: readonly string[], verdict = '{"decision":"ask"}') {
  const remote = await stage.canary('remote', {
    transport: 'http',
    tools: [{ name: 'act' }],
    http: { authorization: TOKEN },
    faults: [{ on: 'tools/call', tool: 'act', then: { kind: 'exit' } }],
  });
  const local = await stage.canary('local', { transport: 'stdio', tools: [{ name: 'act' }] });
  await stage.settle({
    remote: { ...remote.entry, headers: { Authorization: TOKEN } },
    local: { ...local.entry, env: { LOCAL_SECRET: ENV } },
    broken: { command: 'no-such-program', args: ['--password', ENV], env: { X: ENV } },
  });
  const calls = [
    { name: 'mcp__remote__act', args: { key: ARGUMENT } },
    { name: 'mcp__local__act', args: { key: ARGUMENT } },
    { name: 'run_shell_command', args: { command: `false ${ARGUMENT}` } },
    { name: 'run_shell_command', args: { command: `echo "${ARGUMENT}` } },
    { name: 'read_file', args: { file_path: 7, other: ARGUMENT } },
    { name: 'no_such_tool', args: { key: ARGUMENT } },
  ];
  const model = await stage.play([callTools(...calls), say('done')], { aside: () => say(verdict) });
  const result = await runQwen(stage.home, { model, args: ['-p', 'go', ...args], env: { OPENAI_API_KEY: KEY } });
  return { ...result, texts: await writtenTexts() };
}

describe.runIf(!isPeer)('secrets', () => {
  it.each<[string, string[]]>([
    ['yolo', ['--yolo', '--debug']],
    ['auto', ['--debug']],
    ['refused', ['--approval-mode', 'default', '--debug', '--exclude-tools', 'run_shell_command(false)']],
  ])('stay out of the output and the logs: %s', async (_name, args) => {
    const { stdout, stderr, texts } = await run(args);
    const printed = stdout + stderr;
    expect([KEY, TOKEN, 'token-91ab', ENV, ARGUMENT].filter((word) => printed.includes(word))).toEqual([]);
    // The session itself holds the conversation, and so the arguments; it is the user's own.
    const isSession = (file: string): boolean => /chats[/\\][^/\\]+\.jsonl$/.test(file);
    expect([...texts.keys()].filter(isSession)).toHaveLength(1);
    expect([KEY, 'token-91ab', ENV].flatMap((word) => filesWith(texts, word))).toEqual([]);
    expect(filesWith(texts, ARGUMENT).filter((file) => !isSession(file))).toEqual([]);
    expect([...texts.keys()].some((file) => /debug[/\\]/.test(file))).toBe(true);
  });

  it('stay out of what a program reads when the model can not be reached', async () => {
    await stage.settle({});
    const model = await stage.play([{ kind: 'status', status: 401, body: `{"error":{"message":"bad key ${KEY}"}}` }]);
    const env = { OPENAI_API_KEY: KEY };
    const { stdout, stderr } = await runQwen(stage.home, { model, env, args: ['-p', 'go', '-o', 'json', '--debug'] });
    const texts = await writtenTexts();
    expect([stdout.includes(KEY), stderr.includes(KEY), filesWith(texts, KEY)]).toEqual([false, false, []]);
  });
});
