import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { plainModel, says } from '@qwen-code/qwen-code-core/testing/plain-model.js';
import { plainTool } from '@qwen-code/qwen-code-core/testing/plain-tool.js';
import { builtInCommands, disabledNames, distinctCommands, withoutDisabled } from './all-commands.js';
import { findCommand } from './expand.js';
import type { CommandPorts } from './ports.js';
import { TERMINAL_ONLY } from './terminal-only.js';
import { answer, type Expansion, type SlashCommand } from './types.js';

let cwd: string;
let outside: string;
beforeEach(async () => {
  [cwd, outside] = [await mkdtemp(join(tmpdir(), 'qwen-test-')), await mkdtemp(join(tmpdir(), 'qwen-test-'))];
});
afterEach(async () => {
  for (const folder of [cwd, outside]) await rm(folder, { recursive: true, force: true });
});

const TALK: History = [
  { role: 'user', text: '<b>hi</b>' },
  {
    role: 'assistant',
    text: 'Looking.',
    reasoning: '',
    toolCalls: [{ id: '1', name: 'look', argumentsJson: '{"a":1}' }],
  },
  { role: 'tool', callId: '1', name: 'look', text: 'seen', unknown: { recordId: 'mo_1' } },
];

function setUp(history: History = TALK) {
  const did: unknown[] = [];
  const ports: CommandPorts = {
    cwd,
    trusted: true,
    clock: createFakeClock(),
    session: () => ({
      sessionId: 'S1',
      cwd,
      model: 'm',
      permissionMode: 'default',
      version: '0',
      tools: ['edit', 'look'],
      mcpServers: [{ name: 'srv', status: 'connected' }],
      slashCommands: [],
      agents: [],
    }),
    history: () => history,
    size: () => 500,
    contextWindow: () => 1_000,
    contextFiles: () => [join(cwd, 'QWEN.md')],
    shares: () => ({
      systemPrompt: 100,
      memory: 20,
      startup: 3,
      skills: 0,
      messages: 50,
      builtinTools: [{ name: 'edit', tokens: 60 }],
      mcpTools: [{ name: 'look', tokens: 7 }],
      memoryFiles: [{ name: join(cwd, 'QWEN.md'), tokens: 20 }],
    }),
    tools: () => [plainTool({ name: 'edit' }), plainTool({ name: 'look' })],
    commands: () => [{ name: 'model', aliases: ['m'], description: 'Model', source: 'built-in', usage: '[id]' }],
    models: () => [{ id: 'm', protocol: 'openai' }],
    summaryModel: () => plainModel(says('All of it.')),
    setModel: (name) => did.push(['model', name]),
    setEffort: (effort) => did.push(['effort', effort]),
    clear: () => did.push('clear'),
    compact: (_signal, focus) => {
      did.push(['compact', focus]);
      return Promise.resolve({ before: 900, after: 100 });
    },
  };
  const commands = builtInCommands(ports);
  const run = async (name: string, args = ''): Promise<Expansion | undefined> =>
    findCommand(commands, name)?.run(args, new AbortController().signal);
  return { run, did, commands };
}

const CONTEXT = [
  'Used: about 500 of 1000 tokens (50 %)',
  'The next request, in estimated tokens:',
  'System prompt: 100',
  'Instruction files: 20',
  '  QWEN.md: 20',
  'Startup facts: 3',
  'Skills: 0',
  'Built-in tools: 60',
  '  edit: 60',
  'MCP tools: 7',
  '  look: 7',
  'Messages: 50',
];

it.each<[string, string, string]>([
  ['help', '', '/model [id] (m)  Model'],
  ['status', '', 'qwen 0\nModel: m\nSession: S1\nFolder: CWD\nApproval mode: default\nMCP servers: srv (connected)'],
  [
    'stats',
    '',
    'Messages of the user: 1\nAnswers of the model: 1\nTool calls: 1\nOutcomes unknown: 1\nTokens of the next request: about 500',
  ],
  ['context', '', CONTEXT.filter((line) => !line.startsWith(' ')).join('\n')],
  ['context', 'detail', CONTEXT.join('\n')],
  ['tools', '', 'edit\nlook'],
  ['tools', 'desc', 'edit\n  Does edit.\nlook\n  Does look.'],
  ['memory', '', 'QWEN.md'],
  ['model', '', 'Model: m\n  m'],
  ['compress', 'the plan', 'Compressed from about 900 to about 100 tokens.'],
])('/%s %s answers', async (name, args, expected) => {
  expect(await setUp().run(name, args)).toEqual(answer(expected.replace('CWD', cwd)));
});

