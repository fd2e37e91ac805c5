/** The unknown outcome in every output format: the same text, marked as an error, its code beside it. */
import { UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';
import { EXIT, first, toolsWith, UPSTREAM_MARKER } from './case.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

interface Block {
  readonly type: string;
  readonly is_error?: boolean;
  readonly content?: string;
}

async function recordsIn(format: 'json' | 'stream-json') {
  const canary = await stage.canary('srv', {
    transport: 'stdio',
    tools: toolsWith(undefined),
    stderr: UPSTREAM_MARKER,
    faults: first(EXIT),
  });
  await stage.settle({ srv: { ...canary.entry, trust: true } });
  const model = await stage.play([callTools({ name: 'mcp__srv__act', args: { key: 'k' } }), say('done')]);
  const { stdout, exitCode } = await runQwen(stage.home, {
    model,
    args: ['-p', 'go', '--yolo', '--output-format', format],
  });
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain(UPSTREAM_MARKER);
  const lines = stdout.split('\n').filter((line) => line !== '');
  const records = (format === 'json' ? JSON.parse(stdout) : lines.map((line) => JSON.parse(line) as unknown)) as Record<
    string,
    unknown
  >[];
  return { records, told: model.toolMessages().map(({ text }) => text) };
}

describe.each(['json', 'stream-json'] as const)('B48 %s', (format) => {
  it('shows the text that the model was told, as an error', async () => {
    const { records, told } = await recordsIn(format);
    const blocks = records.flatMap((record) => {
      const message = record['message'] as { content?: unknown } | undefined;
      return record['type'] === 'user' && Array.isArray(message?.content) ? (message.content as Block[]) : [];
    });
    const results = blocks.filter(({ type }) => type === 'tool_result');
    expect(results.map(({ is_error: isError, content }) => ({ isError, content }))).toEqual([
      { isError: true, content: told[0] },
    ]);
    if (!isPeer) expect(told).toEqual([UNKNOWN_OUTCOME_TEXT]);
  });

  it.runIf(!isPeer)('carries the code apart from the text', async () => {
    const { records } = await recordsIn(format);
    expect(JSON.stringify(records)).toContain('"mcp_outcome_unknown"');
  });
});
