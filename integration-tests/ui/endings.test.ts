/** How a session ends, whatever ends it: the terminal as it was, no process left, a summary and a way to go on. */
import { existsSync, readFileSync } from 'node:fs';
import { createModelEndpoint } from '@qwen-code/qwen-code-core/testing/model-endpoint.js';
import { callTools, say, type Script } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { living } from '../support/processes.js';
import { createStage, type Stage } from '../support/run-qwen.js';
import { openTerminal, type QwenTerminal, type TerminalOptions } from '../support/terminal.js';

let stage: Stage;
let terminal: QwenTerminal;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
});
afterEach(async () => {
  await terminal.close();
  await stage.close();
});

const PROMPT = 'Type a message';

async function open(script: Script, options: TerminalOptions = {}): Promise<void> {
  const model = await stage.play(script);
  terminal = await openTerminal(stage.home, { args: ['--yolo'], ...options, model });
  await terminal.shows(PROMPT);
}

const pidFile = (): string => `${stage.home.project}/pid`;

/** A command that runs until it is ended; resolves with its process. */
async function startCommand(): Promise<number> {
  await terminal.send('go');
  await expect.poll(() => existsSync(pidFile()) && readFileSync(pidFile(), 'utf8').trim() !== '').toBe(true);
  return Number(readFileSync(pidFile(), 'utf8'));
}

const LONG_COMMAND: Script = [
  callTools({ name: 'run_shell_command', args: { command: 'sleep 600 & echo $! > pid; wait' } }),
];

describe('a session with a command that runs', () => {
  it.each<[NodeJS.Signals, number]>([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ])('ends with %s', async (signal, code) => {
    await open(LONG_COMMAND);
    const command = await startCommand();
    const qwen = await terminal.pid();
    process.kill(qwen, signal);
    expect(await terminal.ended()).toBe(code);
    expect(living([qwen, command])).toEqual([]);
    expect(await terminal.isRestored()).toBe(true);
  });

  it('ends when the person leaves', async () => {
    await open(LONG_COMMAND);
    const command = await startCommand();
    const qwen = await terminal.pid();
    await terminal.send('/quit');
    expect(await terminal.ended()).toBe(0);
    expect(living([qwen, command])).toEqual([]);
    expect(await terminal.isRestored()).toBe(true);
  });

  it('ends with a crash', async () => {
    const crash = await stage.home.write(
      'crash.cjs',
      "process.on('SIGUSR2', () => { throw new Error('a fault'); });\n",
    );
    await open(LONG_COMMAND, { env: { NODE_OPTIONS: `--require ${crash}` } });
    const command = await startCommand();
    const qwen = await terminal.pid();
    process.kill(qwen, 'SIGUSR2');
    expect(await terminal.ended()).toBe(1);
    await terminal.shows('Unexpected Error; run again with --debug for details.');
    expect(living([qwen, command])).toEqual([]);
    expect(await terminal.isRestored()).toBe(true);
  });

  it('ends with its terminal', async () => {
    await open(LONG_COMMAND);
    const command = await startCommand();
    const qwen = await terminal.pid();
    await terminal.close();
    await expect.poll(() => living([qwen, command])).toEqual([]);
  });
});

it('sums up at the end, and goes on with what it says', async () => {
  await open([say('Hello.')]);
  await terminal.send('hi');
  await terminal.shows('◆ Hello.');
  await terminal.send('/quit');
  await terminal.ended();
  expect(await terminal.screen()).not.toContain('Shift+Tab');
  await terminal.shows(/╭─ Session[^]*Model +\d+s, 1 request[^]*To go on: qwen --resume [0-9a-f-]{36}/);
  const id = /--resume ([0-9a-f-]{36})/.exec(await terminal.screen())?.[1];
  await terminal.press('C-l');
  await terminal.send(`start --resume ${id}`);
  await terminal.shows(/> hi\s+◆ Hello\.[^]*Type a message/);
});

