import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelChoice } from '@qwen-code/qwen-code-core/models/registry.js';
import { loadSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { findCommand } from '../expand.js';
import { answer, prompt, type Expansion } from '../types.js';
import { endpointFinding, nodeFinding, serverFindings } from './doctor.js';
import { readArguments } from './import-config.js';
import { workspaceCommands } from './workspace-commands.js';
import type { WorkspacePorts } from './workspace-ports.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'qwen-test-'));
  for (const name of ['home', 'proj']) await mkdir(join(root, name));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const home = (...path: string[]): string => join(root, 'home', ...path);
const proj = (...path: string[]): string => join(root, 'proj', ...path);
const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
};
const text = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

const CHOICE = { name: 'm', protocol: 'openai', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'secret' } as ModelChoice;

async function setUp(more: Partial<WorkspacePorts> = {}) {
  const place: Place = {
    env: { QWEN_CODE_SYSTEM_SETTINGS_PATH: join(root, 's'), PATH: '' },
    homeDir: home(),
    cwd: proj(),
    platform: 'linux',
  };
  const did: unknown[] = [];
  const ports: WorkspacePorts = {
    place,
    loaded: await loadSettings(place),
    clock: createFakeClock(),
    version: '0',
    skills: [{ name: 'cook', description: 'Cooks.' }],
    agents: () => ['general-purpose'],
    servers: () => [],
    choice: () => CHOICE,
    fetch: () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })),
    setMode: (mode) => did.push(mode),
    directories: () => [proj()],
    addDirectory: (path) => {
      did.push(path);
      return `/abs/${path}`;
    },
    ...more,
  };
  const commands = workspaceCommands(ports);
  const run = async (name: string, args = ''): Promise<Expansion | undefined> =>
    findCommand(commands, name)?.run(args, new AbortController().signal);
  return { run, did };
}

it.each<[string, string, Expansion]>([
  ['skills', '', answer('/cook  Cooks.')],
  ['agents', '', answer('general-purpose\nYour own are Markdown files in ~/.qwen/agents or .qwen/agents.')],
  ['dir', 'add a, b', answer('Added for this session: /abs/a, /abs/b')],
  ['directory', 'remove a', { kind: 'refused', shown: 'Give show, or add and a folder.' }],
  ['plan', '', answer('Plan mode is on: only tools that read may run.')],
  ['plan', 'a bridge', prompt('a bridge')],
  ['language', '', answer('No language is set: the model answers in yours.')],
  [
    'language',
    'ui German',
    { kind: 'refused', shown: 'Give output and a language; qwen itself speaks English alone.' },
  ],
  ['remember', '', { kind: 'refused', shown: 'Say what to remember.' }],
])('/%s %s', async (name, args, expected) => {
  expect(await (await setUp()).run(name, args)).toEqual(expected);
});

it('sets the mode that /plan stands for', async () => {
  const { run, did } = await setUp();
  await run('plan');
  expect(did).toEqual(['plan']);
});

describe('/remember', () => {
  it.each([
    ['', '- use tabs\n'],
    ['# Rules', '# Rules\n- use tabs\n'],
    ['# Rules\n', '# Rules\n- use tabs\n'],
  ])('adds a line to %j and changes nothing else', async (before, after) => {
    if (before !== '') await write(proj('QWEN.md'), before);
    await (await setUp()).run('remember', 'use\n tabs');
    expect(await text(proj('QWEN.md'))).toBe(after);
  });

  it('writes into the own file of the user with --user', async () => {
    await (await setUp()).run('remember', '--user be brief');
    expect([await text(home('.qwen', 'QWEN.md')), await text(proj('QWEN.md'))]).toEqual(['- be brief\n', undefined]);
  });

  it('writes nothing through a link that leads out of the folder', async () => {
    await write(join(root, 'outside'), 'mine');
    await symlink(join(root, 'outside'), proj('QWEN.md'));
    await expect((await setUp()).run('remember', 'x')).rejects.toThrow(/outside the workspace/);
    expect(await text(join(root, 'outside'))).toBe('mine');
  });
});

it('keeps the language of the answers for the next start, or lets it go', async () => {
  const { run } = await setUp();
  await run('language', 'output Deutsch');
  const file = home('.qwen', 'output-language.md');
  expect([await text(file), (await stat(file)).mode & 0o777]).toEqual(['Always answer in Deutsch.\n', 0o600]);
  await run('language', 'output auto');
  expect(await text(file)).toBeUndefined();
});

