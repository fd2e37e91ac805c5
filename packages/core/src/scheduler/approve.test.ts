import { expect, it } from 'vitest';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import type { Tool, ToolKind } from '../tools/types.js';
import { approve, effectiveMode } from './approve.js';
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
    edit: 'ask',
    execute: 'ask',
    fetch: 'ask',
    question: 'ask',
    mcp: 'ask',
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

const rowOf = (policyOf: ApprovalPolicy): Row => {
  const kinds = ['read', 'internal', 'edit', 'execute', 'fetch', 'question', 'mcp'] as const;
  const row = Object.fromEntries(kinds.map((kind) => [kind, approve(policyOf, tool(kind), {}).kind]));
  return { ...row, 'trusted mcp': approve(policyOf, tool('mcp', true), {}).kind } as Row;
};

it.each(APPROVAL_MODES)('mode %s in a trusted workspace', (mode) => {
  expect(rowOf(policy(mode))).toEqual(MODES[mode]);
});

it.each(APPROVAL_MODES)(
  'mode %s in an untrusted workspace asks at least as default does, and trusts no server',
  (mode) => {
    const expected = mode === 'plan' ? MODES.plan : { ...MODES.default, 'trusted mcp': 'ask' };
    expect(rowOf(policy(mode, {}, false))).toEqual(expected);
    expect(effectiveMode(policy(mode, {}, false))).toBe(mode === 'plan' ? 'plan' : 'default');
  },
);

it.each<[string, ApprovalMode, Partial<PermissionRules>, ToolKind, Approval['kind']]>([
  ['deny beats allow', 'yolo', { deny: ['Edit'], allow: ['Edit'] }, 'edit', 'deny'],
  ['deny beats ask', 'default', { deny: ['edit'], ask: ['edit'] }, 'edit', 'deny'],
  ['ask beats allow', 'default', { ask: ['edit'], allow: ['edit'] }, 'edit', 'ask'],
  ['ask beats yolo', 'yolo', { ask: ['mcp__srv'] }, 'mcp', 'ask'],
  ['ask beats a read', 'default', { ask: ['Read'] }, 'read', 'ask'],
  ['allow beats default', 'default', { allow: ['mcp__srv__write'] }, 'mcp', 'allow'],
  ['allow does not open plan mode', 'plan', { allow: ['Edit'] }, 'edit', 'deny'],
  ['a rule for another tool says nothing', 'default', { allow: ['mcp__srv__read'] }, 'mcp', 'ask'],
])('%s', (_name, mode, rules, kind, expected) => {
  expect(approve(policy(mode, rules), tool(kind), {}).kind).toBe(expected);
});

it('lets ask beat the trust of a server', () => {
  expect(approve(policy('default', { ask: ['mcp__srv'] }), tool('mcp', true), {})).toEqual({ kind: 'ask' });
});

it('names the rule that refused', () => {
  expect(approve(policy('yolo', { deny: ['Bash(rm)'] }), tool('execute'), { command: 'ls; rm -r secret' })).toEqual({
    kind: 'deny',
    shown:
      'run_shell_command was not run: the rule "Bash(rm)" in permissions.deny (or --exclude-tools) refuses it. ' +
      'Do not try to get round it; if it is needed, ask the user to change the rule.',
  });
});
