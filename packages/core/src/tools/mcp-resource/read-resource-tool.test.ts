import { expect, it } from 'vitest';
import { QwenError } from '../../shared/qwen-error.js';
import { noDebugLog } from '../../shared/debug-log.js';
import { createToolContext } from '../../testing/tool-context.js';
import { createReadResourceTool, type ReadResourceOptions } from './read-resource-tool.js';

const tool = (readResource: ReadResourceOptions['readResource']) =>
  createReadResourceTool({
    readResource,
    output: { limit: { maxChars: 40, maxLines: 10 }, saveOutput: async () => '/kept', debug: noDebugLog },
    debug: noDebugLog,
    newMark: () => 'a1b2c3d4',
  });

it('is asked about like an MCP call, and found by searching', () => {
  const { name, kind, deferred, server } = tool(async () => ({ text: '' }));
  expect([name, kind, deferred, server]).toEqual(['read_mcp_resource', 'mcp', true, undefined]);
});

it('stands the content between two lines with a mark', async () => {
  const asked: unknown[] = [];
  const media = [{ kind: 'image', data: 'AA', mimeType: 'image/png' }] as const;
  const reading = tool(async (server, uri) => {
    asked.push([server, uri]);
    return { text: 'hello', media };
  });
  expect(await reading.execute({ server_name: 'docs', uri: 'doc://1' }, createToolContext())).toEqual({
    status: 'ok',
    text: '--- begin of MCP resource a1b2c3d4 ---\nhello\n--- end of MCP resource a1b2c3d4 ---',
    media,
  });
  expect(asked).toEqual([['docs', 'doc://1']]);
});

it('a long content is cut inside the lines and kept whole in a file', async () => {
  const { text } = await tool(async () => ({ text: 'x'.repeat(100) })).execute(
    { server_name: 's', uri: 'u' },
    createToolContext(),
  );
  expect(text).toBe(
    `--- begin of MCP resource a1b2c3d4 ---\n${'x'.repeat(20)}\n... [60 characters left out] ...\n${'x'.repeat(20)}\n\n` +
      '[The whole output (100 characters) is in /kept]\n--- end of MCP resource a1b2c3d4 ---',
  );
});

it.each([
  [{ server_name: '', uri: 'u' }, 'Give the name of an MCP server and the URI of a resource.'],
  [{ server_name: 's', uri: 'u' }, 'MCP server "s" is away.'],
])('%o is one sentence', async (args, text) => {
  const failing = tool(() => Promise.reject(new QwenError('usage', 'MCP server "s" is away.')));
  expect(await failing.execute(args, createToolContext())).toEqual({ status: 'error', text });
});
