import { readFile, readdir, symlink } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QwenError } from '../shared/qwen-error.js';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { DEFAULTS } from './defaults.js';
import { loadSettings, type LoadOptions } from './load.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

const FILES = {
  'system-defaults': 'system/defaults.json',
  user: 'home/.qwen/settings.json',
  workspace: 'project/.qwen/settings.json',
  system: 'system/settings.json',
} as const;
type Scope = keyof typeof FILES;

const load = (options: Partial<LoadOptions> = {}) =>
  loadSettings({
    homeDir: temp.home,
    cwd: temp.project,
    platform: process.platform,
    ...options,
    env: {
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/${FILES['system-defaults']}`,
      QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/${FILES.system}`,
      ...options.env,
    },
  });
const write = (scope: Scope, settings: unknown): Promise<string> => temp.write(FILES[scope], JSON.stringify(settings));
const pathOf = (scope: Scope): string => `${temp.root}/${FILES[scope]}`;

it('without any file: the defaults and the environment as it is', async () => {
  const loaded = await load({ env: { A: '1' } });
  expect(loaded).toMatchObject({
    settings: DEFAULTS,
    env: { A: '1' },
    warnings: [],
    servers: [],
    workspaceTrusted: true,
  });
  expect(loaded.sources.map(({ scope, state }) => `${scope} ${state}`)).toEqual([
    'system-defaults missing',
    'user missing',
    'workspace missing',
    'system missing',
  ]);
  expect(loaded.runtimeDir).toBe(temp.qwenHome);
});

describe('precedence', () => {
  const order: Scope[] = ['system-defaults', 'user', 'workspace', 'system'];
  const subsets = Array.from({ length: 15 }, (_, i) => order.filter((_scope, bit) => ((i + 1) >> bit) & 1));

  it.each(subsets.map((scopes) => [scopes.join(' < '), scopes] as const))('%s', async (_name, scopes) => {
    for (const scope of scopes) {
      await write(scope, {
        model: { name: scope },
        permissions: { deny: [scope] },
        env: { WHO: scope },
        mcpServers: { srv: { command: scope } },
      });
    }
    const { settings, env, servers } = await load();
    const highest = scopes.at(-1);
    expect({ name: settings.model.name, deny: settings.permissions?.deny, who: env['WHO'] }).toEqual({
      name: highest,
      deny: scopes,
      who: highest,
    });
    expect(servers).toEqual([
      {
        kind: 'ok',
        name: 'srv',
        scope: highest,
        file: pathOf(highest!),
        entry: { command: highest },
        written: { command: highest },
      },
    ]);
  });

  it('puts defaults below every file', async () => {
    await write('system-defaults', { mcp: { health: { enabled: false } } });
    const { settings } = await load();
    expect(settings.mcp.health).toEqual({ enabled: false, intervalMs: 30_000, failureThreshold: 3 });
  });
});

