import { expect, it } from 'vitest';
import { targetOf } from './server-target.js';

it.each<[Parameters<typeof targetOf>[0], string]>([
  [{ command: 'node', args: ['a.js', '--port', '1'] }, 'node a.js --port 1 (stdio)'],
  [
    { command: 'x', args: ['--token', 's3cret', '--api-key=s3cret', 'A_SECRET=s3cret'] },
    'x --token … --api-key=… A_SECRET=… (stdio)',
  ],
  [{ command: 'x', args: ['--token', '--verbose'] }, 'x --token --verbose (stdio)'],
  [{ httpUrl: 'https://me:s3cret@a.example/mcp?key=s3cret' }, 'https://a.example/mcp?… (http)'],
  [{ url: 'https://a.example/sse' }, 'https://a.example/sse (sse)'],
  [{ type: 'sdk' }, '(sdk)'],
])('%j', (entry, target) => {
  expect(targetOf(entry)).toBe(target);
});