it('changes what it is told to', async () => {
  const { run, did } = setUp();
  await run('clear');
  await run('summarize', 'x');
  await run('model', 'other');
  await run('effort', 'high');
  expect(did).toEqual(['clear', ['compact', 'x'], ['model', 'other'], ['effort', 'high']]);
  expect(await run('effort', 'huge')).toMatchObject({ kind: 'refused' });
  expect(await run('model', '--fast x')).toMatchObject({ kind: 'refused' });
});

it('has the model write a QWEN.md, unless there is one', async () => {
  const { run } = setUp();
  expect(await run('init')).toMatchObject({
    kind: 'prompt',
    input: { text: expect.stringContaining(join(cwd, 'QWEN.md')) },
  });
  await writeFile(join(cwd, 'QWEN.md'), 'mine');
  expect(await run('init')).toEqual(answer('There is a QWEN.md already; it was not touched.'));
});

it('writes a summary with the calls of unknown outcome', async () => {
  await setUp().run('summary');
  const text = await readFile(join(cwd, '.qwen/PROJECT_SUMMARY.md'), 'utf8');
  expect(text).toContain('All of it.');
  expect(text).toContain('- look (record mo_1, arguments {"a":1}): outcome unknown; do not repeat, verify.');
  expect(await setUp([]).run('summary')).toMatchObject({ kind: 'refused' });
});

it('writes no summary through a link that leads out of the folder', async () => {
  await writeFile(join(outside, 'mine'), 'mine');
  await symlink(outside, join(cwd, '.qwen'));
  await symlink(join(outside, 'mine'), join(outside, 'PROJECT_SUMMARY.md'));
  await expect(setUp().run('summary')).rejects.toThrow(/outside the workspace/);
  expect(await readFile(join(outside, 'mine'), 'utf8')).toBe('mine');
});

it.each([
  [
    'md',
    [
      '# Session S1',
      '## User\n\n<b>hi</b>',
      'Calls `look`\n\n```json\n{"a":1}\n```',
      '## Result of look\n\n```\nseen\n```',
    ],
  ],
  ['html', ['<pre>&lt;b&gt;hi&lt;/b&gt;</pre>', '<h2>Result of look</h2>']],
  ['json', ['"sessionId": "S1"', '"text": "<b>hi</b>"']],
  ['jsonl', ['{"role":"user","text":"<b>hi</b>"}\n']],
])('exports as %s and overwrites nothing', async (format, parts) => {
  const { run } = setUp();
  const [shown, again] = [await run('export', format), await run('export', format).catch(() => 'not again')];
  const names = await readdir(cwd);
  const text = await readFile(join(cwd, names[0] ?? ''), 'utf8');
  expect([shown?.kind, again, names.length]).toEqual(['answer', 'not again', 1]);
  for (const part of parts) expect(text).toContain(part);
});

it('tells a bad format and an empty conversation', async () => {
  expect(await setUp().run('export', 'pdf')).toMatchObject({ kind: 'refused' });
  expect(await setUp([]).run('export')).toMatchObject({ kind: 'refused' });
});

it('has no command that is left to the terminal as well', () => {
  const names = setUp().commands.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(names.filter((name) => TERMINAL_ONLY.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

const command = (name: string, ...aliases: string[]): SlashCommand => ({
  name,
  aliases,
  description: '',
  source: 'mcp',
  usage: '',
  run: () => Promise.resolve(answer('')),
});

it('gives a name to the first that has it', () => {
  const all = [command('a', 'b'), command('b', 'srv:b'), command('a'), command('c', 'b')];
  expect(distinctCommands(all).map(({ name, aliases }) => [name, aliases])).toEqual([
    ['a', ['b']],
    ['srv:b', []],
    ['c', []],
  ]);
});

it('leaves out what is switched off, by any of its names', () => {
  const disabled = disabledNames([['/a'], undefined, [' old ']]);
  expect(withoutDisabled([command('a'), command('b', 'old'), command('c')], disabled).map(({ name }) => name)).toEqual([
    'c',
  ]);
});
