/** The reference server's own prompts, resources and instructions, through a whole run. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, recordsOf, runQwen, type Stage } from '../support/run-qwen.js';

const require = createRequire(import.meta.url);
const everything = {
  command: process.execPath,
  args: [
    join(dirname(require.resolve('@modelcontextprotocol/server-everything/package.json')), 'dist/index.js'),
    'stdio',
  ],
};

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({ everything });
});
afterEach(() => stage.close());

const URI = 'demo://resource/dynamic/text/1';

it('reads a resource between two lines that name it', async () => {
  const model = await stage.play([
    callTools({ name: 'read_mcp_resource', args: { server_name: 'everything', uri: URI } }),
    say('read'),
  ]);
  const result = await runQwen(stage.home, { args: ['-p', 'go', '--yolo', '-o', 'stream-json'], model });
  expect(recordsOf(result).at(-1)).toMatchObject({ subtype: 'success', result: 'read' });
  expect(model.toolMessages().at(-1)?.text).toMatch(
    /^--- begin of MCP resource ([0-9a-f]{8}) ---\n[^]*Resource 1[^]*\n--- end of MCP resource \1 ---$/,
  );
});

it('asks before a resource is read, like before any call of the server', async () => {
  const model = await stage.play([
    callTools({ name: 'read_mcp_resource', args: { server_name: 'everything', uri: URI } }),
    say('refused'),
  ]);
  await runQwen(stage.home, { args: ['-p', 'go', '--approval-mode', 'default'], model });
  const answer = model.toolMessages().at(-1)?.text;
  expect(answer).toContain('read_mcp_resource');
  expect(answer).not.toContain('Resource 1');
});
