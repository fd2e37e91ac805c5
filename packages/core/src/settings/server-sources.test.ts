/** Where servers come from: every layer against every other, and whose variables may fill what. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { loadSettings, type LoadedSettings, type LoadOptions } from './load.js';
import { SERVER_SCOPES, type ConfiguredServer, type ServerScope } from './servers.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

const FILES: Partial<Record<ServerScope, string>> = {
  'system-defaults': 'system/defaults.json',
  user: 'home/.qwen/settings.json',
  project: 'project/.mcp.json',
  workspace: 'project/.qwen/settings.json',
  system: 'system/settings.json',
};

const load = (options: Partial<LoadOptions> = {}): Promise<LoadedSettings> =>
  loadSettings({
    homeDir: temp.home,
    cwd: temp.project,
    platform: process.platform,
    ...options,
    env: {
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/system/defaults.json`,
      QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/system/settings.json`,
      ...options.env,
    },
  });

/** Declares the entry in one layer; what no file holds comes back as options. */
async function declare(scope: ServerScope, entry: object): Promise<Partial<LoadOptions>> {
  if (scope === 'sdk') return { hostServers: { srv: entry } };
  if (scope === 'command-line') return { mcpConfig: JSON.stringify({ srv: entry }) };
  await temp.write(FILES[scope] ?? '', JSON.stringify({ mcpServers: { srv: entry } }));
  return {};
}

const entryOf = (server: ConfiguredServer | undefined): unknown => (server?.kind === 'ok' ? server.entry : server);

const pairs = SERVER_SCOPES.flatMap((low, at) => SERVER_SCOPES.slice(at + 1).map((high) => [low, high] as const));

it.each(pairs)('%s < %s: the higher entry replaces the lower one whole', async (low, high) => {
  const options = {
    ...(await declare(low, { command: low, trust: true })),
    ...(await declare(high, { command: high })),
  };
  const { servers } = await load(options);
  expect(servers.map((server) => [server.scope, entryOf(server)])).toEqual([[high, { command: high }]]);
});

it.each(pairs)('%s < %s: a wrong higher entry starts nothing in its place', async (low, high) => {
  const options = { ...(await declare(low, { command: low })), ...(await declare(high, { command: 7 })) };
  expect((await load(options)).servers).toMatchObject([{ kind: 'invalid', scope: high }]);
});

describe('variables', () => {
  const ADDRESS = { httpUrl: 'https://${HOST:-example.test}/$PART' };

  it.each(SERVER_SCOPES.filter((scope) => scope !== 'sdk'))('%s is filled from the real environment', async (scope) => {
    const options = await declare(scope, ADDRESS);
    const { servers, warnings } = await load({ ...options, env: { PART: 'mcp' } });
    expect([entryOf(servers[0]), warnings]).toEqual([{ httpUrl: 'https://example.test/mcp' }, []]);
  });

  it('what the driving program sends is taken as it is', async () => {
    const { servers } = await load({ ...(await declare('sdk', ADDRESS)), env: { HOST: 'h', PART: 'p' } });
    expect(entryOf(servers[0])).toEqual(ADDRESS);
  });

  it.each(['project/.env', 'project/.qwen/.env'])(
    '%s fills what the project declares, and its approval holds that',
    async (file) => {
      await temp.write(file, 'HOST=project.test\nOTHER=1');
      for (const scope of ['project', 'workspace'] as const) {
        await declare(scope, ADDRESS);
        const { servers } = await load({ env: { PART: 'mcp' } });
        expect(servers).toMatchObject([
          {
            scope,
            entry: { httpUrl: 'https://project.test/mcp' },
            written: ADDRESS,
            fromProject: { HOST: 'project.test' },
          },
        ]);
      }
    },
  );

  it("the workspace's settings.env counts as the project's too", async () => {
    await temp.writeProjectSettings({ env: { HOST: 'project.test' }, mcpServers: { srv: ADDRESS } });
    const { servers } = await load({ env: { PART: 'mcp' } });
    expect(servers).toMatchObject([{ fromProject: { HOST: 'project.test' } }]);
  });

  it.each(['system-defaults', 'user', 'system', 'command-line'] as const)(
    'the project can not redirect a server of %s',
    async (scope) => {
      await temp.write('project/.env', 'HOST=evil.test\nPART=evil');
      await temp.writeProjectSettings({ env: { HOST: 'evil.test', PART: 'evil' } });
      const { servers, warnings } = await load(await declare(scope, ADDRESS));
      expect(entryOf(servers[0])).toEqual({ httpUrl: 'https://example.test/$PART' });
      expect(servers[0]).not.toHaveProperty('fromProject');
      expect(warnings).toEqual([
        expect.stringMatching(
          /"mcpServers\.srv\.httpUrl" refers to PART, which only the project's own files set; the text is used as it is written\.$/,
        ),
      ]);
    },
  );

  it('a home .env that the project speaks over still fills what the operator wrote', async () => {
    await temp.write('home/.qwen/.env', 'HOST=mine.test\nPART=mine');
    await temp.write('project/.env', 'HOST=evil.test');
    const { servers } = await load(await declare('user', ADDRESS));
    expect(entryOf(servers[0])).toEqual({ httpUrl: 'https://mine.test/mine' });
  });

  it.each([
    'npm_config_registry',
    'NPM_CONFIG_USERCONFIG',
    'PIP_INDEX_URL',
    'UV_INDEX_URL',
    'PYTHONPATH',
    'PATH',
    'NODE_EXTRA_CA_CERTS',
  ])('a project sets no %s for servers, and the user may', async (name) => {
    await temp.write('project/.env', `${name}=evil`);
    await temp.writeProjectSettings({ env: { [name]: 'evil' } });
    const refused = await load();
    expect(refused.env[name]).toBeUndefined();
    expect(refused.warnings).toEqual(
      [`${temp.project}/.env`, `${temp.project}/.qwen/settings.json`].map(
        (file) => `${file} sets ${name}, which a project may not set for the programs of your own; it is ignored.`,
      ),
    );
    await temp.write('home/.env', `${name}=mine`);
    expect((await load()).env[name]).toBe('mine');
  });

  it('mcp.serverCommand of a project is approved as it is written', async () => {
    await temp.write('project/.env', 'TOOL=theirs.js');
    await temp.writeProjectSettings({ mcp: { serverCommand: 'node ${TOOL}' } });
    expect((await load()).servers).toMatchObject([
      {
        name: 'mcp',
        scope: 'workspace',
        entry: { command: 'node', args: ['theirs.js'] },
        written: { serverCommand: 'node ${TOOL}' },
        fromProject: { TOOL: 'theirs.js' },
      },
    ]);
  });

  it('a default of a hook is left to the shell', async () => {
    const hooks = { Stop: [{ command: 'echo ${WHO:-nobody}' }] };
    await temp.writeUserSettings({ hooks });
    expect((await load()).settings.hooks).toEqual(hooks);
  });
});

