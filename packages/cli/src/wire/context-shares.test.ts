import { plainMcpTool, plainTool } from '@qwen-code/qwen-code-core/testing/plain-tool.js';
import { expect, it } from 'vitest';
import { contextShares, sumOfAll } from './context-shares.js';

const words = (tokens: number): string => 'abcd'.repeat(tokens);

it('tells each part of a request once', () => {
  const [own, served] = [plainTool({ name: 'edit' }), plainMcpTool('srv', 'mcp__srv__work')];
  const shares = contextShares({
    systemPrompt: words(30),
    instructions: words(10),
    files: [{ path: '/w/QWEN.md', block: words(9) }],
    reminder: words(7),
    skills: words(2),
    tools: [own, served],
    history: [{ role: 'user', text: words(6) }],
  });
  const tokensOf = ({ name, description, parameters }: typeof own): number =>
    Math.ceil(JSON.stringify({ name, description, parameters }).length / 4);
  expect(shares).toEqual({
    systemPrompt: 20,
    memory: 10,
    startup: 5,
    skills: 2,
    messages: 10,
    builtinTools: [{ name: 'edit', tokens: tokensOf(own) }],
    mcpTools: [{ name: 'mcp__srv__work', tokens: tokensOf(served) }],
    memoryFiles: [{ name: '/w/QWEN.md', tokens: 9 }],
  });
  expect(sumOfAll(shares)).toBe(20 + 10 + 5 + 2 + 10 + tokensOf(own) + tokensOf(served));
});
