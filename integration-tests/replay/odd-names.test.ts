/** Servers and tools with odd names: the same outcome as with plain ones, for a refusal and for a replay. */
import type { CanaryTool } from '@qwen-code/qwen-code-core/canary/plan.js';
import { writeTool } from '@qwen-code/qwen-code-core/canary/tools.js';
import type { CanaryHost } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { callTools, say, type SeenRequest, type Step } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';
import { EXIT, SAFE } from './case.js';
import { expectTold } from './expect-told.js';

const SERVERS = ['plain', 'a__b', 'a.b', 'a b', 'ä', 'constructor', '__proto__x', 's'.repeat(80)] as const;
/** Tools of each server: the refused one and the replayed one, under names that a model API does not take. */
const REFUSED = 'pay.now/at once';
const REPLAYED = 'get.status/of it';

const described = (name: string, place: string, annotations?: unknown): CanaryTool => ({
  ...writeTool(name, annotations),
  description: `${name} at ${place}`,
});

/** The name that the model is offered for a tool, found by its description. */
function offeredName({ body }: SeenRequest, description: string): string {
  const tools = body['tools'] as { function: { name: string; description: string } }[];
  return tools.find((tool) => tool.function.description.includes(description))?.function.name ?? 'nothing was offered';
}

describe('B74 odd names', () => {
  let stage: Stage;
  let told: string[] = [];
  let names: string[] = [];
  const canaries: CanaryHost[] = [];

  beforeAll(async () => {
    stage = await createStage();
    for (const [index] of SERVERS.entries()) {
      const canary = await stage.canary(`n${index}`, {
        transport: 'stdio',
        tools: [described(REFUSED, `n${index}`), described(REPLAYED, `n${index}`, SAFE)],
        faults: [REFUSED, REPLAYED].map((tool) => ({ tool, nth: 1, then: EXIT })),
      });
      canaries.push(canary);
    }
    await stage.settle(
      Object.fromEntries(SERVERS.map((name, index) => [name, { ...canaries[index]!.entry, trust: true }])),
    );
    const call =
      (tool: string, index: number): Step =>
      (request) =>
        callTools({ name: offeredName(request, `${tool} at n${index}`), args: { key: 'k' } });
    const model = await stage.play([
      ...SERVERS.flatMap((_, index) => [call(REPLAYED, index), call(REFUSED, index)]),
      say('done'),
    ]);
    await runQwen(stage.home, { model });
    told = model.toolMessages().map(({ text }) => text);
    names =
      model
        .scripted()
        .at(-1)
        ?.tools.filter((name) => name.startsWith('mcp__')) ?? [];
  });
  afterAll(() => stage.close());

  it.each(SERVERS.map((name, index) => [name, index] as const))('%s', (_name, index) => {
    expectTold(told[2 * index] ?? '', 'success', REPLAYED);
    expectTold(told[2 * index + 1] ?? '', 'unknown', REFUSED);
    expect([REPLAYED, REFUSED].map((tool) => canaries[index]!.counts(tool).invocations)).toEqual([2, 1]);
  });

  it('offers every tool under a name of its own that model APIs take', () => {
    expect(new Set(names).size).toBe(2 * SERVERS.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z][\w-]{0,63}$/);
  });
});
