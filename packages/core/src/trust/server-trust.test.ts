import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '../settings/load.js';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { recordApprovals } from './approvals.js';
import { createTrustReader, type TrustReader, type TrustReaderOptions } from './server-trust.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

const FILES = {
  'system-defaults': 'system/defaults.json',
  user: 'home/.qwen/settings.json',
  project: 'project/.mcp.json',
  workspace: 'project/.qwen/settings.json',
  system: 'system/settings.json',
} as const;

const place = () => ({
  homeDir: temp.home,
  cwd: temp.project,
  platform: process.platform,
  env: {
    QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/system/defaults.json`,
    QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/system/settings.json`,
  },
});
const reader = (options: Partial<TrustReaderOptions> = {}): TrustReader =>
  createTrustReader({ ...place(), loaded: { fromProject: {}, servers: [] }, ...options });
const write = (scope: keyof typeof FILES, settings: unknown): Promise<string> =>
  temp.write(FILES[scope], JSON.stringify(settings));
const declare = (scope: keyof typeof FILES, entry: unknown): Promise<string> =>
  write(scope, { mcpServers: { srv: entry } });
const approve = (entry: Record<string, unknown>): void =>
  recordApprovals(`${temp.qwenHome}/mcpApprovals.json`, temp.project, [
    { name: 'srv', written: entry, status: 'approved' },
  ]);

const trusting = { command: 'node', trust: true };

