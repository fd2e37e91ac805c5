import { readFile, readdir, stat } from 'node:fs/promises';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMcpAdd } from './add.js';
import { runMcpApprove } from './approve.js';
import { runMcpList } from './list.js';
import { runMcpReject } from './reject.js';
import { runMcpRemove } from './remove.js';

type Run = typeof runMcpAdd;

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

/** Runs a command and gives back its exit code and everything it wrote. */
async function run(command: Run, argv: readonly string[], { cwd = temp.project, env = {} } = {}) {
  const written = { out: '', err: '' };
  const code = await command(argv, {
    stdout: (text) => void (written.out += text),
    stderr: (text) => void (written.err += text),
    env: {
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/d.json`,
      QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/s.json`,
      ...env,
    },
    homeDir: temp.home,
    cwd,
  });
  return { code, ...written };
}
const userFile = (): string => `${temp.qwenHome}/settings.json`;
const projectFile = (): string => `${temp.project}/.qwen/settings.json`;
const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

describe('qwen mcp add', () => {
  it.each<[string, string[], unknown, string]>([
    ['a command without arguments', ['srv', 'node'], { command: 'node', args: [] }, 'stdio'],
    [
      'words and unknown options',
      ['srv', 'npx', '-y', 'pkg', '--foo', '--port=8080', '0x10', '1e3'],
      { command: 'npx', args: ['-y', 'pkg', '--foo', '--port=8080', '0x10', '1e3'] },
      'stdio',
    ],
    [
      'options behind --',
      ['srv', 'npx', '--', '-e', 'X', '--trust', '--help'],
      { command: 'npx', args: ['-e', 'X', '--trust', '--help'] },
      'stdio',
    ],
    [
      'env, repeated; empty ones dropped',
      ['-e', 'A=1', 'srv', 'x', '-e', 'B=2=3', '--env', 'C='],
      { command: 'x', args: [], env: { A: '1', B: '2=3' } },
      'stdio',
    ],
    [
      'options around the name',
      ['--timeout', '500', 'srv', '--trust', 'x', '--description', 'mine'],
      { command: 'x', args: [], timeout: 500, trust: true, description: 'mine' },
      'stdio',
    ],
    ['no trust', ['srv', 'x', '--no-trust'], { command: 'x', args: [], trust: false }, 'stdio'],
    ['an http URL', ['srv', 'http://h/mcp'], { httpUrl: 'http://h/mcp' }, 'http'],
    [
      'an https URL with headers',
      ['srv', 'https://h/mcp', '-H', 'X-Key: a:b ', '-H', 'Y:z'],
      { httpUrl: 'https://h/mcp', headers: { 'X-Key': 'a:b', Y: 'z' } },
      'http',
    ],
    ['sse', ['-t', 'sse', 'srv', 'https://h/sse'], { url: 'https://h/sse' }, 'sse'],
    ['a URL with a variable', ['-t', 'http', 'srv', '${BASE}/mcp'], { httpUrl: '${BASE}/mcp' }, 'http'],
    [
      'a command that looks like a URL',
      ['-t', 'stdio', 'srv', 'https://h'],
      { command: 'https://h', args: [] },
      'stdio',
    ],
    [
      'tools, split at commas',
      ['srv', 'x', '--include-tools', 'a,b', 'c', '--exclude-tools', 'd, e'],
      { command: 'x', args: [], includeTools: ['a', 'b', 'c'], excludeTools: ['d', 'e'] },
      'stdio',
    ],
    [
      'oauth',
      ['srv', 'https://h', '--oauth-client-id', 'id', '--oauth-scopes', 'a,b', '--oauth-token-url', 'https://t'],
      { httpUrl: 'https://h', oauth: { enabled: true, clientId: 'id', tokenUrl: 'https://t', scopes: ['a', 'b'] } },
      'http',
    ],
  ])('%s', async (_name, argv, entry, transport) => {
    expect(await run(runMcpAdd, argv)).toEqual({
      code: 0,
      out: `MCP server "srv" added to user settings (${transport}).\n`,
      err: '',
    });
    expect(await read(userFile())).toEqual({ $version: 4, mcpServers: { srv: entry } });
    expect((await stat(userFile())).mode & 0o777).toBe(0o600);
  });

  it('replaces the whole entry, keeps the rest with its comments, and says so', async () => {
    await temp.write(
      'home/.qwen/settings.json',
      `{
  // mine
  "own": 1,
  "mcpServers": {
    "other": { "command": "y" }, // kept
    "srv": { "command": "x", "trust": true, "env": { "A": "1" } }
  }
}
`,
    );
    expect(await run(runMcpAdd, ['srv', 'https://h'])).toEqual({
      code: 0,
      out: 'MCP server "srv" is already configured in user settings.\nMCP server "srv" updated in user settings (http).\n',
      err: '',
    });
    expect(await readFile(userFile(), 'utf8')).toBe(`{
  // mine
  "own": 1,
  "mcpServers": {
    "other": { "command": "y" }, // kept
    "srv": {
      "httpUrl": "https://h"
    }
  }
}
`);
  });

  it('project scope writes into the project and names the next step', async () => {
    expect(await run(runMcpAdd, ['-s', 'project', 'srv', 'x'])).toEqual({
      code: 0,
      out: 'MCP server "srv" added to project settings (stdio).\n',
      err: 'It starts once you have approved it: qwen mcp approve srv\n',
    });
    expect(await read(projectFile())).toEqual({ $version: 4, mcpServers: { srv: { command: 'x', args: [] } } });
    expect(await readdir(temp.qwenHome)).toEqual([]);
  });

  it.each(['constructor', 'toString', 'a.b', 'ä b'])('a server called %s', async (name) => {
    expect((await run(runMcpAdd, [name, 'x'])).out).toBe(`MCP server "${name}" added to user settings (stdio).\n`);
    expect(await read(userFile())).toEqual({ $version: 4, mcpServers: { [name]: { command: 'x', args: [] } } });
  });

  it('says what does not apply to the transport', async () => {
    const remote = await run(runMcpAdd, ['srv', 'https://h', 'word', '--extra', '-e', 'A=s3cret']);
    expect(remote).toMatchObject({
      code: 0,
      err: '2 words after the URL are ignored: an http server takes none.\n--env is ignored: an http server is not started here.\n',
    });
    const local = await run(runMcpAdd, ['srv', 'x', '-H', 'A: s3cret']);
    expect(local.err).toBe('--header is ignored: a stdio server has no headers.\n');
  });

  it.each<[string, string[], string]>([
    ['no argument', [], 'Give a name and a command or URL: qwen mcp add <name> <commandOrUrl>.'],
    ['one argument', ['srv'], 'Give a name and a command or URL: qwen mcp add <name> <commandOrUrl>.'],
    ['an unknown option before the name', ['--bogus=s3cret', 'srv', 'x'], 'Unknown option: --bogus'],
    ['an option without its value', ['srv', 'x', '--timeout'], 'Not enough arguments following: timeout'],
  ])('%s: help and a sentence, exit 1, nothing written', async (_name, argv, shown) => {
    const { code, out, err } = await run(runMcpAdd, argv);
    expect({ code, err }).toEqual({ code: 1, err: `${shown}\n` });
    expect(out).toContain('Usage: qwen mcp add [options] <name> <commandOrUrl> [args...]');
    expect(await readdir(temp.qwenHome)).toEqual([]);
  });

  it.each<[string, string[], string]>([
    ['a scope that is none', ['-s', 'system', 'srv', 'x'], '--scope must be user or project.'],
    ['a transport that is none', ['-t', 'tcp', 'srv', 'x'], '--transport must be one of stdio, sse, http.'],
    [
      'env without a value',
      ['srv', 'x', '-e', 's3cret'],
      '--env takes NAME=value; put -- before options that are for the server.',
    ],
    [
      'env without a name',
      ['srv', 'x', '-e', '=s3cret'],
      '--env takes NAME=value; put -- before options that are for the server.',
    ],
    [
      'a header without a colon',
      ['srv', 'https://h', '-H', 's3cret'],
      '--header takes "Name: value"; put -- before options that are for the server.',
    ],
    [
      'a timeout that is no number',
      ['srv', 'x', '--timeout', 'soon'],
      '--timeout must be a number of milliseconds above 0.',
    ],
    ['a timeout of nothing', ['srv', 'x', '--timeout', '0'], '--timeout must be a number of milliseconds above 0.'],
    ['oauth with stdio', ['srv', 'x', '--oauth-client-id', 'i'], 'OAuth options need an http or sse server.'],
    [
      'a URL that is none',
      ['-t', 'http', 'srv', 'h.example'],
      'The URL of an http or sse server must start with http:// or https://.',
    ],
    ['a name that is none', ['__proto__', 'x'], '"__proto__" can\'t be the name of a server; choose another.'],
  ])('%s: a sentence, exit 1, nothing written', async (_name, argv, shown) => {
    expect(await run(runMcpAdd, argv)).toEqual({ code: 1, out: '', err: `${shown}\n` });
    expect(await readdir(temp.qwenHome)).toEqual([]);
  });

  it('project scope in the home directory is refused', async () => {
    expect(await run(runMcpAdd, ['-s', 'project', 'srv', 'x'], { cwd: temp.home })).toEqual({
      code: 1,
      out: '',
      err: 'The home directory has no project settings: run this in a project, or use --scope user.\n',
    });
  });

  it('a broken settings file is exit 52 and stays as it is', async () => {
    await temp.write('home/.qwen/settings.json', '{ "a": 1,, }');
    const { code, out, err } = await run(runMcpAdd, ['srv', 'x']);
    expect({ code, out }).toEqual({ code: 52, out: '' });
    expect(err).toBe(
      `Settings file ${userFile()} is not valid JSON at line 1, column 10 (property name expected). Correct it there; nothing was changed.\n`,
    );
    expect(await readFile(userFile(), 'utf8')).toBe('{ "a": 1,, }');
    expect(await readdir(temp.qwenHome)).toEqual(['settings.json']);
  });

  it('writes where QWEN_HOME says', async () => {
    await run(runMcpAdd, ['srv', 'x'], { env: { QWEN_HOME: `${temp.root}/other` } });
    expect(await readdir(temp.root)).toContain('other');
  });

  it.each([[['--help']], [['srv', 'x', '-h']]])('%j prints help, exit 0', async (argv) => {
    const { code, out, err } = await run(runMcpAdd, argv);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const option of ['--scope', '--transport', '--env', '--header', '--timeout', '--trust', '--include-tools']) {
      expect(out).toContain(option);
    }
  });
});

