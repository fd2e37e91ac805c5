/**
 * Everyday work: a small repository with a failing test, a model that reads, searches, edits and runs it, and a test that
 * passes afterwards. The model is scripted; the tools, the files and the test runner are real.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTools, say, type ScriptedModel, type Step } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStage, recordsOf, runQwen, type QwenResult, type Stage } from '../support/run-qwen.js';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "prices", "type": "module", "scripts": { "test": "node --test" } }\n',
  'README.md': '# prices\n\nTotals of shopping carts.\n',
  'src/total.js': `import { rounded } from './rounded.js';

/** The sum of all prices, each times its quantity. */
export function total(items) {
  return rounded(items.reduce((sum, item) => sum + item.price, 0));
}
`,
  'src/rounded.js': 'export const rounded = (amount) => Math.round(amount * 100) / 100;\n',
  'test/total.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/total.js';

test('counts quantities', () => {
  assert.equal(total([{ price: 1.1, quantity: 3 }, { price: 2, quantity: 1 }]), 5.3);
});

test('is nothing for an empty cart', () => {
  assert.equal(total([]), 0);
});
`,
};
const WRONG = 'sum + item.price, 0';
const RIGHT = 'sum + item.price * item.quantity, 0';
const ANSWER = 'total() left out the quantities; now both tests pass.';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
  for (const [path, text] of Object.entries(FILES)) await stage.home.write(`project/${path}`, text);
});
afterEach(() => stage.close());

const inProject = (path: string): string => join(stage.home.project, path);
const testExitCode = async (): Promise<number | undefined> =>
  (await execa(process.execPath, ['--test'], { cwd: stage.home.project, reject: false })).exitCode;

const runTests = callTools({
  name: 'run_shell_command',
  args: { command: `"${process.execPath}" --test`, description: 'Run the tests' },
});

/** What a model would do: each step follows from what the one before brought. */
const script = (): Step[] => [
  runTests,
  callTools(
    { name: 'read_file', args: { file_path: inProject('test/total.test.js') } },
    { name: 'grep_search', args: { pattern: 'function total' } },
  ),
  callTools({ name: 'read_file', args: { file_path: inProject('src/total.js') } }),
  callTools({
    name: 'edit',
    args: { file_path: inProject('src/total.js'), old_string: WRONG, new_string: RIGHT },
  }),
  runTests,
  say(ANSWER),
];

async function fix(format: string): Promise<{ result: QwenResult; model: ScriptedModel }> {
  const model = await stage.play(script());
  const args = ['-p', 'fix the failing test', '--yolo', '-o', format];
  return { model, result: await runQwen(stage.home, { args, model }) };
}

/** The tests pass, and nothing but the one line has changed. */
async function expectFixed(): Promise<void> {
  expect(await testExitCode()).toBe(0);
  for (const [path, text] of Object.entries(FILES)) {
    expect(readFileSync(inProject(path), 'utf8')).toBe(text.replace(WRONG, RIGHT));
  }
  expect(readdirSync(stage.home.project).sort()).toEqual(['README.md', 'package.json', 'src', 'test']);
}

/** What the model was told of each call, in order. */
function expectTold(model: ScriptedModel): void {
  const tool = model
    .scripted()
    .at(-1)!
    .messages.filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.stringify(content));
  expect(tool).toHaveLength(6);
  expect(tool[0]).toMatch(/fail 1\b/);
  expect(tool[1]).toContain('counts quantities');
  expect(tool[2]).toContain('total.js');
  expect(tool[3]).toContain('item.price, 0');
  expect(tool[5]).toMatch(/fail 0\b/);
}

it('starts from a test that fails', async () => {
  expect(await testExitCode()).toBe(1);
});

it('fixes it and answers in text', async () => {
  const { result, model } = await fix('text');
  expect(result).toMatchObject({ exitCode: 0, stdout: `${ANSWER}\n`, stderr: '' });
  expectTold(model);
  await expectFixed();
});

interface Block {
  readonly type: string;
  readonly name?: string;
  readonly is_error?: boolean;
  readonly text?: string;
}

/** The conversation of a run, from records of either format. */
function expectRecords(records: readonly Record<string, unknown>[]): void {
  const blocks = records.flatMap(({ type, message }) =>
    type === 'assistant' || type === 'user' ? (message as { content: Block[] }).content : [],
  );
  expect(blocks.map(({ type, name, is_error, text }) => name ?? text ?? `${type} ${is_error}`)).toEqual([
    'run_shell_command',
    expect.stringMatching(/^tool_result /),
    'read_file',
    'grep_search',
    'tool_result false',
    'tool_result false',
    'read_file',
    'tool_result false',
    'edit',
    'tool_result false',
    'run_shell_command',
    'tool_result false',
    ANSWER,
  ]);
  expect(records[0]).toMatchObject({ type: 'system', subtype: 'init', permission_mode: 'yolo' });
  expect(records.at(-1)).toMatchObject({
    type: 'result',
    subtype: 'success',
    is_error: false,
    num_turns: 6,
    result: ANSWER,
    permission_denials: [],
  });
}

it('fixes it and answers in stream-json', async () => {
  const { result, model } = await fix('stream-json');
  expect([result.exitCode, result.stderr]).toEqual([0, '']);
  expectRecords(recordsOf(result).filter(({ type }) => type !== 'stream_event'));
  expectTold(model);
  await expectFixed();
});

it('fixes it and answers in json', async () => {
  const { result, model } = await fix('json');
  expect([result.exitCode, result.stderr]).toEqual([0, '']);
  const records = JSON.parse(result.stdout) as Record<string, unknown>[];
  expectRecords(records);
  expect(records.at(-1)).toMatchObject({ stats: { tools: { totalCalls: 6, totalFail: 0 } } });
  expectTold(model);
  await expectFixed();
});

it('changes nothing when nobody allowed it', async () => {
  const model = await stage.play(script());
  const result = await runQwen(stage.home, {
    args: ['-p', 'fix the failing test', '--approval-mode', 'default'],
    model,
  });
  expect([result.exitCode, result.stdout]).toEqual([0, `${ANSWER}\n`]);
  expect(readFileSync(inProject('src/total.js'), 'utf8')).toBe(FILES['src/total.js']);
  expect(await testExitCode()).toBe(1);
});
