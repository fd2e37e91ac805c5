import { expect, it } from 'vitest';
import type { ConfiguredServer } from '@qwen-code/qwen-code-core/settings/servers.js';
import { hostServerRules } from './host-servers.js';

const server = (
  name: string,
  entry: Record<string, unknown>,
  scope: ConfiguredServer['scope'] = 'command-line',
): ConfiguredServer => ({
  kind: 'ok',
  name,
  scope,
  file: undefined,
  entry,
  written: {},
});

it.each<[string, ConfiguredServer, string[]]>([
  ['one of the host', server('calc', { type: 'sdk' }), ['mcp__calc']],
  ['one of its initialize request', server('calc', { type: 'sdk' }, 'sdk'), ['mcp__calc']],
  ['a name with a blank', server('my calc', { type: 'sdk' }), ['mcp__my calc']],
  ['a name that is a pattern', server('*', { type: 'sdk' }), []],
  ['a name with brackets', server('a(b)', { type: 'sdk' }), []],
  ['a program', server('calc', { type: 'sdk', command: 'calc' }), []],
  ['a remote one', server('calc', { httpUrl: 'http://127.0.0.1/' }), []],
  ['what a project says of itself', server('calc', { type: 'sdk' }, 'workspace'), []],
  ['a wrong entry', { kind: 'invalid', name: 'calc', scope: 'command-line', file: undefined, shown: '' }, []],
])('%s', (_name, configured, expected) => {
  expect(hostServerRules({ servers: [configured] })).toEqual(expected);
});
