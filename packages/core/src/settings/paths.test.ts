import { expect, it } from 'vitest';
import { runtimeDir, settingsPaths, type Place } from './paths.js';

const linux: Place = { env: {}, homeDir: '/home/u', cwd: '/home/u/proj', platform: 'linux' };

it('knows the places of each platform', () => {
  expect(settingsPaths(linux)).toEqual({
    userDir: '/home/u/.qwen',
    files: {
      'system-defaults': '/etc/qwen-code/system-defaults.json',
      user: '/home/u/.qwen/settings.json',
      workspace: '/home/u/proj/.qwen/settings.json',
      system: '/etc/qwen-code/settings.json',
    },
    trustedFolders: '/home/u/.qwen/trustedFolders.json',
    mcpApprovals: '/home/u/.qwen/mcpApprovals.json',
    mcpOauthTokens: '/home/u/.qwen/mcp-oauth-tokens.json',
  });
  expect(settingsPaths({ ...linux, platform: 'darwin' }).files.system).toBe(
    '/Library/Application Support/QwenCode/settings.json',
  );
  const windows: Place = { env: {}, homeDir: 'C:\\Users\\u', cwd: 'D:\\proj', platform: 'win32' };
  expect(settingsPaths(windows).files).toEqual({
    'system-defaults': 'C:\\ProgramData\\qwen-code\\system-defaults.json',
    user: 'C:\\Users\\u\\.qwen\\settings.json',
    workspace: 'D:\\proj\\.qwen\\settings.json',
    system: 'C:\\ProgramData\\qwen-code\\settings.json',
  });
});

it('moves each file by its variable; an empty one counts as unset', () => {
  const env = {
    QWEN_HOME: '~/elsewhere',
    QWEN_CODE_SYSTEM_DEFAULTS_PATH: '/s/defaults.json',
    QWEN_CODE_SYSTEM_SETTINGS_PATH: 's/settings.json',
    QWEN_CODE_TRUSTED_FOLDERS_PATH: '/t/trust.json',
    QWEN_CODE_MCP_APPROVALS_PATH: '',
  };
  expect(settingsPaths({ ...linux, env })).toEqual({
    userDir: '/home/u/elsewhere',
    files: {
      'system-defaults': '/s/defaults.json',
      user: '/home/u/elsewhere/settings.json',
      workspace: '/home/u/proj/.qwen/settings.json',
      system: '/home/u/proj/s/settings.json',
    },
    trustedFolders: '/t/trust.json',
    mcpApprovals: '/home/u/elsewhere/mcpApprovals.json',
    mcpOauthTokens: '/home/u/elsewhere/mcp-oauth-tokens.json',
  });
});

it.each<[string, Place['env'], string | undefined, string]>([
  ['the user directory', {}, undefined, '/home/u/.qwen'],
  ['QWEN_HOME', { QWEN_HOME: '/q' }, undefined, '/q'],
  ['the setting', {}, 'run', '/home/u/proj/run'],
  ['the setting with ~', {}, '~/run', '/home/u/run'],
  ['QWEN_RUNTIME_DIR before the setting', { QWEN_RUNTIME_DIR: '/r' }, 'run', '/r'],
])('run-time data goes to %s', (_name, env, setting, expected) => {
  expect(runtimeDir({ ...linux, env }, setting)).toBe(expected);
});
