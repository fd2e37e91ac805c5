/** MCP servers as a person at the terminal meets them: progress, a reconnect, a server of the project, trust of the folder. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { incrementTool, writeTool } from '@qwen-code/qwen-code-core/canary/tools.js';
import { callTools, type Script } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { living } from '../support/processes.js';
import { createStage, type Stage } from '../support/run-qwen.js';
import { openTerminal, type QwenTerminal, type TerminalOptions } from '../support/terminal.js';

let stage: Stage;
let terminal: QwenTerminal;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(async () => {
  await terminal.close();
  await stage.close();
});

/** A dialog takes keys from here on. */
const READY = 'Enter to confirm';

async function open(script: Script, options: TerminalOptions = {}): Promise<void> {
  const model = await stage.play(script);
  terminal = await openTerminal(stage.home, { args: ['--yolo'], rows: 40, ...options, model });
}

/** Of a list: by its words, whatever stands before it. */
async function choose(words: string): Promise<void> {
  await terminal.type(words);
  await terminal.shows(`Filter: ${words}`);
  await terminal.press('Enter');
}

it.each([40, 80, 200])(
  'shows how far a running tool is, with a bar where there is room, at %i columns',
  async (columns) => {
    const bank = await stage.canary('bank', {
      transport: 'stdio',
      tools: [writeTool('pay')],
      faults: [{ progress: 3, then: { kind: 'hang' } }],
    });
    await stage.settle({ bank: bank.entry });
    await open([callTools({ name: 'mcp__bank__pay', args: { key: 'k' } })], { columns });
    await terminal.shows('Type a message');
    await terminal.send('pay');
    await terminal.shows(columns === 40 ? /◌ \[3\/3\] step 3$/m : /◌ \[3\/3\] step 3 █+ 100%/);
    await terminal.press('Escape');
    await terminal.shows('Stopped.');
    await terminal.hides('[3/3]');
  },
);

it('tells that a server was lost and is there again, and connects anew from /mcp', async () => {
  const docs = await stage.canary('docs', { transport: 'stdio', tools: [writeTool('note')] });
  await stage.settle({ docs: docs.entry, broken: { command: 'no-such-command-here' } });
  await open([]);
  await terminal.shows('1 MCP offline: broken');
  await terminal.send('/mcp docs');
  await terminal.shows(/Status +✓ connected[^]*Reconnect/);
  await terminal.shows('Esc goes back');
  const [first = 0] = docs.pids();
  process.kill(first, 'SIGKILL');
  await expect.poll(() => docs.pids().length).toBe(2);
  await terminal.shows(/Status +✓ connected/);
  await choose('Reconnect');
  await terminal.shows('Connected; it offers 1 tool.');
  await expect.poll(() => docs.pids().length).toBe(3);
  expect(living(docs.pids())).toEqual(docs.pids().slice(-1));
  await terminal.press('Escape');
  await terminal.shows(/MCP servers[^]*✗ broken[^]*not found/);
});

it('disables a server in the settings of the user, and enables it again', async () => {
  const docs = await stage.canary('docs', { transport: 'stdio', tools: [writeTool('note')] });
  await stage.settle({ docs: docs.entry });
  await open([]);
  await terminal.shows('1 MCP server');
  await terminal.send('/mcp docs');
  await terminal.shows('Esc goes back');
  await choose('Disable');
  await terminal.shows('✗ disabled');
  const settings = async (): Promise<unknown> =>
    JSON.parse(await readFile(`${stage.home.qwenHome}/settings.json`, 'utf8'));
  expect(await settings()).toMatchObject({ mcp: { excluded: ['docs'] } });
  await expect.poll(() => living(docs.pids())).toEqual([]);
  await terminal.press('Enter');
  await terminal.shows('✓ connected');
  expect(await settings()).toMatchObject({ mcp: { excluded: [] } });
});

