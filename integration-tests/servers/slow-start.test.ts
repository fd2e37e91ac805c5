/** Slow starts: the first turn is not held up for ever, the missing server is named, and a refusal never waits. */
import { UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { callTools, say, type Step } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';
import { EXIT, first, SAFE, toolsWith } from '../replay/case.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const act: Step = callTools({ name: 'mcp__srv__act', args: { key: 'k' } });
const never = { on: 'initialize', pause: { gate: 'never' }, then: { kind: 'reply' } } as const;

describe('B72 a server that takes too long', () => {
  it('to start: named on stderr, the others work', async () => {
    const slow = await stage.canary('slow', { transport: 'stdio', tools: toolsWith(undefined), faults: [never] });
    const quick = await stage.canary('quick', { transport: 'stdio', tools: toolsWith(undefined) });
    await stage.settle({
      slow: { ...slow.entry, trust: true, discoveryTimeoutMs: 1_000 },
      quick: { ...quick.entry, trust: true },
    });
    const model = await stage.play([callTools({ name: 'mcp__quick__act', args: { key: 'k' } }), say('done')]);
    const { exitCode, stderr } = await runQwen(stage.home, { model });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('slow');
    expect(stderr).not.toContain('quick');
    expect(model.toolMessages().map(({ text }) => text)).toEqual(['act done, 1 in all']);
  });

  it('to come back, undeclared tool: told at once, before the slow start ends', async () => {
    const canary = await stage.canary('srv', {
      transport: 'stdio',
      tools: toolsWith(undefined),
      faults: [...first(EXIT), { ...never, generation: 2 }],
    });
    await stage.settle({ srv: { ...canary.entry, trust: true } });
    const model = await stage.play([act, say('done')]);
    expect(await runQwen(stage.home, { model })).toMatchObject({ exitCode: 0 });
    expect(model.toolMessages().map(({ text }) => text)).toEqual([UNKNOWN_OUTCOME_TEXT]);
  });

  it('to come back, declared safe: waits for it and is replayed', async () => {
    const canary = await stage.canary('srv', {
      transport: 'stdio',
      tools: toolsWith(SAFE),
      faults: [...first(EXIT), { on: 'initialize', generation: 2, pause: { ms: 2_000 }, then: { kind: 'reply' } }],
    });
    await stage.settle({ srv: { ...canary.entry, trust: true } });
    const model = await stage.play([act, say('done')]);
    expect(await runQwen(stage.home, { model })).toMatchObject({ exitCode: 0 });
    expect(model.toolMessages().map(({ text }) => text)).toEqual(['act done, 2 in all']);
  });

  it('to come back, declared safe, beyond its limit: connection lost, sent once', async () => {
    const canary = await stage.canary('srv', {
      transport: 'stdio',
      tools: toolsWith(SAFE),
      faults: [...first(EXIT), { ...never, generation: 2 }],
    });
    await stage.settle({ srv: { ...canary.entry, trust: true, discoveryTimeoutMs: 1_500 } });
    const model = await stage.play([act, say('done')]);
    expect(await runQwen(stage.home, { model })).toMatchObject({ exitCode: 0 });
    expect(model.toolMessages()[0]?.text).toMatch(/^The connection to the MCP server was lost .* sent once/);
    expect(canary.counts('act').invocations).toBe(1);
  });

  it('eight servers at once: all of them are there for the first request', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `s${index}`);
    const canaries = await Promise.all(
      names.map((name) => stage.canary(name, { transport: 'stdio', tools: toolsWith(undefined) })),
    );
    await stage.settle(Object.fromEntries(canaries.map(({ name, entry }) => [name, { ...entry, trust: true }])));
    const model = await stage.play([say('done')]);
    expect(await runQwen(stage.home, { model })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(model.scripted()[0]?.tools.filter((tool) => tool.endsWith('__act'))).toHaveLength(8);
  });
});