describe('qwen mcp remove', () => {
  it('says where a server of .mcp.json is removed', async () => {
    const text = '{ "mcpServers": { "team": { "command": "x" } } }';
    const file = await temp.write('project/.mcp.json', text);
    expect(await run(runMcpRemove, ['--scope', 'project', 'team'])).toEqual({
      code: 0,
      out: 'MCP server "team" not found in project settings.\n.mcp.json of this directory declares it; remove it there.\n',
      err: '',
    });
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('takes out the key and the stored sign-in, and leaves the rest', async () => {
    await temp.write(
      'home/.qwen/settings.json',
      '{\n  // mine\n  "mcpServers": {\n    "a": {},\n    "b": {}\n  }\n}\n',
    );
    await temp.write('home/.qwen/mcp-oauth-tokens.json', '[{ "serverName": "a", "token": {} }, { "serverName": "b" }]');
    expect(await run(runMcpRemove, ['a'])).toEqual({
      code: 0,
      out: 'MCP server "a" removed from user settings.\n',
      err: '',
    });
    expect(await readFile(userFile(), 'utf8')).toBe('{\n  // mine\n  "mcpServers": {\n    "b": {}\n  }\n}\n');
    const tokens = `${temp.qwenHome}/mcp-oauth-tokens.json`;
    expect(await read(tokens)).toEqual([{ serverName: 'b' }]);
    expect((await stat(tokens)).mode & 0o777).toBe(0o600);
  });

  it('leaves a token file alone that it does not understand', async () => {
    await temp.writeUserSettings({ mcpServers: { a: {} } });
    await temp.write('home/.qwen/mcp-oauth-tokens.json', 'sealed');
    expect((await run(runMcpRemove, ['a'])).code).toBe(0);
    expect(await readFile(`${temp.qwenHome}/mcp-oauth-tokens.json`, 'utf8')).toBe('sealed');
  });

  it('project scope', async () => {
    await temp.writeProjectSettings({ mcpServers: { a: {} } });
    await temp.writeUserSettings({ mcpServers: { a: {} } });
    expect((await run(runMcpRemove, ['-s', 'project', 'a'])).out).toBe(
      'MCP server "a" removed from project settings.\n',
    );
    expect([await read(projectFile()), await read(userFile())]).toEqual([
      { mcpServers: {} },
      { mcpServers: { a: {} } },
    ]);
  });

  it.each(['nope', 'constructor', '__proto__'])('%s: not found, exit 0, nothing written', async (name) => {
    expect(await run(runMcpRemove, [name])).toEqual({
      code: 0,
      out: `MCP server "${name}" not found in user settings.\n`,
      err: '',
    });
    expect(await readdir(temp.qwenHome)).toEqual([]);
  });

  it.each<[string, string[], number, string]>([
    ['no name', [], 1, 'Give the name of one server: qwen mcp remove <name>.\n'],
    ['two names', ['a', 'b'], 1, 'Give the name of one server: qwen mcp remove <name>.\n'],
    ['an unknown option', ['a', '--force'], 1, 'Unknown option: --force\n'],
    ['a wrong scope', ['a', '-s', 'all'], 1, '--scope must be user or project.\n'],
    ['help', ['--help'], 0, ''],
  ])('%s', async (_name, argv, code, err) => {
    expect(await run(runMcpRemove, argv)).toMatchObject({ code, err });
  });
});

describe('qwen mcp approve and reject', () => {
  const approvals = (): string => `${temp.qwenHome}/mcpApprovals.json`;

  it('record an answer for the entry as it is now', async () => {
    await temp.writeProjectSettings({
      mcpServers: {
        plain: { command: 'node', args: ['a.js'], trust: true, env: { B: '1', A: '2' } },
        other: { command: 'y' },
      },
    });
    expect(await run(runMcpApprove, ['plain'])).toEqual({
      code: 0,
      out: 'Approved MCP server "plain" as it is configured now. It is trusted: its calls need no confirmation.\nApproved servers start with the next session, and at once in one that is open.\n',
      err: '',
    });
    expect(await run(runMcpReject, ['other'])).toEqual({ code: 0, out: 'Rejected MCP server "other".\n', err: '' });
    expect(await read(approvals())).toEqual({
      [temp.project]: {
        // The same entry approved by Qwen Code 0.21.10 has this hash.
        plain: { hash: '076ef291f825d4e16a27ed8a5af06d1c5c12cf8bbb1573b6610633f0221d45e7', status: 'approved' },
        other: { hash: expect.stringMatching(/^[0-9a-f]{64}$/), status: 'rejected' },
      },
    });
    expect((await stat(approvals())).mode & 0o777).toBe(0o600);
  });

  it("bind the answer to the entry as it is written, and to what the project's own files put into it", async () => {
    const entry = { httpUrl: 'http://127.0.0.1:9/x', headers: { Authorization: 'Bearer ${TOK}' } };
    await temp.writeProjectSettings({ mcpServers: { url: entry } });
    const hashWith = async (TOK: string): Promise<unknown> => {
      await run(runMcpApprove, ['--all'], { env: { TOK } });
      const stored = (await read(approvals())) as Record<string, { url: { hash: string } }>;
      return stored[temp.project]?.url.hash;
    };
    const hash = await hashWith('abc');
    expect(await hashWith('def')).toBe(hash);
    await temp.write('project/.env', 'TOK=theirs');
    expect(await hashWith('abc')).toBe(hash);
    expect(await hashWith('')).not.toBe(hash);
    await temp.write('project/.env', 'TOK=other');
    expect((await run(runMcpList, [])).out).toContain('Pending approval: it has changed since you decided about it');
  });

  it('does not say trusted where the operator says otherwise', async () => {
    await temp.writeProjectSettings({ mcpServers: { srv: { command: 'x', trust: true } } });
    await temp.writeUserSettings({ mcpServers: { srv: { command: 'x', trust: false } } });
    expect((await run(runMcpApprove, ['srv'])).out).toContain('Approved MCP server "srv" as it is configured now.\n');
  });

  it('--all takes every server of the project, none of the user', async () => {
    await temp.writeProjectSettings({
      mcpServers: { a: { command: 'x' }, constructor: { url: 'http://h' }, bad: { command: 5 } },
    });
    await temp.writeUserSettings({ mcpServers: { mine: { command: 'x' } } });
    await run(runMcpReject, ['--all']);
    const recorded = (await read(approvals())) as Record<string, object>;
    expect(Object.keys(recorded[temp.project] ?? {})).toEqual(['a', 'constructor']);
  });

  it.each<[string, string[], string]>([
    ['no name', [], 'Name a server or give --all. Servers of this project: a, b\n'],
    ['an unknown name', ['c'], 'MCP server "c" not found. Servers of this project: a, b\n'],
    ['a name of the prototype', ['constructor'], 'MCP server "constructor" not found. Servers of this project: a, b\n'],
  ])('%s: a line, exit 0, nothing written', async (_name, argv, out) => {
    await temp.writeProjectSettings({ mcpServers: { a: { command: 'x' }, b: { command: 'y' } } });
    for (const command of [runMcpApprove, runMcpReject]) {
      expect(await run(command, argv)).toEqual({ code: 0, out, err: '' });
    }
    expect(await readdir(temp.qwenHome)).toEqual([]);
  });

  it('say why there is nothing to decide', async () => {
    expect(await run(runMcpApprove, ['--all'])).toEqual({
      code: 0,
      out: "No MCP server to approve: this project's .mcp.json and settings declare none.\n",
      err: '',
    });
    await temp.writeProjectSettings({ mcpServers: { a: { command: 'x' } } });
    await temp.writeUserSettings({ security: { folderTrust: { enabled: true } } });
    await temp.write('home/.qwen/trustedFolders.json', JSON.stringify({ [temp.project]: 'DO_NOT_TRUST' }));
    expect((await run(runMcpReject, ['--all'])).out).toBe('No MCP server to reject: this folder is not trusted.\n');
  });

  it('a broken approvals file is exit 52 and stays as it is', async () => {
    await temp.writeProjectSettings({ mcpServers: { a: { command: 'x' } } });
    await temp.write('home/.qwen/mcpApprovals.json', '{ ');
    const { code, err } = await run(runMcpApprove, ['a']);
    expect({ code, err }).toEqual({
      code: 52,
      err: `MCP approvals file ${approvals()} is not valid JSON at line 1, column 3 (close brace expected). Correct it there; nothing was changed.\n`,
    });
    expect(await readFile(approvals(), 'utf8')).toBe('{ ');
  });
});