describe('the workspace file', () => {
  const trustOff = (): Promise<string> =>
    temp.write('home/.qwen/trustedFolders.json', JSON.stringify({ [temp.project]: 'DO_NOT_TRUST' }));

  it('is ignored in an untrusted workspace, also when it is broken; its servers are named', async () => {
    await write('user', { security: { folderTrust: { enabled: true } }, mcpServers: { mine: { command: 'x' } } });
    await trustOff();
    await write('workspace', { model: { name: 'theirs' }, mcpServers: { theirs: { command: 'x' } } });
    await temp.write('project/.env', 'A=theirs');
    const loaded = await load();
    expect(loaded.settings.model.name).toBeUndefined();
    expect(loaded.env['A']).toBeUndefined();
    expect(loaded).toMatchObject({ workspaceTrusted: false, untrustedServers: ['theirs'] });
    expect(loaded.servers.map(({ name }) => name)).toEqual(['mine']);
    expect(loaded.sources[2]).toEqual({ scope: 'workspace', file: pathOf('workspace'), state: 'ignored' });
    await temp.write(FILES.workspace, '{ broken');
    expect((await load()).untrustedServers).toEqual([]);
  });

  it('cannot turn folder trust off for itself', async () => {
    await write('system', { security: { folderTrust: { enabled: true } } });
    await trustOff();
    await write('workspace', { security: { folderTrust: { enabled: false } } });
    expect((await load()).workspaceTrusted).toBe(false);
  });

  it('counts again when the host says that the folder is trusted', async () => {
    await write('user', { security: { folderTrust: { enabled: true } } });
    await trustOff();
    await write('workspace', { model: { name: 'theirs' } });
    expect((await load({ trustOverride: true })).settings.model.name).toBe('theirs');
  });

  it('is left out of what a project must not decide about itself', async () => {
    await write('user', { tools: { approvalMode: 'plan' } });
    await write('workspace', { tools: { approvalMode: 'yolo' }, permissions: { allow: ['edit'] } });
    const { settings, operatorSettings } = await load();
    expect(settings.tools.approvalMode).toBe('yolo');
    expect(operatorSettings.tools.approvalMode).toBe('plan');
    expect(operatorSettings.permissions).toBeUndefined();
  });

  it('is the user file where QWEN_HOME makes the two the same', async () => {
    await write('workspace', { mcpServers: { mine: { command: 'x' } } });
    const { servers } = await load({ env: { QWEN_HOME: `${temp.project}/.qwen` } });
    expect(servers.map(({ name, scope }) => `${name} ${scope}`)).toEqual(['mine user']);
  });

  it('is the user file in the home directory, also over a symbolic link', async () => {
    await write('user', { mcpServers: { mine: { command: 'x' } } });
    await symlink(temp.home, `${temp.root}/link`);
    for (const cwd of [temp.home, `${temp.root}/link`]) {
      expect((await load({ cwd })).servers.map(({ scope }) => scope)).toEqual(['user']);
    }
  });
});

describe('variables', () => {
  it('come from the real environment, then .env, then settings.env', async () => {
    await temp.write('project/.env', 'FROM_FILE=file\nBOTH=file\nQWEN_HOME=/elsewhere');
    await write('user', { env: { FROM_SETTINGS: 'of $REAL', BOTH: 'settings', NODE_OPTIONS: '--require x' } });
    await write('workspace', { model: { name: '$REAL $FROM_FILE ${FROM_SETTINGS} $BOTH' } });
    const { settings, env, warnings, paths } = await load({ env: { REAL: 'real' } });
    expect(settings.model.name).toBe('real file of real file');
    expect(env).toMatchObject({ REAL: 'real', FROM_FILE: 'file', FROM_SETTINGS: 'of real', BOTH: 'file' });
    expect(Object.keys(env)).not.toContain('NODE_OPTIONS');
    expect(paths.userDir).toBe(temp.qwenHome);
    expect(warnings).toEqual([
      `${temp.project}/.env sets QWEN_HOME, which only the real environment may set; it is ignored.`,
      `${pathOf('user')} sets NODE_OPTIONS, which only the real environment may set; it is ignored.`,
    ]);
  });

  it('that are not set are named once with their place, and the text stays; hooks have variables of their own', async () => {
    await write('user', {
      mcpServers: { api: { httpUrl: 'http://h', headers: { Authorization: 'Bearer ${TOK}' } } },
      env: { A: '$ALSO' },
      hooks: { Stop: [{ command: 'echo $HOOK_VAR' }] },
    });
    const { servers, env, warnings } = await load();
    expect(servers[0]).toMatchObject({ entry: { headers: { Authorization: 'Bearer ${TOK}' } } });
    expect(env['A']).toBe('$ALSO');
    expect(warnings).toEqual([
      `Settings file ${pathOf('user')}: "mcpServers.api.headers.Authorization" refers to TOK, which is not set; the text is used as it is written.`,
      `Settings file ${pathOf('user')}: "env.A" refers to ALSO, which is not set; the text is used as it is written.`,
    ]);
  });

  it('respect advanced.excludedEnvVars of any file', async () => {
    await temp.write('project/.env', 'DEBUG=1\nMINE=1\nKEPT=1');
    await write('workspace', { advanced: { excludedEnvVars: ['MINE'] } });
    const { env } = await load();
    expect(Object.keys(env).filter((name) => ['DEBUG', 'MINE', 'KEPT'].includes(name))).toEqual(['KEPT']);
  });
});

