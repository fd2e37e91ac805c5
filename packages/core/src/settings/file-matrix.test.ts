/**
 * Every file of settings, trust and servers against every way to write it wrong, or unusually: what happens, what is
 * said, and that no file is ever written, moved or made.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QwenError } from '../shared/qwen-error.js';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { createApprovalLookup } from '../trust/approvals.js';
import { loadSettings, type LoadedSettings } from './load.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
  await temp.write('home/.qwen/settings.json', FOLDER_TRUST);
});
afterEach(() => temp.remove());

const FOLDER_TRUST = '{ "security": { "folderTrust": { "enabled": true } } }';

interface MatrixFile {
  readonly path: string;
  /** What a sentence about it calls it. */
  readonly what: string;
  /** A text in which every key and value is right. */
  readonly good: (project: string) => string;
}

const settings = (path: string): MatrixFile => ({
  path,
  what: 'Settings file',
  good: () => '{ "security": { "folderTrust": { "enabled": true } }, "model": { "name": "m" }, "mcpServers": {} }',
});

const FILES: Readonly<Record<string, MatrixFile>> = {
  'system-defaults settings': settings('system/defaults.json'),
  'user settings': settings('home/.qwen/settings.json'),
  'workspace settings': settings('project/.qwen/settings.json'),
  'system settings': settings('system/settings.json'),
  '.mcp.json': {
    path: 'project/.mcp.json',
    what: 'MCP servers file',
    good: () => '{ "mcpServers": { "srv": { "command": "x" } } }',
  },
  '--mcp-config': {
    path: 'project/servers.json',
    what: 'MCP config file',
    good: () => '{ "mcpServers": { "srv": { "command": "x" } } }',
  },
  'trustedFolders.json': {
    path: 'home/.qwen/trustedFolders.json',
    what: 'Trusted folders file',
    good: (project) => JSON.stringify({ [project]: 'TRUST_FOLDER' }),
  },
  'mcpApprovals.json': {
    path: 'home/.qwen/mcpApprovals.json',
    what: 'MCP approvals file',
    good: (project) => JSON.stringify({ [project]: { srv: { hash: 'h', status: 'approved' } } }),
  },
};
const NAMES = Object.keys(FILES);

/** Reads everything that a run with a project server reads. */
async function load(name: string): Promise<LoadedSettings> {
  const loaded = await loadSettings({
    homeDir: temp.home,
    cwd: temp.project,
    platform: process.platform,
    ...(name === '--mcp-config' && { mcpConfig: 'servers.json' }),
    env: {
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/system/defaults.json`,
      QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/system/settings.json`,
    },
  });
  createApprovalLookup(loaded.paths.mcpApprovals, temp.project)('srv', { written: { command: 'x' } });
  return loaded;
}

/** The sentences, from an error or from warnings, and how it went on. */
async function outcome(name: string): Promise<{ stops: boolean; shown: readonly string[] }> {
  try {
    return { stops: false, shown: (await load(name)).warnings };
  } catch (error) {
    if (!(error instanceof QwenError)) throw error;
    return { stops: true, shown: [error.shown] };
  }
}

