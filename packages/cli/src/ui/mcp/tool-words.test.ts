import type { ToolHints } from '@qwen-code/qwen-code-core/mcp/discovery/hints.js';
import type { McpShutGate } from '@qwen-code/qwen-code-core/tools/types.js';
import { expect, it } from 'vitest';
import { hintMarks, hintWords, lostWords } from './tool-words.js';

it.each<[ToolHints | undefined, string, string[]]>([
  [undefined, 'nothing that can be used', []],
  [{ readOnlyHint: true, openWorldHint: false }, 'read-only, closed world', ['read-only']],
  [
    { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    'changes things, destructive, not idempotent, open world',
    ['destructive', 'open world'],
  ],
])('words of %j', (hints, words, marks) => {
  expect([hintWords(hints), hintMarks(hints)]).toEqual([words, marks]);
});

const gate = (name: string): McpShutGate => ({ gate: name, why: `why of ${name}`, opens: '' });

it.each<[string[], string]>([
  [[], 'may be sent again after a lost connection'],
  [['server-trust'], 'never sent again: why of server-trust'],
  [['workspace-trust', 'declared-repeatable'], 'never sent again: why of declared-repeatable'],
])('a lost call with %j shut', (names, words) => {
  expect(lostWords({ shutGates: names.map(gate) })).toBe(words);
});
