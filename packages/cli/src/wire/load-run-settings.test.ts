import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadRunSettings } from './load-run-settings.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

const FLAGS = { bare: false, safeMode: false, sandbox: undefined, mcpConfig: undefined };
const load = (flags: Partial<Parameters<typeof loadRunSettings>[0]>, env: Record<string, string> = {}) =>
  loadRunSettings(
    { ...FLAGS, ...flags },
    {
      homeDir: temp.home,
      cwd: temp.project,
      platform: process.platform,
      env: {
        ...env,
        QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/none`,
        QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/none`,
      },
    },
  );

it('says in safe mode what is left out', async () => {
  await temp.writeUserSettings({ mcpServers: { a: { command: 'a' } } });
  expect(await load({ safeMode: true })).toMatchObject({
    servers: [],
    warnings: [
      'Safe mode: settings, context files, MCP servers, skills and custom commands are left out; refusals and trust still count.',
    ],
  });
  expect(await load({ bare: true })).toMatchObject({ servers: [], warnings: [] });
  expect((await load({})).servers).toHaveLength(1);
});

describe('a sandbox that is asked for', () => {
  it.each<[string, object, Record<string, string>, string]>([
    ['by the settings', { sandbox: true }, {}, 'tools.sandbox in the settings'],
    ['by the settings, by name', { sandbox: 'docker' }, {}, 'tools.sandbox in the settings'],
    ['by a variable', {}, { QWEN_SANDBOX: 'podman' }, 'QWEN_SANDBOX'],
  ])('%s ends the run, unless a flag says no', async (_how, tools, env, asking) => {
    await temp.writeUserSettings({ tools });
    for (const flags of [{}, { safeMode: true }, { bare: true }]) {
      await expect(load(flags, env)).rejects.toMatchObject({
        code: 'sandbox',
        shown: `${asking} asks for a sandbox, and this version of qwen has none; --no-sandbox runs without one.`,
      });
      expect(await load({ ...flags, sandbox: false }, env)).toBeDefined();
    }
  });

  it.each<[object, Record<string, string>]>([
    [{ sandbox: false }, {}],
    [{ sandbox: 'false' }, { QWEN_SANDBOX: '0' }],
    [{}, { QWEN_SANDBOX: 'false' }],
  ])('is none: %j %j', async (tools, env) => {
    await temp.writeUserSettings({ tools });
    expect(await load({}, env)).toBeDefined();
  });
});