describe('a server of the project', () => {
  const declare = async (more: object = {}): Promise<Awaited<ReturnType<Stage['canary']>>> => {
    const theirs = await stage.canary('theirs', { transport: 'stdio', tools: [incrementTool()] });
    await stage.home.write(
      'project/.mcp.json',
      JSON.stringify({ mcpServers: { theirs: { ...theirs.entry, ...more } } }),
    );
    return theirs;
  };
  const options: TerminalOptions = { args: ['--approval-mode', 'default'] };

  it('is not started before it is approved, then at once, and is asked about again when it changes', async () => {
    const theirs = await declare();
    await stage.settle({});
    await open([], options);
    await terminal.shows(/Start it\?[^]*theirs[^]*plan\.json/);
    await terminal.shows(READY);
    expect(theirs.pids()).toEqual([]);
    await terminal.press('1');
    await terminal.shows('MCP server "theirs" is connected; it offers 1 tool.');
    const [pid = 0] = theirs.pids();
    await stage.home.write(
      'project/.mcp.json',
      JSON.stringify({ mcpServers: { theirs: { ...theirs.entry, env: { MORE: 'hidden' } } } }),
    );
    await terminal.shows(/It has changed since you decided[^]*MORE/);
    expect(await terminal.screen()).not.toContain('hidden');
    await expect.poll(() => living([pid])).toEqual([]);
    await terminal.shows(READY);
    await terminal.press('Escape');
    await terminal.shows('Rejected: theirs.');
    expect(theirs.pids()).toEqual([pid]);
  });

  it('is not approved by keys that were typed before the question stood there', async () => {
    const theirs = await declare();
    await stage.settle({});
    await open([], options);
    await terminal.type('1111');
    await terminal.shows(READY);
    await terminal.press('Escape');
    await terminal.shows('Rejected: theirs.');
    expect(theirs.pids()).toEqual([]);
  });
});

describe('a folder that nobody has spoken about', () => {
  const rules = (): string => `${stage.home.qwenHome}/trustedFolders.json`;

  it('starts nothing before it is trusted', async () => {
    const mine = await stage.canary('mine', { transport: 'stdio', tools: [writeTool('note')] });
    await stage.settle(
      { mine: mine.entry },
      { security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } } },
    );
    await open([], { args: ['--approval-mode', 'default'] });
    await terminal.shows(/Do you trust this folder\?[^]*Don't trust it \(Esc\)/);
    await terminal.shows(READY);
    expect([mine.pids(), existsSync(rules())]).toEqual([[], false]);
    await terminal.press('1');
    await terminal.shows('1 MCP server');
    expect(JSON.parse(await readFile(rules(), 'utf8'))).toEqual({ [stage.home.project]: 'TRUST_FOLDER' });
    expect((await stat(rules())).mode & 0o777).toBe(0o600);
    await terminal.send('/trust');
    await terminal.shows(/It is trusted now\.[^]*Leave it as it is/);
    await terminal.shows(READY);
    await terminal.press('3');
    await terminal.shows('not trusted from now on');
    await expect.poll(() => living(mine.pids())).toEqual([]);
  });

  it('runs nothing of it at Esc, and leaves without a word of it at Ctrl+C', async () => {
    const mine = await stage.canary('mine', { transport: 'stdio', tools: [writeTool('note')] });
    await stage.settle(
      { mine: mine.entry },
      { security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } } },
    );
    await open([], { args: ['--approval-mode', 'default'] });
    await terminal.shows(READY);
    await terminal.press('C-c');
    expect(await terminal.ended()).not.toBe(0);
    expect(existsSync(rules())).toBe(false);
    await terminal.send('start');
    await terminal.shows(READY);
    await terminal.press('Escape');
    await terminal.shows('Type a message');
    expect(JSON.parse(await readFile(rules(), 'utf8'))).toEqual({ [stage.home.project]: 'DO_NOT_TRUST' });
    expect(mine.pids()).toEqual([]);
  });
});
