import { describe, expect, it } from 'vitest';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { createTempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { loadSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { ApprovalMode, ApprovalPolicy } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { approvalPolicy, modeWarnings, operatorIsYolo, projectModeWarnings } from './approval-policy.js';

const NO_FLAGS = { approvalMode: undefined, allowedTools: [], excludeTools: [] };

async function load(user: unknown, project: unknown): Promise<{ loaded: LoadedSettings; policy: ApprovalPolicy }> {
  const home = await createTempHome();
  try {
    await home.writeUserSettings(user);
    await home.writeProjectSettings(project);
    const place = { env: {}, homeDir: home.home, cwd: home.project, platform: process.platform };
    const loaded = await loadSettings(place);
    return { loaded, policy: approvalPolicy(NO_FLAGS, loaded, place) };
  } finally {
    await home.remove();
  }
}

describe('the policy', () => {
  it('has the model judge when nobody says anything', async () => {
    const { policy } = await load({}, {});
    expect({ mode: policy.mode, rules: policy.rules }).toEqual({
      mode: 'auto',
      rules: { allow: [], ask: [], deny: [] },
    });
  });

  it.each<[string, Partial<LoadedSettings>, object, ApprovalMode]>([
    ['bare', {}, { bare: true }, 'default'],
    ['safe mode', {}, { safeMode: true }, 'default'],
    ['an untrusted folder', { workspaceTrusted: false }, {}, 'default'],
    ['bare, and a flag', {}, { bare: true, approvalMode: 'auto' }, 'auto'],
  ])('%s: %#', async (_name, change, flags, mode) => {
    const { loaded } = await load({}, {});
    const place = { env: {}, homeDir: '/h', cwd: '/p', platform: 'linux' } as const;
    expect(approvalPolicy({ ...NO_FLAGS, ...flags }, { ...loaded, ...change }, place).mode).toBe(mode);
  });

  it('takes rules from settings and adds the flags', async () => {
    const { loaded } = await load({ permissions: { allow: ['edit'], ask: ['glob'], deny: ['write_file'] } }, {});
    const flags = { approvalMode: 'auto-edit', allowedTools: ['mcp__a'], excludeTools: ['run_shell_command'] } as const;
    const place = { env: {}, homeDir: '/h', cwd: '/p', platform: 'linux' } as const;
    expect(approvalPolicy(flags, loaded, place, false)).toEqual({
      mode: 'auto-edit',
      rules: { allow: ['edit', 'mcp__a'], ask: ['glob'], deny: ['write_file', 'run_shell_command'] },
      workspaceTrusted: true,
      dirs: { project: '/p', home: '/h' },
      attended: false,
      classifyAllShell: false,
    });
  });

  it('asks like default without customisation, unless a flag says otherwise', async () => {
    const { loaded } = await load({ tools: { approvalMode: 'yolo' } }, {});
    const place = { env: {}, homeDir: '/h', cwd: '/p', platform: 'linux' } as const;
    const modeOf = (flags: object): string => approvalPolicy({ ...NO_FLAGS, ...flags }, loaded, place).mode;
    expect([{ bare: true }, { safeMode: true }, { bare: true, approvalMode: 'auto-edit' }].map(modeOf)).toEqual([
      'default',
      'default',
      'auto-edit',
    ]);
  });

  it.each<[project: string, user: string | undefined, mode: ApprovalMode, told: boolean]>([
    ['yolo', undefined, 'auto', true],
    ['yolo', 'auto-edit', 'auto-edit', true],
    ['yolo', 'yolo', 'yolo', false],
    ['plan', 'yolo', 'plan', false],
    ['autoedit', undefined, 'auto-edit', false],
  ])('a project that says %s to a user who says %s: %s', async (project, user, mode, told) => {
    const own = user === undefined ? {} : { tools: { approvalMode: user } };
    const { loaded, policy } = await load(own, { tools: { approvalMode: project } });
    expect([policy.mode, operatorIsYolo(NO_FLAGS, loaded), projectModeWarnings(NO_FLAGS, loaded).length]).toEqual([
      mode,
      user === 'yolo',
      told ? 1 : 0,
    ]);
  });

  it('says nothing of a project that asks for yolo when a flag decides', async () => {
    const { loaded } = await load({}, { tools: { approvalMode: 'yolo' } });
    expect(projectModeWarnings({ ...NO_FLAGS, approvalMode: 'yolo' }, loaded)).toEqual([]);
  });

  it('starts project servers when the operator says yolo', async () => {
    const { loaded } = await load({ tools: { approvalMode: 'yolo' } }, {});
    expect([
      operatorIsYolo(NO_FLAGS, loaded),
      operatorIsYolo({ ...NO_FLAGS, approvalMode: 'default' }, loaded),
      operatorIsYolo({ ...NO_FLAGS, approvalMode: 'yolo' }, loaded),
    ]).toEqual([true, false, true]);
  });
});

describe('warnings', () => {
  const policy = (mode: ApprovalMode, workspaceTrusted = true): ApprovalPolicy => ({
    mode,
    workspaceTrusted,
    rules: { allow: [], ask: [], deny: [] },
    dirs: { project: '/p', home: '/h' },
  });

  it.each<[ApprovalPolicy, Record<string, string>, RegExp[]]>([
    [policy('yolo'), {}, [/^Warning: every tool call runs without asking/]],
    [policy('yolo'), { QWEN_CODE_SUPPRESS_YOLO_WARNING: '1' }, []],
    [policy('yolo', false), {}, [/^This folder is not trusted: approval mode "yolo" is replaced by "default"\.$/]],
    [policy('auto-edit', false), {}, [/"auto-edit" is replaced/]],
    [policy('plan', false), {}, []],
    [policy('default', false), {}, []],
    [policy('default'), {}, []],
  ])('%j %j', (given, env, expected) => {
    expect(modeWarnings(given, env)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  });
});
