/** Bare and safe mode: what was added is left out, what protects counts. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { DEFAULTS } from './defaults.js';
import { loadSettings } from './load.js';
import type { Uncustomised } from './uncustomised.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

const load = (uncustomised: Uncustomised, more: Parameters<typeof loadSettings>[0] | object = {}) =>
  loadSettings({
    homeDir: temp.home,
    cwd: temp.project,
    platform: process.platform,
    uncustomised,
    ...more,
    env: {
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/none.json`,
      QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/none.json`,
    },
  });

const SERVERS = { a: { command: 'a' } };

async function customised(): Promise<void> {
  await temp.writeUserSettings({
    model: { name: 'mine', maxSessionTurns: 3 },
    env: { OPENAI_API_KEY: 'k' },
    tools: { approvalMode: 'yolo', exclude: ['edit'] },
    permissions: { allow: ['*'], deny: ['write_file'] },
    advanced: { runtimeOutputDir: `${temp.root}/data` },
    mcpServers: SERVERS,
  });
  await temp.writeProjectSettings({ mcpServers: { b: { command: 'b' } }, permissions: { ask: ['glob'] } });
  await temp.write('project/.mcp.json', JSON.stringify({ mcpServers: { c: { command: 'c' } } }));
}

it('reads no server, whoever names it, and no setting of the user but what refuses', async () => {
  await customised();
  const given = { mcpConfig: 'no file and no JSON', hostServers: SERVERS };
  const { settings, servers, warnings, env, runtimeDir } = await load('bare', given);
  expect([servers, warnings, env['OPENAI_API_KEY']]).toEqual([[], [], undefined]);
  expect(settings).toEqual({
    ...DEFAULTS,
    permissions: { ask: ['glob'], deny: ['write_file', 'edit'] },
    advanced: { ...DEFAULTS.advanced, runtimeOutputDir: `${temp.root}/data` },
  });
  // The outcome journal stands there: in another folder nothing would be held back.
  expect(runtimeDir).toBe(`${temp.root}/data`);
});

it('reaches the model as ever in safe mode', async () => {
  await customised();
  const { settings, servers, env } = await load('safe');
  expect(servers).toEqual([]);
  expect(settings.model).toEqual({ ...DEFAULTS.model, name: 'mine' });
  expect(settings.permissions).toEqual({ ask: ['glob'], deny: ['write_file', 'edit'] });
  expect(env['OPENAI_API_KEY']).toBe('k');
});

it('does not trust a folder that is not trusted, and names none of its servers', async () => {
  await customised();
  await temp.writeUserSettings({ security: { folderTrust: { enabled: true } } });
  await temp.write('home/.qwen/trustedFolders.json', JSON.stringify({ [temp.project]: 'DO_NOT_TRUST' }));
  for (const kind of ['bare', 'safe'] as const) {
    expect(await load(kind)).toMatchObject({ workspaceTrusted: false, untrustedServers: [], servers: [] });
  }
});

it('stops at a settings file that can not be read: its refusals are not known', async () => {
  await temp.write('home/.qwen/settings.json', '{ "permissions": ');
  await expect(load('safe')).rejects.toMatchObject({ code: 'config' });
});