describe('/import-config', () => {
  const claude = { mcpServers: { a: { type: 'http', url: 'https://a' }, b: { command: 'b', type: 'stdio' } } };

  it.each([
    ['all', { source: 'all', scope: 'user' }],
    ['claude-code --scope project', { source: 'claude-code', scope: 'project' }],
    ['claude-desktop --scope=user', { source: 'claude-desktop', scope: 'user' }],
    ['', undefined],
    ['cursor', undefined],
    ['all --scope system', undefined],
  ])('reads %j', (args, expected) => {
    expect(readArguments(args)).toEqual(expected);
  });

  it('copies what is not there yet, in the spelling of the settings', async () => {
    await write(
      home('.claude.json'),
      JSON.stringify({ ...claude, projects: { [proj()]: { mcpServers: { c: { command: 'c' } } } } }),
    );
    await write(
      home('.config', 'Claude', 'claude_desktop_config.json'),
      JSON.stringify({ mcpServers: { d: { command: 'd' } } }),
    );
    await write(home('.qwen', 'settings.json'), '{\n  // mine\n  "mcpServers": { "b": { "command": "my own" } }\n}\n');
    const told = await (await setUp()).run('import-config', 'all');
    const settings = (await text(home('.qwen', 'settings.json'))) ?? '';
    expect(settings).toContain('// mine');
    expect(JSON.parse(settings.replace('// mine', ''))).toEqual({
      mcpServers: { b: { command: 'my own' }, a: { httpUrl: 'https://a' }, c: { command: 'c' }, d: { command: 'd' } },
    });
    expect(told).toMatchObject({
      kind: 'answer',
      shown: expect.stringContaining('There already, and left alone: b.') as string,
    });
  });

  it('tells of a file that can not be understood, and copies the others', async () => {
    await write(home('.claude.json'), '{ broken');
    await write(proj('.claude', 'settings.json'), JSON.stringify(claude));
    const told = await (await setUp()).run('import-config', 'claude-code --scope project');
    expect(told).toMatchObject({ shown: expect.stringContaining(home('.claude.json')) as string });
    expect(JSON.parse((await text(proj('.qwen', 'settings.json'))) ?? '')).toMatchObject({
      mcpServers: { b: { command: 'b' } },
    });
  });

  it('writes nothing when there is nothing', async () => {
    expect(await (await setUp()).run('import-config', 'all')).toEqual(answer('There is no server to copy.'));
    expect(await text(home('.qwen', 'settings.json'))).toBeUndefined();
  });
});

describe('/doctor', () => {
  it.each([
    ['20.19.0', 'good'],
    ['20.18.9', 'bad'],
    ['22.0.0', 'good'],
  ])('Node.js %s is %s', (version, state) => {
    expect(nodeFinding(version).state).toBe(state);
  });

  it.each<[Parameters<typeof endpointFinding>[0], string, string]>([
    [{ kind: 'unlisted' }, 'good', 'h answers'],
    [{ kind: 'listed', ids: ['m', 'n'] }, 'good', 'h answers and has m'],
    [{ kind: 'listed', ids: ['n'] }, 'note', 'h answers; m is not in its list of 1'],
    [
      { kind: 'failed', failure: { kind: 'api', status: 401, type: undefined, message: '', retryAfterMs: undefined } },
      'bad',
      'h refuses the key (HTTP 401)',
    ],
    [
      { kind: 'failed', failure: { kind: 'connection', code: 'ECONNREFUSED' } },
      'bad',
      "h can't be reached (ECONNREFUSED)",
    ],
    [{ kind: 'failed', failure: { kind: 'timeout', ms: 5_000 } }, 'bad', 'h does not answer within 5 s'],
  ])('%j', (listed, state, shown) => {
    expect(endpointFinding(listed, 'h', 'm')).toEqual({ state, shown });
  });

  it('names servers that are not there', () => {
    const found = serverFindings([
      { name: 'a', status: 'connected' },
      { name: 'b', status: 'disconnected', shown: 'It ended.' },
    ]);
    expect(found.map(({ state, shown }) => [state, shown])).toEqual([
      ['good', 'connected'],
      ['bad', 'It ended.'],
    ]);
  });

  it('looks at everything, and shows no key', async () => {
    const told = await (await setUp()).run('doctor');
    const shown = told?.kind === 'answer' ? told.shown : '';
    for (const part of [
      'qwen 0 on linux',
      '✓ Node.js',
      '● Settings: no file',
      '✓ Model: m (openai), key: set',
      "✗ Endpoint: 127.0.0.1:9 can't be reached",
      '● MCP servers: none',
      '● git: not found',
    ]) {
      expect(shown).toContain(part);
    }
    expect(shown).not.toContain('secret');
  });
});
