import { expect, it } from 'vitest';
import { plainTool } from '../testing/plain-tool.js';
import type { Tool, ToolKind } from '../tools/types.js';
import { createHeadlessApprover } from './headless-approver.js';
import type { ApprovalPolicy } from './types.js';

const tool = (name: string, kind: ToolKind): Tool => plainTool({ name, kind });
const base: ApprovalPolicy = {
  mode: 'default',
  rules: { allow: [], ask: [], deny: [] },
  workspaceTrusted: true,
  dirs: { project: '/home/u/proj', home: '/home/u' },
};
const YOLO = '--yolo (-y), which allows everything.';

const waysFor = (rule: string): string =>
  `To allow it: --allowed-tools "${rule}", or "${rule}" in permissions.allow of the settings, or`;

it.each<[string, Tool, Record<string, unknown>, Partial<ApprovalPolicy>, string]>([
  ['an MCP tool', tool('mcp__srv__write', 'mcp'), {}, {}, `${waysFor('mcp__srv__write')} ${YOLO}`],
  ['an edit', tool('edit', 'edit'), {}, {}, `${waysFor('edit')} --approval-mode auto-edit, or ${YOLO}`],
  [
    'a plain command',
    tool('run_shell_command', 'execute'),
    { command: 'git push secret' },
    {},
    `${waysFor('run_shell_command(git)')} ${YOLO}`,
  ],
  [
    'a command that a spec can not allow',
    tool('run_shell_command', 'execute'),
    { command: 'git push; ls' },
    {},
    `${waysFor('run_shell_command')} ${YOLO}`,
  ],
  [
    'an ask rule',
    tool('edit', 'edit'),
    {},
    { rules: { allow: ['edit'], ask: ['Edit'], deny: [] } },
    'The rule "Edit" in permissions.ask asks every time: run qwen interactively, or remove that rule.',
  ],
  [
    'an untrusted folder',
    tool('edit', 'edit'),
    {},
    { workspaceTrusted: false },
    'To allow it: --allowed-tools "edit", or "edit" in permissions.allow of the settings. (This folder is not trusted, so approval modes do not apply.)',
  ],
])('says how to allow %s', async (_name, target, args, change, how) => {
  const approver = createHeadlessApprover(() => ({ ...base, ...change }));
  const answer = await approver({ callId: 'c1', tool: target, args }, new AbortController().signal);
  expect(answer).toEqual({
    behavior: 'deny',
    shown: `${target.name} was not run: it needs approval, and a headless run can ask nobody. ${how}`,
  });
});
