import type { NotStartedReason } from '@qwen-code/qwen-code-core/trust/select-servers.js';
import { expect, it } from 'vitest';
import { explainMissingTool, notStartedWarnings } from './select-run-servers.js';

const statuses = [
  { name: 'a', status: 'connected' },
  { name: 'a__b', status: 'disconnected' },
] as const;

it.each([
  ['mcp__a__gone', undefined],
  [
    'mcp__a__b__send',
    'The tool mcp__a__b__send is not there: MCP server "a__b" is not available now, so nothing was run.',
  ],
  ['mcp__c__send', undefined],
  ['send', undefined],
])('%s', (name, expected) => {
  expect(explainMissingTool(name, statuses)).toBe(expected);
});

const FOLDER =
  'This folder is not trusted: its own files do not count, and no MCP server runs in it. /trust changes that.';

it.each<[string, NotStartedReason[], boolean, string[]]>([
  [
    'those that somebody may miss',
    ['excluded', 'pending-approval', 'rejected', 'changed-since-approval'],
    false,
    ['1', '3'],
  ],
  ['nothing of those that are asked about', ['pending-approval', 'changed-since-approval'], true, []],
  ['one sentence a server', ['untrusted-workspace', 'untrusted-workspace'], false, ['0', '1']],
  ['one sentence a folder', ['untrusted-workspace', 'untrusted-workspace'], true, [FOLDER]],
])('tells %s', (_name, whys, asksAboutServers, expected) => {
  const notStarted = whys.map((why, at) => ({ name: `s${at}`, why, shown: String(at) }));
  expect(notStartedWarnings({ start: [], notStarted }, { asksAboutServers })).toEqual(expected);
});
