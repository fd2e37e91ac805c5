import { expect, it } from 'vitest';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import type { ToolKind } from '../tools/types.js';
import { offeredTools } from './offered-tools.js';
import type { ApprovalMode, PermissionRules } from './types.js';

const KINDS: Record<string, ToolKind> = {
  read_file: 'read',
  todo_write: 'internal',
  edit: 'edit',
  write_file: 'edit',
  run_shell_command: 'execute',
  ask_user_question: 'question',
  mcp__srv__write: 'mcp',
};
const tools = Object.entries(KINDS).map(([name, kind]) =>
  kind === 'mcp' ? plainMcpTool('srv', name) : plainTool({ name, kind }),
);
const ALWAYS = ['mcp__srv__write', 'read_file', 'todo_write'];

it.each<[ApprovalMode, Partial<PermissionRules>, boolean, string[]]>([
  ['plan', {}, true, ALWAYS],
  ['plan', { allow: ['Edit'] }, true, ALWAYS],
  ['default', {}, true, ALWAYS],
  ['auto', {}, true, ALWAYS],
  ['auto-edit', {}, true, [...ALWAYS, 'edit', 'write_file']],
  ['yolo', {}, true, [...ALWAYS, 'edit', 'run_shell_command', 'write_file']],
  ['yolo', {}, false, ALWAYS],
  ['default', { allow: ['run_shell_command(ls)'] }, true, [...ALWAYS, 'run_shell_command']],
  ['default', { allow: ['Edit'] }, true, [...ALWAYS, 'edit', 'write_file']],
  ['default', { allow: ['write_file'] }, true, [...ALWAYS, 'write_file']],
  ['yolo', { allow: ['ask_user_question'] }, true, [...ALWAYS, 'edit', 'run_shell_command', 'write_file']],
  ['yolo', { deny: ['Bash'] }, true, [...ALWAYS, 'edit', 'write_file']],
  ['yolo', { deny: ['Bash(rm)'] }, true, [...ALWAYS, 'edit', 'run_shell_command', 'write_file']],
  ['yolo', { deny: ['mcp__srv'] }, true, [...ALWAYS, 'edit', 'run_shell_command', 'write_file']],
])('mode %s, rules %j, trusted %s', (mode, rules, workspaceTrusted, expected) => {
  const offered = offeredTools(tools, {
    mode,
    rules: { allow: [], ask: [], deny: [], ...rules },
    workspaceTrusted,
    dirs: { project: '/p', home: '/h' },
  });
  expect(offered.map(({ name }) => name).sort()).toEqual([...expected].sort());
});

it('offers everything where somebody can be asked', () => {
  const policy = {
    mode: 'default',
    rules: { allow: [], ask: [], deny: [] },
    workspaceTrusted: true,
    dirs: { project: '/p', home: '/h' },
  } as const;
  expect(offeredTools(tools, policy, { canAsk: true })).toEqual(tools);
});