it('titles the window while it stands', async () => {
  await open([say('Hello.')]);
  await expect.poll(() => terminal.fact('#{pane_title}')).toBe('project - qwen');
  await terminal.send('/quit');
  await terminal.ended();
  expect(await terminal.fact('#{pane_title}')).not.toContain('qwen');
});

describe('where there is no such terminal', () => {
  it('says so when its output goes elsewhere', async () => {
    await open([]);
    await terminal.send('/quit');
    await terminal.ended();
    await terminal.send('start | cat; echo "code ${PIPESTATUS[0]}"');
    await terminal.shows(/needs a terminal for input and output; [^]*use -p\.\s+code 1/);
  });

  it('says so when the cursor can not be moved', async () => {
    terminal = await openTerminal(stage.home, { env: { TERM: 'dumb' } });
    expect(await terminal.ended()).toBe(1);
    await terminal.shows(/TERM=dumb\s+rules/);
  });

  it('draws with ASCII alone for a locale that has no more', async () => {
    await open([say('Hello.')], { env: { LANG: 'C', LC_ALL: 'C' } });
    await terminal.send('hi');
    await terminal.shows(/\* Hello\.[^]*Type a message/);
    expect(await terminal.screen()).toMatch(/^[\n\x20-\x7e]*$/);
  });
});

it.each([
  [40, 10],
  [200, 12],
])('has room for a chat at %i by %i', async (columns, rows) => {
  await open([say('Hello.')], { columns, rows });
  await terminal.send('hi');
  await terminal.shows(/◆ Hello\.[^]*Type a message/);
  expect((await terminal.screen()).match(/◆ Hello\./g)).toHaveLength(1);
});

it('loses and doubles no line of an answer when the terminal changes while it streams', async () => {
  const paragraphs = Array.from({ length: 80 }, (_, at) => `Paragraph ${at} ends here.`);
  const sent: (() => void)[] = [];
  const chunk = (content: string): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
  const endpoint = await createModelEndpoint((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk(`${paragraphs.slice(0, 40).join('\n\n')}\n\n`));
    sent.push(() => response.end(`${chunk(paragraphs.slice(40).join('\n\n'))}data: [DONE]\n\n`));
  });
  onTestFinished(() => endpoint.close());
  const env = { OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: 'k', OPENAI_MODEL: 'm' };
  terminal = await openTerminal(stage.home, { args: ['--yolo'], env });
  await terminal.shows(PROMPT);
  await terminal.send('go');
  await terminal.shows('Paragraph 39 ends here.');
  for (const [columns, rows] of [
    [40, 24],
    [120, 30],
    [60, 12],
  ] as const) {
    await terminal.resize(columns, rows);
    await terminal.shows('Paragraph 39 ends here.');
  }
  sent[0]?.();
  await terminal.shows(/Paragraph 79 ends here\.[^]*Type a message/);
  await expect.poll(async () => (await terminal.scrollback()).match(/Paragraph \d+ ends here\./g)).toEqual(paragraphs);
});

it('tells a program what is said and done, and takes messages from it', async () => {
  const [out, into] = [`${stage.home.root}/out.jsonl`, `${stage.home.root}/in.jsonl`];
  await open([say('Hello.'), say('Again.')], { args: ['--yolo', '--json-file', out, '--input-file', into] });
  await terminal.send('hi');
  await terminal.shows('◆ Hello.');
  await stage.home.write(
    'in.jsonl',
    `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'more' } })}\n`,
  );
  await terminal.shows(/> more\s+◆ Again\./);
  await terminal.send('/quit');
  expect(await terminal.ended()).toBe(0);
  const records = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.filter(({ type }) => type === 'result').map(({ result }) => result)).toEqual(['Hello.', 'Again.']);
  expect(records.filter(({ type }) => type === 'user')).toMatchObject([
    { message: { content: 'hi' } },
    { message: { content: 'more' } },
  ]);
});
