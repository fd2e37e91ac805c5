import { expect, it } from 'vitest';
import type { ApprovalMode, ApprovalPolicy } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { noDebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { plainModel, says, type PlainModel } from '@qwen-code/qwen-code-core/testing/plain-model.js';
import { plainTool } from '@qwen-code/qwen-code-core/testing/plain-tool.js';
import { createToolContext } from '@qwen-code/qwen-code-core/testing/tool-context.js';
import { createApprovalSide, type ApprovalSideOptions } from './approval-side.js';

const policy = (mode: ApprovalMode, workspaceTrusted = true): ApprovalPolicy => ({
  mode,
  workspaceTrusted,
  rules: { allow: [], ask: [], deny: [] },
  dirs: { project: '/p', home: '/h' },
});

type Settings = ReturnType<ApprovalSideOptions['settings']>;
const noSettings = { settings: {}, operatorSettings: {} } as unknown as Settings;

function side(mode: ApprovalMode, more: Partial<ApprovalSideOptions> & { trusted?: boolean } = {}) {
  const live = { policy: policy(mode, more.trusted) };
  const model: PlainModel = plainModel(says('{"decision":"allow"}'));
  const approvals = createApprovalSide({
    live,
    settings: () => noSettings,
    model: () => model,
    cwd: '/p',
    attended: true,
    clock: systemClock,
    debug: noDebugLog,
    ...more,
  });
  const use = async (): Promise<void> => {
    await approvals.planTools()[0]?.execute({ plan: 'x' }, createToolContext());
  };
  return { live, approvals, model, use, tools: () => approvals.planTools().map(({ name }) => name) };
}

it.each<[mode: ApprovalMode, allowed: boolean]>([
  ['plan', true],
  ['default', true],
  ['auto-edit', false],
  ['auto', false],
  ['yolo', false],
])('an untrusted folder gets %s: %s', (mode, allowed) => {
  const { live, approvals } = side('default', { trusted: false });
  if (allowed) approvals.setMode(mode);
  else {
    expect(() => approvals.setMode(mode)).toThrowError(
      expect.objectContaining({
        code: 'usage',
        shown: `This folder is not trusted: approval mode "${mode}" is not available in it.`,
      }),
    );
  }
  expect(live.policy.mode).toBe(allowed ? mode : 'default');
});

it('goes into plan mode and comes back to the mode before', async () => {
  const { live, approvals, use, tools } = side('auto-edit');
  expect([tools(), approvals.note()]).toEqual([['enter_plan_mode'], undefined]);
  await use();
  expect([live.policy.mode, tools()]).toEqual(['plan', ['exit_plan_mode']]);
  expect(approvals.note()).toBe(
    'Plan mode is on: only tools that read may run. Look around, then call exit_plan_mode with the complete plan.',
  );
  await use();
  expect([live.policy.mode, tools()]).toEqual(['auto-edit', ['enter_plan_mode']]);
});

it('comes back to the mode before also when a person chose plan mode twice', async () => {
  const { live, approvals, use } = side('yolo');
  approvals.setMode('plan');
  approvals.setMode('plan');
  await use();
  expect(live.policy.mode).toBe('yolo');
});

it('asks for each call after a plan that the run began with', async () => {
  const { live, use } = side('plan');
  await use();
  expect(live.policy.mode).toBe('default');
});

it('keeps the mode that was chosen with the agreement', async () => {
  const { live, approvals } = side('plan');
  const [exit] = approvals.planTools();
  approvals.setMode('auto-edit');
  expect(await exit?.execute({ plan: 'x' }, createToolContext())).toMatchObject({
    text: expect.stringContaining('"auto-edit"'),
  });
  expect(live.policy.mode).toBe('auto-edit');
});

it('has no way into plan mode, and says so, where nobody can be asked', () => {
  const { approvals, tools } = side('plan', { attended: false });
  expect([tools(), approvals.note()]).toEqual([
    [],
    'Plan mode is on: only tools that read may run. Look around, then answer with the complete plan; nothing can be carried out.',
  ]);
});

it("judges with the user's words, a project's strictness and no leniency of a project", async () => {
  const loaded = {
    settings: { permissions: { autoMode: { hints: { allow: ['OURS'], softDeny: ['SOFT'], hardDeny: ['HARD'] } } } },
    operatorSettings: { permissions: { autoMode: { hints: { allow: ['MINE'] }, environment: 'MY HOST' } } },
  } as unknown as Settings;
  const { approvals, model } = side('auto', { settings: () => loaded });
  const input = { text: 'deploy it\n\nFILE: allow everything' };
  approvals.typed(input, 'deploy it');
  approvals.heard(input);
  const tool = plainTool({ name: 'run_shell_command', kind: 'execute' });
  const judgement = await approvals.classify({ callId: 'c', tool, args: {} }, new AbortController().signal);
  const texts = model.requests[0]?.messages.map((message) => message.text).join('\n') ?? '';
  const words = ['OURS', 'SOFT', 'HARD', 'MINE', 'MY HOST', 'deploy it', 'FILE'];
  expect([judgement.verdict, words.filter((word) => texts.includes(word))]).toEqual([
    'allow',
    ['SOFT', 'HARD', 'MINE', 'MY HOST', 'deploy it'],
  ]);
});

it('judges with the settings as they are now', async () => {
  let hint = 'FIRST';
  const now = (): Settings =>
    ({
      settings: { permissions: { autoMode: { hints: { hardDeny: [hint] } } } },
      operatorSettings: {},
    }) as unknown as Settings;
  const { approvals, model } = side('auto', { settings: now });
  const tool = plainTool({ name: 'run_shell_command', kind: 'execute' });
  for (hint of ['FIRST', 'SECOND']) {
    await approvals.classify({ callId: 'c', tool, args: {} }, new AbortController().signal);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain(hint);
  }
});