describe('a broken file', () => {
  it.each<[Scope, string]>([
    ['system-defaults', '{ "a": }'],
    ['user', '{ "permissions": { "deny": ["run_shell_command"] '],
    ['workspace', '[]'],
    ['system', 'nonsense'],
  ])('%s stops the run and is not touched', async (scope, text) => {
    await temp.write(FILES[scope], text);
    const before = await readdir(temp.root, { recursive: true });
    const error = await load().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(QwenError);
    expect(error).toMatchObject({ code: 'config' });
    expect((error as QwenError).shown).toContain(pathOf(scope));
    expect(await readFile(pathOf(scope), 'utf8')).toBe(text);
    expect(await readdir(temp.root, { recursive: true })).toEqual(before);
  });

  it('that can not be read stops the run', async () => {
    await temp.write(`${FILES.user}/inside`, '');
    await expect(load()).rejects.toMatchObject({ code: 'config' });
  });
});

it('loading writes nothing', async () => {
  const text = '{ "mcpServers": { "a": { "command": "x" } }, "tools": { "exclude": ["edit"] } }';
  await temp.write(FILES.user, text);
  const before = await readdir(temp.root, { recursive: true });
  expect((await load()).settings.permissions?.deny).toEqual(['edit']);
  expect(await readFile(pathOf('user'), 'utf8')).toBe(text);
  expect(await readdir(temp.root, { recursive: true })).toEqual(before);
});

describe('servers', () => {
  it('a wrong entry shadows the lower one of its name instead of letting it start', async () => {
    await write('user', { mcpServers: { srv: { command: 'mine' }, constructor: { command: 'c' } } });
    await write('workspace', { mcpServers: { srv: { command: 5 } } });
    const { servers, warnings } = await load();
    const shown = `Settings file ${pathOf('workspace')}: "mcpServers.srv.command" must be a string; server "srv" is not started until you correct it.`;
    const [entry, written] = [{ command: 'c' }, { command: 'c' }];
    expect(servers).toEqual([
      { kind: 'invalid', name: 'srv', scope: 'workspace', file: pathOf('workspace'), shown },
      { kind: 'ok', name: 'constructor', scope: 'user', file: pathOf('user'), entry, written },
    ]);
    expect(warnings).toEqual([shown]);
  });

  it('a name that is no name is refused and said', async () => {
    await temp.write(FILES.user, '{ "mcpServers": { "__proto__": { "command": "x", "trust": true } } }');
    const { servers, warnings } = await load();
    expect({ servers, warnings }).toEqual({
      servers: [],
      warnings: [`Settings file ${pathOf('user')}: "mcpServers.__proto__" can't be used as a name; it is ignored.`],
    });
  });

  it.each<[string, string, unknown]>([
    ['words', 'node server.js', { command: 'node', args: ['server.js'] }],
    ['quotes', `"my node" 'a b' c\\ d --x="y z"`, { command: 'my node', args: ['a b', 'c d', '--x=y z'] }],
    ['a wildcard, as it is', 'node *.js', { command: 'node', args: ['*.js'] }],
    ['an unset variable, as it is', 'node $NOT_SET', { command: 'node', args: ['$NOT_SET'] }],
  ])('mcp.serverCommand is split like a shell does: %s', async (_name, serverCommand, entry) => {
    await write('workspace', { mcp: { serverCommand } });
    const { servers } = await load();
    const written = { serverCommand };
    expect(servers).toEqual([
      { kind: 'ok', name: 'mcp', scope: 'workspace', file: pathOf('workspace'), entry, written },
    ]);
  });

  it.each(['node a.js; rm -rf b', 'a | b', 'a > b', '# only a comment', '   '])(
    'mcp.serverCommand %j is refused, not run',
    async (serverCommand) => {
      await write('user', { mcp: { serverCommand } });
      expect((await load()).servers).toMatchObject([{ kind: 'invalid', name: 'mcp' }]);
    },
  );

  it('an entry called mcp beats mcp.serverCommand', async () => {
    await write('user', { mcpServers: { mcp: { command: 'entry' } } });
    await write('system', { mcp: { serverCommand: 'command' } });
    expect((await load()).servers).toMatchObject([{ name: 'mcp', entry: { command: 'entry' } }]);
  });
});

