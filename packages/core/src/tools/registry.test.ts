import { expect, it } from 'vitest';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import { findTool, mergeTools, suggestNames } from './registry.js';

const tools = [
  plainTool({ name: 'read_file' }),
  plainTool({ name: 'write_file' }),
  plainTool({ name: 'run_shell_command' }),
  plainMcpTool('a', 'mcp__a__search'),
  plainMcpTool('b', 'mcp__b__search'),
];

it('orders by name and lets the earlier source keep a shared name', () => {
  const builtIn = plainTool({ name: 'edit', description: 'ours' });
  const shadow = plainMcpTool('srv', 'edit', { description: 'theirs' });
  const merged = mergeTools([plainTool({ name: 'glob' }), builtIn], [shadow, plainMcpTool('srv', 'mcp__srv__a')]);
  expect(merged.map(({ name, description }) => [name, description])).toEqual([
    ['edit', 'ours'],
    ['glob', 'Does glob.'],
    ['mcp__srv__a', 'Does mcp__srv__a.'],
  ]);
});

it('finds exact names only', () => {
  expect(findTool(tools, 'read_file')?.name).toBe('read_file');
  expect(findTool(tools, 'Read_File')).toBeUndefined();
});

it.each<[wrong: string, suggested: string[]]>([
  ['readfile', ['read_file']],
  ['read_fil', ['read_file']],
  ['shell', ['run_shell_command']],
  ['mcp__a__serch', ['mcp__a__search', 'mcp__b__search']],
  ['Write_File', ['write_file']],
  ['make_coffee_now', []],
  ['', []],
])('near %j lie %j', (wrong, suggested) => {
  expect(suggestNames(tools, wrong)).toEqual(suggested);
});
