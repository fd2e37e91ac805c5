import { expect, it } from 'vitest';
import { planServer } from '../server-config.js';
import type { McpServerEntry } from '../../settings/mcp-server-schema.js';
import { redactedTarget } from './redacted-target.js';

it.each<[string, McpServerEntry, string]>([
  ['a command', { command: 'bank-server', args: ['--token', 'SECRET'], env: { KEY: 'SECRET' } }, 'bank-server'],
  ['a path', { command: '/opt/SECRET/bin/bank' }, 'bank'],
  ['a path of Windows', { command: 'C:\\SECRET\\bank.exe' }, 'bank.exe'],
  ['HTTP', { httpUrl: 'https://me:SECRET@bank.example/mcp?key=SECRET#SECRET' }, 'https://bank.example/mcp'],
  ['SSE', { url: 'http://127.0.0.1:8080/sse?SECRET', headers: { a: 'SECRET' } }, 'http://127.0.0.1:8080/sse'],
  ['a server of the program that drives qwen', { type: 'sdk' }, 'bank'],
])('%s', (_name, entry, expected) => {
  const planned = planServer('bank', entry, '/shop');
  expect(planned.kind === 'ok' && redactedTarget(planned.config.plan)).toBe(expected);
});