describe('.mcp.json', () => {
  it('that can not be understood is one warning, and the run goes on', async () => {
    await temp.write('project/.mcp.json', '{ "mcpServers": { "a": ');
    await temp.writeUserSettings({ mcpServers: { mine: { command: 'x' } } });
    const { servers, warnings } = await load();
    expect(servers.map(({ name }) => name)).toEqual(['mine']);
    expect(warnings).toEqual([
      `MCP servers file ${temp.project}/.mcp.json is not valid JSON at line 1, column 24 (value expected). Correct it there; nothing was changed. No server of it is started.`,
    ]);
  });

  it('wrong fields and refused names are told like those of settings', async () => {
    await temp.write(
      'project/.mcp.json',
      '{ "mcpServers": { "__proto__": {}, "a": { "command": "x", "trust": "yes" }, "b": 7, "c": { "command": "$NOPE" } } }',
    );
    const { servers, warnings } = await load();
    const start = `MCP servers file ${temp.project}/.mcp.json: `;
    expect(servers.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['a ok', 'b invalid', 'c ok']);
    expect(warnings).toEqual([
      `${start}"mcpServers.__proto__" can't be used as a name; it is ignored.`,
      `${start}"mcpServers.c.command" refers to NOPE, which is not set; the text is used as it is written.`,
      `${start}"mcpServers.a.trust" must be true or false; the server counts as not trusted until you correct it.`,
      `${start}"mcpServers.b" must be an object; server "b" is not started until you correct it.`,
    ]);
  });

  it('of an untrusted folder is named and not read as servers', async () => {
    await temp.writeUserSettings({ security: { folderTrust: { enabled: true } } });
    await temp.write('home/.qwen/trustedFolders.json', JSON.stringify({ [temp.project]: 'DO_NOT_TRUST' }));
    await temp.write('project/.mcp.json', '{ "mcpServers": { "a": { "command": "x" } } }');
    await temp.writeProjectSettings({ mcpServers: { b: { command: 'x' }, a: { command: 'y' } } });
    expect(await load()).toMatchObject({ servers: [], untrustedServers: ['b', 'a'], workspaceTrusted: false });
  });

  it('of a folder that nobody has spoken about are not even named', async () => {
    await temp.write('project/.mcp.json', '{ "mcpServers": { "a": { "command": "x" } } }');
    await temp.writeProjectSettings({ mcpServers: { b: { command: 'x' } } });
    expect(await load({ unread: true })).toMatchObject({ servers: [], untrustedServers: [], workspaceTrusted: false });
  });

  it('counts in the home directory as well, as a project', async () => {
    await temp.write('home/.mcp.json', '{ "mcpServers": { "a": { "command": "x" } } }');
    expect((await load({ cwd: temp.home })).servers.map(({ scope }) => scope)).toEqual(['project']);
  });
});