const everyFile = async (): Promise<Record<string, string>> => {
  const entries = await readdir(temp.root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')])));
};

/** `.mcp.json` can only add servers, so it never stops a run. */
const mayGoOn = (name: string): boolean => name === '.mcp.json';

const TAIL = ' Correct it there; nothing was changed.';

describe.each(NAMES)('%s', (name) => {
  const { path, what, good } = FILES[name]!;
  const file = (): string => `${temp.root}/${path}`;

  it.each<[string, string, string]>([
    ['cut short', '{ "a": ', `is not valid JSON at line 1, column 8 (value expected).${TAIL}`],
    ['words', 'hello', `is not valid JSON at line 1, column 1 (invalid symbol).${TAIL}`],
    ['two objects', '{}\n{}', `is not valid JSON at line 2, column 1 (end of file expected).${TAIL}`],
    ['single quotes', "{ 'a': 1 }", `is not valid JSON at line 1, column 3 (invalid symbol).${TAIL}`],
    ['a list', '[]', `must hold one JSON object, { ... }, and holds a list.${TAIL}`],
    ['a text', '"a"', `must hold one JSON object, { ... }, and holds a string.${TAIL}`],
    ['null', 'null', `must hold one JSON object, { ... }, and holds a null.${TAIL}`],
  ])('%s is one sentence with the place, and no file is touched', async (_fault, text, sentence) => {
    await temp.write(path, text);
    const before = await everyFile();
    const { stops, shown } = await outcome(name);
    expect({ stops, shown }).toEqual({
      stops: !mayGoOn(name),
      shown: [`${what} ${file()} ${sentence}${mayGoOn(name) ? ' No server of it is started.' : ''}`],
    });
    expect(await everyFile()).toEqual(before);
  });

  it.each<[string, (text: string) => string]>([
    ['comments', (text) => `// mine\n/* and */ ${text} // yours\n`],
    ['trailing commas', (text) => text.replaceAll(/(["}\]a-z0-9])\s*}/g, '$1, }')],
    ['a byte order mark and CRLF', (text) => `\uFEFF${text.replaceAll(', ', ',\r\n')}\r\n`],
  ])('%s are fine', async (_name, change) => {
    await temp.write(path, change(good(temp.project)));
    const before = await everyFile();
    expect(await outcome(name)).toEqual({ stops: false, shown: [] });
    expect(await everyFile()).toEqual(before);
  });

  it('a folder in its place is one sentence', async () => {
    await rm(file(), { force: true });
    await temp.write(`${path}/inside`, '');
    const { stops, shown } = await outcome(name);
    expect([stops, shown.length]).toEqual([!mayGoOn(name), 1]);
    expect(shown[0]).toContain(`${what} ${file()} can't be read (EISDIR).`);
  });
});

it('a missing file is fine, whichever it is', async () => {
  for (const name of NAMES.filter((each) => each !== '--mcp-config')) {
    await rm(`${temp.root}/${FILES[name]!.path}`, { force: true });
    expect([name, await outcome(name)]).toEqual([name, { stops: false, shown: [] }]);
  }
  expect(await outcome('--mcp-config')).toEqual({
    stops: true,
    shown: [`--mcp-config: there is no file ${temp.project}/servers.json. Give a path or JSON that starts with {.`],
  });
});

describe('unknown keys', () => {
  it.each(['system-defaults settings', 'user settings', 'workspace settings', 'system settings'])(
    'of %s are kept and not told',
    async (name) => {
      await temp.write(FILES[name]!.path, '{ "of": { "another": ["release"] }, "model": { "future": 1 } }');
      const { warnings, settings: loaded } = await load(name);
      expect(warnings).toEqual([]);
      expect(loaded).toMatchObject({ of: { another: ['release'] }, model: { future: 1 } });
    },
  );

  it.each(['.mcp.json', '--mcp-config'])('of %s are kept with their server, and not told', async (name) => {
    await temp.write(
      FILES[name]!.path,
      '{ "mcpServers": { "srv": { "command": "x", "future": { "a": 1 } } }, "inputs": [] }',
    );
    const { warnings, servers } = await load(name);
    expect(warnings).toEqual([]);
    expect(servers).toMatchObject([{ kind: 'ok', entry: { command: 'x', future: { a: 1 } } }]);
  });

  it('of a record of an approval change nothing', async () => {
    await temp.write(
      FILES['mcpApprovals.json']!.path,
      '{ "/p": { "srv": { "hash": "h", "status": "?", "by": "me" } }, "v": 2 }',
    );
    expect(await outcome('mcpApprovals.json')).toEqual({ stops: false, shown: [] });
  });
});

describe('wrong types', () => {
  const SETTINGS = ['system-defaults settings', 'user settings', 'workspace settings', 'system settings'];

  it.each(SETTINGS)('of %s are named, left out, and cost nothing else', async (name) => {
    await temp.write(
      FILES[name]!.path,
      JSON.stringify({
        model: { name: 7, maxSessionTurns: 3 },
        context: 'QWEN.md',
        output: { format: 'xml' },
        tools: { visible: ['a', 5] },
        mcpServers: { bad: { command: ['x'] }, odd: { command: 'x', timeout: 'soon' }, none: null },
      }),
    );
    const { warnings, settings: loaded, servers } = await load(name);
    const start = `Settings file ${temp.root}/${FILES[name]!.path}: `;
    const ignored = 'the value is ignored until you correct it.';
    expect(warnings.toSorted()).toEqual(
      [
        `${start}"model.name" must be a string; ${ignored}`,
        `${start}"context" must be an object; ${ignored}`,
        `${start}"output.format" must be one of "text", "json"; ${ignored}`,
        `${start}"tools.visible[1]" must be a string; ${ignored}`,
        `${start}"mcpServers.bad.command" must be a string; server "bad" is not started until you correct it.`,
        `${start}"mcpServers.odd.timeout" must be a number; the default is used until you correct it.`,
        `${start}"mcpServers.none" must be an object; server "none" is not started until you correct it.`,
      ].toSorted(),
    );
    expect(loaded).toMatchObject({
      model: { maxSessionTurns: 3 },
      tools: { visible: ['a'] },
      output: { format: 'text' },
    });
    expect(servers.map((server) => `${server.name} ${server.kind}`)).toEqual(['bad invalid', 'odd ok', 'none invalid']);
  });

  it.each(SETTINGS)('of %s stop the run where the key restricts', async (name) => {
    for (const wrong of [
      { permissions: { deny: 'edit' } },
      { mcp: { excluded: 'srv' } },
      { tools: { exclude: [1] } },
    ]) {
      await temp.write(FILES[name]!.path, JSON.stringify(wrong));
      const { stops, shown } = await outcome(name);
      expect([stops, shown.length]).toEqual([true, 1]);
      expect(shown[0]).toContain('without it more would be allowed than you meant.');
    }
  });

  it.each(['.mcp.json', '--mcp-config'])('of %s are told like those of settings', async (name) => {
    await temp.write(
      FILES[name]!.path,
      '{ "mcpServers": { "a": { "command": 1 }, "b": [], "c": { "command": "x", "trust": 1 } } }',
    );
    const { warnings, servers } = await load(name);
    const start = `${FILES[name]!.what} ${temp.root}/${FILES[name]!.path}: `;
    expect(warnings).toEqual([
      `${start}"mcpServers.a.command" must be a string; server "a" is not started until you correct it.`,
      `${start}"mcpServers.b" must be an object; server "b" is not started until you correct it.`,
      `${start}"mcpServers.c.trust" must be true or false; the server counts as not trusted until you correct it.`,
    ]);
    expect(servers.map(({ kind }) => kind)).toEqual(['invalid', 'invalid', 'ok']);
  });

  it.each([true, 'trust_folder', ['TRUST_FOLDER'], null])(
    'trustedFolders.json: the level %j stops the run',
    async (level) => {
      await temp.write(FILES['trustedFolders.json']!.path, JSON.stringify({ [temp.project]: level }));
      expect(await outcome('trustedFolders.json')).toEqual({
        stops: true,
        shown: [
          `Trusted folders file ${temp.qwenHome}/trustedFolders.json: the level of "${temp.project}" must be one of TRUST_FOLDER, TRUST_PARENT, DO_NOT_TRUST. Correct it there.`,
        ],
      });
    },
  );

  it.each(['approved', true, [], { hash: 1, status: 'approved' }])(
    'mcpApprovals.json: the record %j approves nothing',
    async (record) => {
      await temp.write(FILES['mcpApprovals.json']!.path, JSON.stringify({ [temp.project]: { srv: record } }));
      const { paths } = await load('mcpApprovals.json');
      const lookup = createApprovalLookup(paths.mcpApprovals, temp.project);
      expect(lookup('srv', { written: { command: 'x' } })).not.toBe('approved');
    },
  );
});