it('the servers of the program that drives qwen beat every file, and --mcp-config beats them', async () => {
  await write('system', { mcpServers: { calc: { command: 'file' } } });
  const hostServers = { calc: { type: 'sdk', name: 'calc' }, srv: { command: 'host' }, bad: { command: 7 } };
  const { servers, warnings } = await load({ hostServers, mcpConfig: '{ "srv": { "command": "flag" } }' });
  expect(servers.map((server) => [server.name, server.scope, server.kind === 'ok' && server.entry])).toEqual([
    ['calc', 'sdk', { type: 'sdk', name: 'calc' }],
    ['srv', 'command-line', { command: 'flag' }],
    ['bad', 'sdk', false],
  ]);
  expect(warnings).toEqual([
    'Control request initialize: "mcpServers.bad.command" must be a string; server "bad" is not started until you correct it.',
  ]);
});

describe('--mcp-config', () => {
  it.each<[string, string]>([
    ['inline', '{ "mcpServers": { "srv": { "command": "$HOME" } } }'],
    ['a bare map', ' { "srv": { "command": "$HOME" } }'],
    ['a file', 'servers.json'],
  ])('%s has the highest precedence', async (_name, mcpConfig) => {
    await temp.write('project/servers.json', '// mine\n{ "mcpServers": { "srv": { "command": "$HOME" } } }');
    await write('system', { mcpServers: { srv: { command: 'other' } } });
    const { servers } = await load({ mcpConfig, env: { HOME: '/h' } });
    expect(servers).toEqual([
      {
        kind: 'ok',
        name: 'srv',
        scope: 'command-line',
        file: undefined,
        entry: { command: '/h' },
        written: { command: '$HOME' },
      },
    ]);
  });

  it.each<[string, string, string]>([
    ['broken JSON', '{ "a"', 'Option --mcp-config is not valid JSON at line 1, column 6 (colon expected)'],
    ['no object of servers', '{ "mcpServers": [] }', 'Option --mcp-config: "mcpServers" must be an object'],
    ['a name that is no name', '{ "__proto__": {} }', 'Option --mcp-config: "__proto__" can\'t be used as a name.'],
    ['a missing file', 'nowhere.json', '--mcp-config: there is no file'],
  ])('%s stops the run', async (_name, mcpConfig, shown) => {
    const error = await load({ mcpConfig }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'config' });
    expect((error as QwenError).shown.startsWith(shown)).toBe(true);
  });

  it('a wrong field is told like one of a settings file', async () => {
    const { servers, warnings } = await load({ mcpConfig: '{ "srv": { "command": "x", "trust": "true" } }' });
    expect(servers).toMatchObject([{ kind: 'ok', name: 'srv', entry: { command: 'x' } }]);
    expect(warnings).toEqual([
      'Option --mcp-config: "mcpServers.srv.trust" must be true or false; the server counts as not trusted until you correct it.',
    ]);
  });
});
