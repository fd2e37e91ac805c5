import { expect, it } from 'vitest';
import type { ConfiguredServer } from '../settings/servers.js';
import { selectServers, type SelectServersOptions } from './select-servers.js';

const server = (name: string, scope: ConfiguredServer['scope'] = 'user'): ConfiguredServer => {
  return { kind: 'ok', name, scope, file: '/f', entry: { command: name }, written: { command: name } };
};
const open: SelectServersOptions = {
  servers: [],
  untrustedServers: [],
  workspaceTrusted: true,
  yolo: false,
  approvalOf: () => 'pending',
};
/** `name` for a started server, `name: why` for another. */
const outcome = (options: Partial<SelectServersOptions>): string[] => {
  const { start, notStarted } = selectServers({ ...open, ...options });
  return [...start.map(({ name }) => name), ...notStarted.map(({ name, why }) => `${name}: ${why}`)];
};

it('starts servers of the operator without a question', () => {
  const servers = (['system-defaults', 'user', 'system', 'sdk', 'command-line'] as const).map((scope) =>
    server(scope, scope),
  );
  expect(outcome({ servers })).toEqual(['system-defaults', 'user', 'system', 'sdk', 'command-line']);
});

it.each<[string, Partial<SelectServersOptions>, string]>([
  ['pending', {}, 'p: pending-approval'],
  ['approved', { approvalOf: () => 'approved' }, 'p'],
  ['rejected', { approvalOf: () => 'rejected' }, 'p: rejected'],
  ['changed', { approvalOf: () => 'changed' }, 'p: changed-since-approval'],
  ['changed, yolo', { yolo: true, approvalOf: () => 'changed' }, 'p'],
  ['pending, yolo', { yolo: true }, 'p'],
  ['rejected, yolo', { yolo: true, approvalOf: () => 'rejected' }, 'p: rejected'],
  [
    'approved, untrusted workspace',
    { approvalOf: () => 'approved', workspaceTrusted: false },
    'p: untrusted-workspace',
  ],
  ['approved, excluded', { approvalOf: () => 'approved', excluded: ['p'] }, 'p: excluded'],
])("a project's server: %s", (_name, options, expected) => {
  for (const scope of ['workspace', 'project'] as const) {
    expect([scope, ...outcome({ servers: [server('p', scope)], ...options })]).toEqual([scope, expected]);
  }
});

it('asks about exactly the entry that is written', () => {
  const asked: unknown[] = [];
  outcome({
    servers: [server('p', 'workspace'), server('u')],
    approvalOf: (...question) => (asked.push(question), 'pending'),
  });
  expect(asked).toEqual([['p', server('p', 'workspace')]]);
});

it.each<[string, Partial<SelectServersOptions>, string[]]>([
  ['no list', {}, ['aa', 'ab', 'b.c']],
  ['an allowed name', { allowed: ['aa'] }, ['aa', 'ab: not-allowed', 'b.c: not-allowed']],
  ['a pattern', { allowed: ['a*'] }, ['aa', 'ab', 'b.c: not-allowed']],
  ['one character', { allowed: ['?b'] }, ['ab', 'aa: not-allowed', 'b.c: not-allowed']],
  ['a dot is a dot', { allowed: ['b?c'], excluded: ['a.'] }, ['b.c', 'aa: not-allowed', 'ab: not-allowed']],
  ['an empty allowed list', { allowed: [] }, ['aa: not-allowed', 'ab: not-allowed', 'b.c: not-allowed']],
  ['excluded wins', { allowed: ['*'], excluded: ['aa'] }, ['ab', 'b.c', 'aa: excluded']],
  [
    'the option beats both lists',
    { allowed: ['ab'], excluded: ['aa'], onlyNames: ['aa'] },
    ['aa', 'ab: not-allowed', 'b.c: not-allowed'],
  ],
  [
    'the option takes names as they are',
    { onlyNames: ['a*'] },
    ['aa: not-allowed', 'ab: not-allowed', 'b.c: not-allowed'],
  ],
])('names: %s', (_name, options, expected) => {
  expect(outcome({ servers: [server('aa'), server('ab'), server('b.c')], ...options })).toEqual(expected);
});

it('an untrusted workspace starts no server of any scope, and says so for its own as well', () => {
  const servers = [server('u'), server('s', 'system'), server('c', 'command-line')];
  const { start, notStarted } = selectServers({
    ...open,
    servers,
    untrustedServers: ['w', 'u'],
    workspaceTrusted: false,
    yolo: true,
  });
  expect(start).toEqual([]);
  expect(notStarted).toEqual(
    ['u', 's', 'c', 'w'].map((name) => ({
      name,
      why: 'untrusted-workspace',
      shown: `MCP server "${name}" is not started: this folder is not trusted, and no MCP server runs in an untrusted folder.`,
    })),
  );
});

it('says what starts a server that was kept back', () => {
  const servers: ConfiguredServer[] = [
    server('my server', 'workspace'),
    { kind: 'invalid', name: 'bad', scope: 'user', file: '/f', shown: 'the fault' },
  ];
  const changed = selectServers({ ...open, servers: [server('p', 'project')], approvalOf: () => 'changed' });
  expect(changed.notStarted[0]?.shown).toBe(
    'MCP server "p" of this project is not started: it has changed since you decided about it. To approve it as it is now: qwen mcp approve p',
  );
  expect(selectServers({ ...open, servers }).notStarted).toEqual([
    {
      name: 'my server',
      why: 'pending-approval',
      shown:
        'MCP server "my server" of this project is not started: it needs your approval first. To give it: qwen mcp approve "my server"',
    },
    { name: 'bad', why: 'invalid', shown: 'the fault' },
  ]);
});
