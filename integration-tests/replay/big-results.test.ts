/** Large results: cut for the model with the whole kept in a file; and a loss after most of the bytes is still a loss. */
import { readFile } from 'node:fs/promises';
import type { ResultPlan } from '@qwen-code/qwen-code-core/canary/plan.js';
import { callTools, say, type ScriptedModel } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';
import { first, toolsWith, type Transport } from './case.js';
import { expectTold } from './expect-told.js';

const RESULTS: Readonly<Record<string, ResultPlan>> = {
  text: { kind: 'big-text', chars: 5_000_000 },
  lines: { kind: 'lines', count: 20_000 },
  image: { kind: 'image', bytes: 3_000_000 },
};

describe.each<Transport>(['stdio', 'http'])('B75 %s', (transport) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await createStage();
  });
  afterAll(() => stage.close());

  it.runIf(!isPeer)('text and lines are cut and kept whole in a file; an image is kept whole', async () => {
    const canaries = await Promise.all(
      Object.entries(RESULTS).map(([name, result]) =>
        stage.canary(name, { transport, tools: toolsWith(undefined, { result }) }),
      ),
    );
    await stage.settle(Object.fromEntries(canaries.map(({ name, entry }) => [name, { ...entry, trust: true }])), {
      model: { generationConfig: { modalities: { image: true } } },
    });
    const model = await stage.play([
      ...canaries.map(({ name }) => callTools({ name: `mcp__${name}__act`, args: { key: 'k' } })),
      say('done'),
    ]);
    expect(await runQwen(stage.home, { model })).toMatchObject({ exitCode: 0 });
    const [text = '', lines = '', image = ''] = model.toolMessages().map((message) => message.text);
    expect(text.length).toBeLessThan(60_000);
    expect(await keptIn(text)).toBe('x'.repeat(5_000_000));
    expect(lines.length).toBeLessThan(60_000);
    expect((await keptIn(lines)).split('\n')).toHaveLength(20_000);
    expect(image).not.toContain('AAAA');
    expect(imagesIn(model).map(({ length }) => length)).toEqual([Math.ceil(3_000_000 / 3) * 4]);
    for (const canary of canaries) expect(canary.counts('act').invocations).toBe(1);
  });

  it.each(Object.keys(RESULTS))(
    '%s: dead before the last byte is an unknown outcome, no fragment is shown',
    async (kind) => {
      const name = `cut-${kind}`;
      const canary = await stage.canary(name, {
        transport,
        tools: toolsWith(undefined, { result: RESULTS[kind] ?? { kind: 'counts' } }),
        faults: first({ kind: 'half-reply' }),
      });
      await stage.settle({ [name]: { ...canary.entry, trust: true } });
      const model = await stage.play([callTools({ name: `mcp__${name}__act`, args: { key: 'k' } }), say('done')]);
      expect(await runQwen(stage.home, { model })).toMatchObject({ exitCode: 0, stdout: 'done\n' });
      const [told = ''] = model.toolMessages().map(({ text }) => text);
      expectTold(told, 'unknown', 'act');
      expect(canary.counts('act').invocations).toBe(1);
    },
  );
});

/** The base64 of every picture in the last request. */
function imagesIn(model: ScriptedModel): string[] {
  const parts = (model.scripted().at(-1)?.messages ?? []).flatMap(({ content }) =>
    Array.isArray(content) ? (content as { image_url?: { url: string } }[]) : [],
  );
  return parts.flatMap(({ image_url: image }) => (image === undefined ? [] : [image.url.split('base64,')[1] ?? '']));
}

/** The file that a cut text points to. */
async function keptIn(told: string): Promise<string> {
  const path = /(\/\S+\.(?:txt|log|md|out|output))/.exec(told)?.[1];
  return path === undefined ? 'no file is named' : readFile(path, 'utf8');
}
