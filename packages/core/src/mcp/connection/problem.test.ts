import { expect, it } from 'vitest';
import { planServer } from '../server-config.js';
import { describeProblem, type FailedStart, type Problem } from './problem.js';

const stdio = {
  kind: 'stdio',
  command: 'srv',
  args: ['--token=SECRET'],
  env: { KEY: 'SECRET' },
  cwd: '/nowhere',
} as const;
const planned = planServer(
  'web',
  { httpUrl: 'https://user:SECRET@host.example:8443/SECRET?k=SECRET', headers: { a: 'SECRET' } },
  '/',
);
const http = planned.kind === 'ok' ? planned.config.plan : stdio;

const base: FailedStart = { plan: stdio, phase: 'initialize', causes: [], lost: true };
const remote: FailedStart = { ...base, plan: http };
const coded = (code: string | number): Error => Object.assign(new Error('SECRET'), { code });
const status = (code: number): Error => Object.assign(new Error('SECRET'), { status: code });

it.each<[string, FailedStart, Problem]>([
  [
    'late',
    { ...base, lateAfterMs: 5_000, exit: { exitCode: 0, signal: null } },
    { shown: 'It gave no answer to initialize within 5000 ms.', mayPass: true },
  ],
  [
    'late list',
    { ...remote, phase: 'tools/list', lateAfterMs: 100 },
    { shown: 'It gave no answer to tools/list within 100 ms.', mayPass: true },
  ],
  ['no command', { ...base, causes: [coded('ENOENT')] }, { shown: 'The command "srv" was not found.', mayPass: false }],
  [
    'a program that does not answer',
    { ...base, plan: { kind: 'sdk', server: 'calc' } },
    { shown: 'The program that drives qwen does not answer for it.', mayPass: false },
  ],
  [
    'no directory',
    { ...base, causes: [coded('ENOENT')], noSuchDir: true },
    { shown: 'Its working directory "/nowhere" does not exist.', mayPass: false },
  ],
  [
    'no right',
    { ...base, causes: [coded('EACCES')] },
    { shown: 'The command "srv" may not be executed.', mayPass: false },
  ],
  [
    'exit',
    { ...base, exit: { exitCode: 3, signal: null } },
    { shown: 'Its process exited with code 3 before it answered initialize.', mayPass: true },
  ],
  [
    'signal',
    { ...base, phase: 'tools/list', exit: { exitCode: null, signal: 'SIGKILL' } },
    { shown: 'Its process was ended by SIGKILL before it answered tools/list.', mayPass: true },
  ],
  ['stdout closed', base, { shown: 'It closed the connection before it answered initialize.', mayPass: true }],
  [
    'JSON-RPC error',
    { ...base, lost: false, causes: [undefined, coded(-32602)] },
    { shown: 'It answered initialize with JSON-RPC error -32602.', mayPass: false },
  ],
  [
    'nonsense',
    { ...base, lost: false, causes: [undefined, new Error('SECRET')] },
    { shown: "It gave an answer to initialize that can't be used; run with --debug for details.", mayPass: false },
  ],
  [
    'refused connect',
    { ...remote, causes: [new TypeError('fetch failed', { cause: coded('ECONNREFUSED') })] },
    { shown: 'Could not connect to https://host.example:8443.', mayPass: true },
  ],
  [
    '401',
    { ...remote, causes: [status(401), coded(-32000)] },
    {
      shown: 'It answered HTTP 401: it wants credentials; set them in "headers" of its mcpServers entry.',
      mayPass: false,
    },
  ],
  [
    '404 as the SDK spells it',
    { ...remote, causes: [undefined, coded(404)] },
    { shown: 'It answered HTTP 404: no MCP endpoint is at this address.', mayPass: false },
  ],
  ['502', { ...remote, causes: [status(502)] }, { shown: 'It answered HTTP 502.', mayPass: true }],
  ['400', { ...remote, causes: [status(400)] }, { shown: 'It answered HTTP 400.', mayPass: false }],
  [
    'reset',
    { ...remote, causes: [coded('ECONNRESET')] },
    { shown: 'It closed the connection before it answered initialize.', mayPass: true },
  ],
])('%s', (_name, failed, expected) => {
  const problem = describeProblem(failed);
  expect(problem).toEqual(expected);
  expect(problem.shown).not.toContain('SECRET');
});
