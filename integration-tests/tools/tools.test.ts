/** Tools that need a whole run around them: the built binary, a scripted model, real servers on loopback. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { writeTool } from '@qwen-code/qwen-code-core/canary/tools.js';
import { callTools, plainText, say, type SeenRequest } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { baseSettings, createStage, recordsOf, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

/** What the user's message of a request says, reminders included. */
const lastUserText = ({ messages }: SeenRequest): string =>
  plainText(messages.findLast(({ role }) => role === 'user')?.content);

describe('web_fetch', () => {
  let server: Server;
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('answers a prompt over a page in a request without tools; without approval it fetches nothing', async () => {
    let asked = 0;
    server = createServer((_request, response) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Title</h1><p>The number is 42.</p>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
    await stage.settle({});
    const script = [callTools({ name: 'web_fetch', args: { url, prompt: 'Which number?' } }), say('done')];
    const model = await stage.play(script);
    expect(await runQwen(stage.home, { model })).toMatchObject({ exitCode: 0, stdout: 'done\n' });
    expect(model.toolMessages().map(({ text }) => text)).toEqual(['Nothing to add.']);
    const [side] = model.requests.filter(({ turn }) => turn === undefined);
    expect(plainText(side?.messages.at(-1)?.content)).toContain('# Title\n\nThe number is 42.\n');
    expect(asked).toBe(1);

    const careful = await stage.play(script);
    await runQwen(stage.home, { model: careful, args: ['-p', 'go', '--approval-mode', 'default'] });
    expect(careful.toolMessages()[0]?.text).toMatch(/^web_fetch was not run: it needs approval/);
    expect(asked).toBe(1);
  });
});

describe('tool_search', () => {
  const tools = [
    { ...writeTool('act'), description: 'Acts on things.' },
    { ...writeTool('other'), inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
  ];
  const settle = async (toolSearch: object, more: object = {}): Promise<void> => {
    const { entry } = await stage.canary('srv', { transport: 'stdio', tools });
    const servers = { srv: { ...entry, trust: true, ...more } };
    await stage.home.writeUserSettings({ ...baseSettings(), tools: { toolSearch }, mcpServers: servers });
  };

  it('tells the names at first, gives the declarations, and keeps what was looked up declared', async () => {
    await settle({ threshold: 0 });
    const model = await stage.play([
      callTools({ name: 'tool_search', args: { query: 'select:mcp__srv__act', max_results: '3' } }),
      callTools({ name: 'mcp__srv__act', args: { key: 'k' } }, { name: 'mcp__srv__other', args: { n: '5' } }),
      say('done'),
    ]);
    expect(await runQwen(stage.home, { model })).toMatchObject({ exitCode: 0 });
    const [first, second, third] = model.scripted();
    expect(first?.tools.filter((name) => name.startsWith('mcp__'))).toEqual([]);
    expect(first?.tools).not.toContain('web_fetch');
    expect(lastUserText(first!)).toContain('srv:\n- mcp__srv__act: "Acts on things."');
    expect(second?.tools).toContain('mcp__srv__act');
    expect(third?.tools).toContain('mcp__srv__act');
    const [found, acted, wrong] = model.toolMessages().map(({ text }) => text);
    expect(found).toMatch(/^<functions>\n<function>\{"name":"mcp__srv__act","description":"Acts on things\."/);
    expect(acted).toBe('act done, 1 in all');
    // Not looked up, and held against its schema all the same; what a server is sent is never mended.
    expect(wrong).toMatch(/^mcp__srv__other was not run, its arguments are wrong: params\/n must be integer\./);
  });

  it.each<[string, object, object, string[]]>([
    ['all fits into the threshold', {}, {}, ['mcp__srv__act', 'mcp__srv__other']],
    ['it is off', { enabled: false }, {}, ['mcp__srv__act', 'mcp__srv__other']],
    [
      'the server is to be loaded always',
      { threshold: 0 },
      { alwaysLoadTools: true },
      ['mcp__srv__act', 'mcp__srv__other'],
    ],
  ])('declares at once when %s', async (_name, toolSearch, more, expected) => {
    await settle(toolSearch, more);
    const model = await stage.play([say('done')]);
    await runQwen(stage.home, { model });
    expect(model.scripted()[0]?.tools.filter((name) => name.startsWith('mcp__'))).toEqual(expected);
  });
});

it('notebook_edit changes one cell of a file in the workspace', async () => {
  const cell = { cell_type: 'code', execution_count: 1, id: 'a', metadata: {}, outputs: [], source: ['1'] };
  const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
  const path = await stage.home.write('project/n.ipynb', `${JSON.stringify(notebook, undefined, 1)}\n`);
  await stage.settle({});
  const model = await stage.play([
    callTools({ name: 'notebook_edit', args: { notebook_path: path, cell_id: 'a', new_source: '2\n3' } }),
    say('done'),
  ]);
  await runQwen(stage.home, { model });
  expect(model.toolMessages()).toMatchObject([{ text: `Replaced cell a of ${path}.` }]);
  const expected = { ...notebook, cells: [{ ...cell, execution_count: null, source: ['2\n', '3'] }] };
  expect(await readFile(path, 'utf8')).toBe(`${JSON.stringify(expected, undefined, 1)}\n`);
});

describe('skills', () => {
  it('are listed for the model and loaded when used; those of an untrusted project are not there', async () => {
    await stage.home.write('home/.qwen/skills/mine/SKILL.md', '---\ndescription: Mine.\n---\nDo mine.');
    await stage.home.write('project/.qwen/skills/ours/SKILL.md', '---\ndescription: Ours.\n---\nDo ours.');
    await stage.settle({});
    const script = [callTools({ name: 'skill', args: { skill: 'ours', args: 'now' } }), say('done')];
    const model = await stage.play(script);
    await runQwen(stage.home, { model });
    expect(lastUserText(model.scripted()[0]!)).toContain('- mine: Mine.\n- ours: Ours.');
    expect(model.toolMessages()[0]?.text).toMatch(/Do ours\.\n\nArguments: now$/);

    await stage.home.write('home/.qwen/trustedFolders.json', JSON.stringify({ [stage.home.project]: 'DO_NOT_TRUST' }));
    const security = { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } };
    await stage.settle({}, { security });
    const untrusted = await stage.play(script);
    await runQwen(stage.home, { model: untrusted });
    expect(untrusted.toolMessages()[0]?.text).toBe('There is no skill of that name. Skills: mine.');
  });
});

it('records of a run that use stream-json name the agent types', async () => {
  await stage.settle({});
  const model = await stage.play([say('done')]);
  const result = await runQwen(stage.home, { model, args: ['-p', 'go', '--yolo', '-o', 'stream-json'] });
  expect(recordsOf(result)[0]).toMatchObject({ agents: ['general-purpose', 'Explore'] });
});

it('--core-tools names the only built-in tools but for agents and deferred ones; tools.disabled takes any away', async () => {
  const { entry } = await stage.canary('srv', { transport: 'stdio', tools: [writeTool('act'), writeTool('other')] });
  const tools = { toolSearch: { enabled: false }, disabled: ['web_fetch', 'mcp__srv__other'] };
  await stage.settle({ srv: { ...entry, trust: true } }, { tools });
  const model = await stage.play([callTools({ name: 'mcp__srv__other', args: { key: 'k' } }), say('done')]);
  await runQwen(stage.home, { model, args: ['-p', 'go', '--yolo', '--core-tools', 'read_file,Grep'] });
  expect(model.scripted()[0]?.tools).toEqual([
    'agent',
    'grep_search',
    'list_agents',
    'mcp__srv__act',
    'monitor',
    'read_file',
    'send_message',
    'task_stop',
  ]);
  expect(model.toolMessages()[0]?.text).toMatch(/^There is no tool named "mcp__srv__other"; nothing was run\./);
});
