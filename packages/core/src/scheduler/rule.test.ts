import { expect, it } from 'vitest';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import type { Tool } from '../tools/types.js';
import { matchesRule, namesTool, namesWholeTool, type RulePurpose } from './rule.js';

const dirs = { project: '/home/u/proj', home: '/home/u' };

const tool = (name: string, server?: string): Tool =>
  server === undefined ? plainTool({ name }) : plainMcpTool(server, name);

it.each<[rule: string, tool: Tool, named: boolean]>([
  ['edit', tool('edit'), true],
  ['edit', tool('write_file'), false],
  ['Edit', tool('edit'), true],
  ['Edit', tool('write_file'), true],
  ['Edit', tool('notebook_edit'), true],
  ['Write', tool('write_file'), true],
  ['Write', tool('edit'), false],
  ['Bash', tool('run_shell_command'), true],
  ['Shell', tool('monitor'), true],
  ['Read', tool('grep_search'), true],
  ['read_file', tool('grep_search'), false],
  ['Grep', tool('grep_search'), true],
  ['Glob', tool('glob'), true],
  ['ListFiles', tool('list_directory'), true],
  ['constructor', tool('edit'), false],
  ['', tool('edit'), false],
  ['(x)', tool('edit'), false],
  ['mcp__git', tool('mcp__git__log', 'git'), true],
  ['mcp__git', tool('mcp__git__x__log', 'git__x'), false],
  ['mcp__git__x', tool('mcp__git__x__log', 'git__x'), true],
  ['mcp__a b', tool('mcp__a_b__t', 'a b'), true],
  ['mcp__a_b', tool('mcp__a_b__t', 'a b'), true],
  ['mcp__git__log', tool('mcp__git__log', 'git'), true],
  ['mcp__git__lo', tool('mcp__git__log', 'git'), false],
  ['mcp__git__lo*', tool('mcp__git__log', 'git'), true],
  ['mcp__git__*', tool('mcp__git__log', 'git'), true],
  ['mcp__git__*', tool('mcp__git__x__log', 'git__x'), false],
  ['mcp__gi*', tool('mcp__git__log', 'git'), true],
  ['mcp__*', tool('mcp__git__log', 'git'), true],
  ['mcp__*', tool('edit'), false],
  ['*', tool('mcp__git__log', 'git'), false],
  ['Edit', tool('Edit', 'git'), false],
])('rule %j names %o: %s', (rule, { name, server }, named) => {
  expect(namesTool(rule, tool(name, server?.name))).toBe(named);
});

it.each<[rule: string, whole: boolean]>([
  ['Bash', true],
  ['Bash(*)', true],
  ['Bash()', true],
  ['Bash(ls)', false],
])('rule %j names the whole tool: %s', (rule, whole) => {
  expect(namesWholeTool(rule, tool('run_shell_command'))).toBe(whole);
});

const shell = tool('run_shell_command');
it.each<[rule: string, purpose: RulePurpose, tool: Tool, args: Record<string, unknown>, matches: boolean]>([
  ['Bash(git status)', 'allow', shell, { command: 'git status -s' }, true],
  ['Bash(git status)', 'allow', shell, { command: 'git status; rm x' }, false],
  ['Bash(rm)', 'deny', shell, { command: 'ls; rm x' }, true],
  ['Bash(rm)', 'ask', shell, { command: 'ls; rm x' }, true],
  ['Bash(echo (a))', 'deny', shell, { command: 'ls' }, false],
  ['Bash(ls)', 'allow', shell, {}, false],
  ['Bash(ls)', 'deny', shell, {}, true],
  ['Edit(/src/**)', 'allow', tool('edit'), { file_path: '/home/u/proj/src/a.ts' }, true],
  ['Edit(/src/**)', 'allow', tool('edit'), { file_path: '/home/u/proj/b.ts' }, false],
  ['Read(//etc/**)', 'deny', tool('read_file'), { file_path: '/etc/passwd' }, true],
  ['Read(src/**)', 'deny', tool('list_directory'), { path: '/home/u/proj/src' }, true],
  ['Glob(/**)', 'allow', tool('glob'), { pattern: '*' }, true],
  ['Edit(/src/**)', 'deny', tool('edit'), { file_path: 7 }, true],
  ['todo_write(x)', 'allow', tool('todo_write'), {}, false],
  ['todo_write(x)', 'deny', tool('todo_write'), {}, true],
  ['mcp__git__log(x)', 'allow', tool('mcp__git__log', 'git'), {}, false],
  ['mcp__git__log(x)', 'deny', tool('mcp__git__log', 'git'), {}, true],
  ['mcp__git__log(x)', 'ask', tool('mcp__git__log', 'git'), {}, true],
])('rule %j as %s, tool %o, %j: %s', (rule, purpose, target, args, matches) => {
  expect(matchesRule(rule, purpose, { tool: target, args, dirs })).toBe(matches);
});
