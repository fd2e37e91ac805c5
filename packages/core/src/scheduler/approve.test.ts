import { expect, it } from 'vitest';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import type { Tool, ToolArguments, ToolKind } from '../tools/types.js';
import { approve, effectiveMode } from './approve.js';
import { judgeCall } from './judge-call.js';
import {
  APPROVAL_MODES,
  type Approval,
  type ApprovalMode,
  type ApprovalPolicy,
  type PermissionRules,
} from './types.js';

const NAMES: Record<ToolKind, string> = {
  read: 'read_file',
  internal: 'todo_write',
  edit: 'edit',
  execute: 'run_shell_command',
  fetch: 'web_fetch',
  question: 'ask_user_question',
  mcp: 'mcp__srv__write',
};

const tool = (kind: ToolKind, trusted = false): Tool =>
  kind === 'mcp' ? plainMcpTool('srv', NAMES.mcp, { trusted }) : plainTool({ name: NAMES[kind], kind });

const policy = (mode: ApprovalMode, rules: Partial<PermissionRules> = {}, workspaceTrusted = true): ApprovalPolicy => ({
  mode,
  rules: { allow: [], ask: [], deny: [], ...rules },
  workspaceTrusted,
  dirs: { project: '/home/u/proj', home: '/home/u' },
});

type Row = Record<ToolKind | 'trusted mcp', Approval['kind']>;
const MODES: Record<ApprovalMode, Row> = {
  plan: {
    read: 'allow',
    internal: 'allow',
    edit: 'deny',
    execute: 'deny',
    fetch: 'ask',
    question: 'ask',
    mcp: 'deny',
    'trusted mcp': 'deny',
  },
  default: {
    read: 'allow',
    internal: 'allow',
    edit: 'ask',
    execute: 'ask',
    fetch: 'ask',
    question: 'ask',
    mcp: 'ask',
    'trusted mcp': 'allow',
  },
  auto: {
    read: 'allow',
    internal: 'allow',
    edit: 'allow',
    execute: 'classify',
    fetch: 'classify',
    question: 'ask',
    mcp: 'classify',
    'trusted mcp': 'allow',
  },
  'auto-edit': {
    read: 'allow',
    internal: 'allow',
    edit: 'allow',
    execute: 'ask',
    fetch: 'ask',
    question: 'ask',
    mcp: 'ask',
    'trusted mcp': 'allow',
  },
  yolo: {
    read: 'allow',
    internal: 'allow',
    edit: 'allow',
    execute: 'allow',
    fetch: 'allow',
    question: 'ask',
    mcp: 'allow',
    'trusted mcp': 'allow',
  },
};

const ARGS: Partial<Record<ToolKind, ToolArguments>> = {
  edit: { file_path: '/home/u/proj/a.ts' },
  execute: { command: 'npm test' },
};

const decide = async (policyOf: ApprovalPolicy, target: Tool, args = ARGS[target.kind] ?? {}): Promise<Approval> =>
  approve(policyOf, await judgeCall(target, args, policyOf.dirs));

const rowOf = async (policyOf: ApprovalPolicy): Promise<Row> => {
  const kinds = ['read', 'internal', 'edit', 'execute', 'fetch', 'mcp', 'question'] as const;
  const row = await Promise.all(kinds.map(async (kind) => [kind, (await decide(policyOf, tool(kind))).kind]));
  return { ...Object.fromEntries(row), 'trusted mcp': (await decide(policyOf, tool('mcp', true))).kind } as Row;
};

it.each(APPROVAL_MODES)('mode %s in a trusted workspace', async (mode) => {
  expect(await rowOf(policy(mode))).toEqual(MODES[mode]);
});

it.each(APPROVAL_MODES)(
  'mode %s in an untrusted workspace asks at least as default does, and trusts no server',
  async (mode) => {
    const expected = mode === 'plan' ? MODES.plan : { ...MODES.default, 'trusted mcp': 'ask' };
    expect(await rowOf(policy(mode, {}, false))).toEqual(expected);
    expect(effectiveMode(policy(mode, {}, false))).toBe(mode === 'plan' ? 'plan' : 'default');
  },
);

