import { expect, it } from 'vitest';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import type { Tool, ToolArguments } from '../tools/types.js';
import { judgeCall } from './judge-call.js';
import { suggestRule, type Suggestion } from './suggest-rule.js';

const dirs = { project: '/home/u/proj', home: '/home/u' };
const suggestion = async (tool: Tool, args: ToolArguments): Promise<Suggestion> =>
  suggestRule(await judgeCall(tool, args, dirs));
const shell = plainTool({ name: 'run_shell_command', kind: 'execute' });
const serverRead = plainTool({ name: 'read_mcp_resource', kind: 'mcp' });
const rule = (text: string): Suggestion => ({ kind: 'rule', rule: text });
const NONE: Suggestion = { kind: 'none' };

it.each<[command: string, suggestion: Suggestion]>([
  ['touch x', rule('run_shell_command(touch *)')],
  ['git status -s', rule('run_shell_command(git status *)')],
  ['git push --force', rule('run_shell_command(git push *)')],
  ['npm test', rule('run_shell_command(npm test *)')],
  ['npm run test:unit -- a', rule('run_shell_command(npm run test:unit *)')],
  ['./gradlew build', rule('run_shell_command(./gradlew *)')],
  ['git', NONE],
  ['git -C x status', NONE],
  ['npm run', NONE],
  ['git status && git push', NONE],
  ['git status > x', NONE],
  ['git status $(x)', NONE],
  ['X=1 git status', NONE],
  ['git "status', NONE],
  ['bash script.sh', NONE],
  ['/bin/bash script.sh', NONE],
  ['sudo ls', NONE],
  ['env ls', NONE],
  ['xargs ls', NONE],
  ['find . -name x', NONE],
  ['python3 x.py', NONE],
  ['node -e 1', NONE],
  ['npx x', NONE],
  ['eval ls', NONE],
])('always for %j', async (command, expected) => {
  expect(await suggestion(shell, { command })).toEqual(expected);
});

it.each<[string, Tool, ToolArguments, Suggestion]>([
  ['a read from a server', serverRead, { server_name: 'bank', uri: 'x:1' }, rule('read_mcp_resource(bank)')],
  ['a read from a server with a wildcard for a name', serverRead, { server_name: 'ban*', uri: 'x:1' }, NONE],
  ['a read from no server', serverRead, { uri: 'x:1' }, NONE],
  ['an MCP tool', plainMcpTool('srv', 'mcp__srv__write'), { a: 1 }, rule('mcp__srv__write')],
  ['an edit', plainTool({ name: 'edit', kind: 'edit' }), { file_path: '/x' }, { kind: 'mode', mode: 'auto-edit' }],
  [
    'a page',
    plainTool({ name: 'web_fetch', kind: 'fetch' }),
    { url: 'https://Docs.Example.com/x' },
    rule('web_fetch(domain:docs.example.com)'),
  ],
  ['no page', plainTool({ name: 'web_fetch', kind: 'fetch' }), { url: 'http://' }, NONE],
  ['a question', plainTool({ name: 'exit_plan_mode', kind: 'question' }), {}, NONE],
  ['a command that is none', shell, {}, NONE],
])('always for %s', async (_name, tool, args, expected) => {
  expect(await suggestion(tool, args)).toEqual(expected);
});