describe('server trust of one file', () => {
  it.each<[string, unknown, boolean]>([
    ['true', true, true],
    ['false', false, false],
    ['left out', undefined, false],
    ['the string "true"', 'true', false],
    ['1', 1, false],
    ['an object', {}, false],
    ['null', null, false],
  ])('trust %s', async (_name, trust, expected) => {
    for (const scope of ['system-defaults', 'user', 'system'] as const) {
      await declare(scope, { command: 'node', trust });
      expect([scope, reader().server('srv')]).toEqual([scope, expected]);
      await rm(`${temp.root}/${FILES[scope]}`);
    }
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    'a name that no file declares: %s',
    async (name) => {
      await temp.write(FILES.user, '{ "mcpServers": { "__proto__": { "trust": true } } }');
      expect(reader().server(name)).toBe(false);
    },
  );

  it('a server called constructor', async () => {
    await write('user', { mcpServers: { constructor: trusting } });
    expect(reader().server('constructor')).toBe(true);
  });

  it('an entry that is no object, and servers that are none', async () => {
    await declare('user', 'node');
    expect(reader().server('srv')).toBe(false);
    await write('user', { mcpServers: [{ trust: true }] });
    expect(reader().server('0')).toBe(false);
  });

  it('a wrong trust counts in the loaded settings as in the file: not at all', async () => {
    await declare('user', { command: 'node', trust: 'true' });
    const { servers } = await loadSettings(place());
    expect(servers).toMatchObject([{ kind: 'ok', entry: { command: 'node' } }]);
    expect(servers[0]).not.toHaveProperty('entry.trust');
  });
});

it.each<[string, Partial<Record<keyof typeof FILES, unknown>>, boolean]>([
  ['system over user', { system: { command: 'x', trust: false }, user: trusting }, false],
  ['user over system-defaults', { user: trusting, 'system-defaults': { command: 'x' } }, true],
  ['a higher entry without trust', { user: { command: 'x' }, 'system-defaults': trusting }, false],
])('the highest entry decides: %s', async (_name, files, expected) => {
  for (const [scope, entry] of Object.entries(files)) await declare(scope as keyof typeof FILES, entry);
  expect(reader().server('srv')).toBe(expected);
});

describe("a project's own file", () => {
  it('can not vouch for itself', async () => {
    await declare('workspace', trusting);
    expect(reader().server('srv')).toBe(false);
    approve(trusting);
    expect(reader().server('srv')).toBe(true);
  });

  it('is not trusted by an approval of another entry, a rejection, or an approval without trust', async () => {
    await declare('workspace', trusting);
    approve({ command: 'node' });
    expect(reader().server('srv')).toBe(false);
    approve({ ...trusting, args: ['other.js'] });
    expect(reader().server('srv')).toBe(false);
    recordApprovals(`${temp.qwenHome}/mcpApprovals.json`, temp.project, [
      { name: 'srv', written: trusting, status: 'rejected' },
    ]);
    expect(reader().server('srv')).toBe(false);
  });

  it.each<[string, 'user' | 'system-defaults', unknown, boolean]>([
    ['false in the user file', 'user', { command: 'x', trust: false }, false],
    ['false in the system defaults', 'system-defaults', { command: 'x', trust: false }, false],
    ['a wrong type in the user file', 'user', { command: 'x', trust: 'false' }, false],
    ['true in the user file', 'user', { command: 'x', trust: true }, true],
    ['no word in the user file', 'user', { command: 'x' }, true],
  ])('and never against the operator: %s', async (_name, scope, entry, expected) => {
    await declare('workspace', trusting);
    approve(trusting);
    await declare(scope, entry);
    expect(reader().server('srv')).toBe(expected);
  });

  it('takes trust away from an entry of the user that it replaces', async () => {
    await declare('user', trusting);
    await declare('workspace', { command: 'theirs', trust: true });
    expect(reader().server('srv')).toBe(false);
  });

  it("is approved as it is written, and with the values of the project's own files", async () => {
    const written = { command: '${CMD:-node}', trust: true };
    await declare('workspace', written);
    approve(written);
    expect(reader().server('srv')).toBe(true);
    expect(reader({ loaded: { fromProject: { CMD: 'evil' }, servers: [] } }).server('srv')).toBe(false);
  });

  it('may be .mcp.json as well, which the settings of the workspace beat', async () => {
    await declare('project', trusting);
    expect(reader().server('srv')).toBe(false);
    approve(trusting);
    expect(reader().server('srv')).toBe(true);
    await declare('user', { command: 'x', trust: false });
    expect(reader().server('srv')).toBe(false);
    await declare('user', { command: 'x' });
    await declare('workspace', { command: 'node', trust: true, args: ['other'] });
    expect(reader().server('srv')).toBe(false);
  });

  it('a changed .env takes the trust away', async () => {
    const written = { command: '${CMD:-node}', trust: true };
    await declare('project', written);
    approve(written);
    expect(reader({ loaded: await loadSettings(place()) }).server('srv')).toBe(true);
    await temp.write('project/.env', 'CMD=evil');
    expect(reader({ loaded: await loadSettings(place()) }).server('srv')).toBe(false);
  });

  it('can not point at approvals of its own', async () => {
    await declare('workspace', trusting);
    await temp.write('project/.env', 'QWEN_CODE_MCP_APPROVALS_PATH=approvals.json');
    recordApprovals(`${temp.project}/approvals.json`, temp.project, [
      { name: 'srv', written: trusting, status: 'approved' },
    ]);
    const loaded = await loadSettings(place());
    expect(reader({ loaded }).server('srv')).toBe(false);
    expect(loaded.env['QWEN_CODE_MCP_APPROVALS_PATH']).toBeUndefined();
  });

  it('in the home directory is the user file', async () => {
    await declare('user', trusting);
    expect(reader({ cwd: temp.home }).server('srv')).toBe(true);
  });
});

it.each<[string, object, boolean]>([
  ['trust', trusting, true],
  ['a wrong type', { command: 'node', trust: 'true' }, false],
  ['no word', { command: 'node' }, false],
  ['an entry that is not started', { command: 5, trust: true }, false],
])('--mcp-config is the word of the operator: %s', async (_name, entry, expected) => {
  await declare('workspace', { command: 'x', trust: false });
  const loaded = await loadSettings({ ...place(), mcpConfig: JSON.stringify({ srv: entry }) });
  expect(reader({ loaded }).server('srv')).toBe(expected);
});

describe('is read afresh at every check', () => {
  it('trust taken away, given again, and the entry removed', async () => {
    await declare('user', trusting);
    const trust = reader();
    const seen = [trust.server('srv')];
    await declare('user', { ...trusting, trust: false });
    seen.push(trust.server('srv'));
    await declare('user', trusting);
    seen.push(trust.server('srv'));
    await write('user', { mcpServers: {} });
    seen.push(trust.server('srv'));
    await rm(`${temp.root}/${FILES.user}`);
    seen.push(trust.server('srv'));
    expect(seen).toEqual([true, false, true, false, false]);
  });

  it('an approval taken back', async () => {
    await declare('workspace', trusting);
    approve(trusting);
    const trust = reader();
    const before = trust.server('srv');
    recordApprovals(`${temp.qwenHome}/mcpApprovals.json`, temp.project, [
      { name: 'srv', written: trusting, status: 'rejected' },
    ]);
    expect([before, trust.server('srv')]).toEqual([true, false]);
  });

  it.each<[string, string]>([
    ['half a file', '{ "mcpServers": { "srv": { "command": "node", "trust": true } '],
    ['no object', '[]'],
  ])('%s trusts nothing', async (_name, text) => {
    await declare('user', trusting);
    const trust = reader();
    const before = trust.server('srv');
    await temp.write(FILES.user, text);
    expect([before, trust.server('srv')]).toEqual([true, false]);
  });

  it('a broken file of higher precedence trusts nothing', async () => {
    await declare('user', trusting);
    await temp.write(FILES.workspace, '{');
    expect(reader().server('srv')).toBe(false);
  });

  it('a broken approvals file trusts nothing of the project', async () => {
    await declare('workspace', trusting);
    await temp.write('home/.qwen/mcpApprovals.json', '{');
    expect(reader().server('srv')).toBe(false);
  });
});

describe('workspace trust', () => {
  const rules = (text: string): Promise<string> => temp.write('home/.qwen/trustedFolders.json', text);
  const on = { security: { folderTrust: { enabled: true } } };

  it('is given while the feature is off, whatever the rules', async () => {
    await rules(`{ "${temp.project}": "DO_NOT_TRUST" }`);
    expect(reader().workspace()).toBe(true);
  });

  it.each<[string, (project: string) => string, boolean]>([
    ['no rule', () => '{}', true],
    ['trust', (project) => `{ "${project}": "TRUST_FOLDER" }`, true],
    ['distrust', (project) => `{ "${project}": "DO_NOT_TRUST" }`, false],
    ['distrust of the parent', (project) => `{ "${project}/..": "DO_NOT_TRUST" }`, false],
    [
      'trust of the parent by a neighbour',
      (project) => `{ "${project}/../x": "TRUST_PARENT", "/": "DO_NOT_TRUST" }`,
      true,
    ],
    ['rules that can not be read', () => '{', false],
    ['a misspelt level', (project) => `{ "${project}": "NO" }`, false],
  ])('with the feature on: %s', async (_name, text, expected) => {
    await write('user', on);
    await rules(text(temp.project));
    expect(reader().workspace()).toBe(expected);
  });

  it.each<[string, unknown, unknown, unknown, boolean]>([
    ['system turns it off', { enabled: false }, { enabled: true }, undefined, true],
    ['system turns it on', { enabled: true }, { enabled: false }, undefined, false],
    ['the project can not turn it off', undefined, { enabled: true }, { enabled: false }, false],
    ['the project can not turn it on', undefined, undefined, { enabled: true }, true],
    ['a wrong type counts as on', undefined, { enabled: 'false' }, undefined, false],
  ])('the switch: %s', async (_name, system, user, workspace, expected) => {
    await rules(`{ "${temp.project}": "DO_NOT_TRUST" }`);
    await write('system', { security: { folderTrust: system } });
    await write('user', { security: { folderTrust: user } });
    await write('workspace', { security: { folderTrust: workspace } });
    expect(reader().workspace()).toBe(expected);
  });

  it('changes while a run goes on', async () => {
    await write('user', on);
    const trust = reader();
    const before = trust.workspace();
    await rules(`{ "${temp.project}": "DO_NOT_TRUST" }`);
    expect([before, trust.workspace()]).toEqual([true, false]);
    await temp.write(FILES.user, '{');
    expect(trust.workspace()).toBe(false);
  });

  it('the answer of the host beats the file', async () => {
    await write('user', on);
    await rules(`{ "${temp.project}": "DO_NOT_TRUST" }`);
    expect(reader({ trustOverride: true }).workspace()).toBe(true);
    expect(reader({ trustOverride: false }).workspace()).toBe(false);
  });
});