it('leaves commands and edits as they are in default when auto has nobody to ask', async () => {
  expect(await rowOf({ ...policy('auto'), attended: false })).toEqual({ ...MODES.auto, edit: 'ask', execute: 'ask' });
});

it.each<[string, ApprovalMode, Partial<PermissionRules>, ToolKind, Approval['kind']]>([
  ['deny beats allow', 'yolo', { deny: ['Edit'], allow: ['Edit'] }, 'edit', 'deny'],
  ['deny beats ask', 'default', { deny: ['edit'], ask: ['edit'] }, 'edit', 'deny'],
  ['ask beats allow', 'default', { ask: ['edit'], allow: ['edit'] }, 'edit', 'ask'],
  ['ask beats yolo', 'yolo', { ask: ['mcp__srv'] }, 'mcp', 'ask'],
  ['ask beats the classifier', 'auto', { ask: ['mcp__srv'] }, 'mcp', 'ask'],
  ['allow spares the classifier', 'auto', { allow: ['mcp__srv'] }, 'mcp', 'allow'],
  ['ask beats a read', 'default', { ask: ['Read'] }, 'read', 'ask'],
  ['allow beats default', 'default', { allow: ['mcp__srv__write'] }, 'mcp', 'allow'],
  ['allow does not open plan mode', 'plan', { allow: ['Edit'] }, 'edit', 'deny'],
  ['a rule for another tool says nothing', 'default', { allow: ['mcp__srv__read'] }, 'mcp', 'ask'],
  ['a question is asked whatever a rule says', 'yolo', { allow: ['ask_user_question'] }, 'question', 'ask'],
  ['a question may be denied', 'yolo', { deny: ['ask_user_question'] }, 'question', 'deny'],
])('%s', async (_name, mode, rules, kind, expected) => {
  expect((await decide(policy(mode, rules), tool(kind))).kind).toBe(expected);
});

it('lets ask beat the trust of a server', async () => {
  expect(await decide(policy('default', { ask: ['mcp__srv'] }), tool('mcp', true))).toEqual({ kind: 'ask' });
});

it('names the rule that refused', async () => {
  const denying = policy('yolo', { deny: ['Bash(rm)'] });
  expect(await decide(denying, tool('execute'), { command: 'ls; rm -r secret' })).toEqual({
    kind: 'deny',
    shown:
      'run_shell_command was not run: the rule "Bash(rm)" in permissions.deny (or --exclude-tools) refuses it. ' +
      'Do not try to get round it; if it is needed, ask the user to change the rule.',
  });
});

it.each<[command: string, plan: Approval['kind'], auto: Approval['kind']]>([
  ['git status', 'allow', 'allow'],
  ['ls -la src | head -5', 'allow', 'allow'],
  ['cat a.txt > b.txt', 'deny', 'classify'],
  ['git push', 'deny', 'classify'],
])('%j in plan and in auto', async (command, plan, auto) => {
  const of = async (mode: ApprovalMode): Promise<string> =>
    (await decide(policy(mode), tool('execute'), { command })).kind;
  expect([await of('plan'), await of('auto'), await of('default'), await of('auto-edit')]).toEqual([
    plan,
    auto,
    'ask',
    'ask',
  ]);
});

it('has every command judged when settings say so', async () => {
  const strict = { ...policy('auto'), classifyAllShell: true };
  expect(await decide(strict, tool('execute'), { command: 'git status' })).toEqual({ kind: 'classify' });
});

it.each([
  '/home/u/proj/.qwen/settings.json',
  '/home/u/proj/.QWEN/Settings.json',
  '/home/u/proj/sub/.git/hooks/pre-commit',
  '/home/u/proj/.mcp.json',
  '/home/u/proj/.mcp.json. ',
  '/home/u/proj/src/../.qwen/settings.json',
  '/home/u/proj/.vscode/tasks.json',
  '/home/u/proj/\0.ts',
])('asks before it edits %j, unless yolo or a rule allows it', async (file_path) => {
  const of = async (mode: ApprovalMode, rules = {}): Promise<string> =>
    (await decide(policy(mode, rules), tool('edit'), { file_path })).kind;
  expect([await of('auto'), await of('auto-edit'), await of('yolo'), await of('auto', { allow: ['Edit'] })]).toEqual([
    'ask',
    'ask',
    'allow',
    'allow',
  ]);
});
