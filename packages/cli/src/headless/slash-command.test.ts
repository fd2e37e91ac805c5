import { expect, it } from 'vitest';
import { slashCommandIn } from './slash-command.js';

it.each([
  ['/mcp', 'mcp'],
  ['  /compress now', 'compress'],
  ['/model qwen3', 'model'],
  ['/usr/bin/env is what?', undefined],
  ['/unknown thing', undefined],
  ['what does /mcp do?', undefined],
  ['/mcp.json is broken', undefined],
  ['', undefined],
])('%j: %s', (prompt, expected) => {
  expect(slashCommandIn(prompt)).toBe(expected);
});
