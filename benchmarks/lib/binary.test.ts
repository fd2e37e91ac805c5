import { expect, it } from 'vitest';
import { parseBinary } from './binary.js';

it.each([
  ['qwen', { file: 'qwen', args: [] }],
  ['node a.js --x', { file: process.execPath, args: ['a.js', '--x'] }],
  [`/opt/node "/with blank/a.js" 'b c'`, { file: '/opt/node', args: ['/with blank/a.js', 'b c'] }],
])('takes %s apart', (command, expected) => {
  expect(parseBinary('it', command)).toEqual({ label: 'it', ...expected });
});
