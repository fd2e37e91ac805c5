/** A whole run over files that were written wrong: how it ends, the one sentence, and that nothing is written over. */
import { readdir, readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { baseSettings, createStage, runQwen, type QwenResult, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({}, { security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } } });
});
afterEach(() => stage.close());

const SETTINGS = {
  'system defaults': 'system/defaults.json',
  'user settings': 'home/.qwen/settings.json',
  'workspace settings': 'project/.qwen/settings.json',
  'system settings': 'system/settings.json',
} as const;
const ALL = {
  ...SETTINGS,
  'trusted folders': 'home/.qwen/trustedFolders.json',
  approvals: 'home/.qwen/mcpApprovals.json',
  '--mcp-config': 'project/servers.json',
} as const;

/** A server of the project, so that the approvals are read. */
const withProjectServer = (): Promise<string> =>
  stage.home.write('project/.mcp.json', '{ "mcpServers": { "theirs": { "command": "/nowhere" } } }');

async function run(args: readonly string[] = []): Promise<QwenResult> {
  const model = await stage.play([say('ok')]);
  return runQwen(stage.home, { args: ['-p', 'go', ...args], model });
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(`${stage.home.root}/${folder}`)).toSorted();

describe.each(Object.entries(ALL))('%s', (name, path) => {
  it.each([
    ['cut short', '{ "mcpServers": '],
    ['a list', '[1]'],
  ])('%s: stops with one sentence', async (_fault, text) => {
    const file = await stage.home.write(path, text);
    if (name === 'approvals') await withProjectServer();
    const folder = path.slice(0, path.lastIndexOf('/'));
    const before = await namesIn(folder);
    const { exitCode, stdout, stderr } = await run(name === '--mcp-config' ? ['--mcp-config', 'servers.json'] : []);
    expect([exitCode, stdout, stderr.split('\n').length]).toEqual([52, '', 2]);
    expect(stderr).toContain(file);
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(
      (await namesIn(folder)).filter((each) => !before.includes(each) && /corrupt|\.tmp|\.bak/.test(each)),
    ).toEqual([]);
  });
});

it.each(['{ "mcpServers": ', '[1]', '{ "servers": {} }'])(
  '.mcp.json %j: one warning, and the run goes on',
  async (text) => {
    const file = await stage.home.write('project/.mcp.json', text);
    const { exitCode, stdout, stderr } = await run();
    expect([exitCode, stdout, stderr.split('\n').length]).toEqual([0, 'ok\n', 2]);
    expect(stderr).toContain(file);
    expect(await readFile(file, 'utf8')).toBe(text);
  },
);

it('comments, trailing commas and unknown keys everywhere are no fault, and no file changes', async () => {
  const odd = (value: object): string =>
    `// mine\n${JSON.stringify({ ...value, future: { a: [1] } }).slice(0, -1)},}\n`;
  const files: Readonly<Record<string, string>> = {
    'system/defaults.json': odd({}),
    'home/.qwen/settings.json': odd(baseSettings()),
    'project/.qwen/settings.json': odd({ ui: { later: true } }),
    'system/settings.json': odd({}),
    'project/.mcp.json': odd({ mcpServers: {} }),
    'project/servers.json': odd({ mcpServers: {} }),
    'home/.qwen/trustedFolders.json': `{ "${stage.home.project}": "TRUST_FOLDER", }`,
    'home/.qwen/mcpApprovals.json': odd({}),
  };
  for (const [path, text] of Object.entries(files)) await stage.home.write(path, text);
  expect(await run(['--mcp-config', 'servers.json'])).toMatchObject({ exitCode: 0, stdout: 'ok\n', stderr: '' });
  for (const [path, text] of Object.entries(files)) {
    expect([path, await readFile(`${stage.home.root}/${path}`, 'utf8')]).toEqual([path, text]);
  }
});

it('a command that would write a broken file says so and leaves it', async () => {
  const text = '{ "mcpServers": ';
  const file = await stage.home.write('home/.qwen/settings.json', text);
  for (const args of [
    ['mcp', 'add', 'srv', 'node'],
    ['mcp', 'remove', 'srv'],
  ]) {
    const { exitCode, stderr } = await runQwen(stage.home, { args });
    expect([exitCode, stderr.split('\n').length, await readFile(file, 'utf8')]).toEqual([52, 2, text]);
  }
});
