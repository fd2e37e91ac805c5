import { describe, expect, it } from 'vitest';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { createTempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { loadSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { ApprovalMode, ApprovalPolicy } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { approvalPolicy, modeWarnings, operatorIsYolo } from './approval-policy.js';

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
  it('asks like default when nobody says anything', async () => {
    const { policy } = await load({}, {});
    expect({ mode: policy.mode, rules: policy.rules }).toEqual({
      mode: 'default',
      rules: { allow: [], ask: [], deny: [] },
    });
  });

  it('takes rules from settings and adds the flags', async () => {
    const { loaded } = await load({ permissions: { allow: ['edit'], ask: ['glob'], deny: ['write_file'] } }, {});
    const flags = { approvalMode: 'auto-edit', allowedTools: ['mcp__a'], excludeTools: ['run_shell_command'] } as const;
    const place = { env: {}, homeDir: '/h', cwd: '/p', platform: 'linux' } as const;
    expect(approvalPolicy(flags, loaded, place)).toEqual({
      mode: 'auto-edit',
      rules: { allow: ['edit', 'mcp__a'], ask: ['glob'], deny: ['write_file', 'run_shell_command'] },
      workspaceTrusted: true,
      dirs: { project: '/p', home: '/h' },
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

  it("lets a project's yolo count for its calls, and not for starting its own servers", async () => {
    const { loaded, policy } = await load({}, { tools: { approvalMode: 'yolo' } });
    expect([policy.mode, operatorIsYolo(NO_FLAGS, loaded)]).toEqual(['yolo', false]);
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
