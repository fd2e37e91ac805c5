/** What a run says that it used: every request to a model, by model and by what it was for, under the name that answered. */
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordsIn, sessionsOf } from '../sessions/session-files.js';
import { isPeer } from '../support/binary.js';
import { baseSettings, createStage, recordsOf, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

/** Of the scripted model: each request costs this. */
const TOKENS = { prompt: 10, candidates: 5, total: 15, cached: 0, thoughts: 0 };
const times = (count: number): object => ({
  api: { totalRequests: count, totalErrors: 0, totalLatencyMs: expect.any(Number) as number },
  tokens: { ...TOKENS, prompt: 10 * count, candidates: 5 * count, total: 15 * count },
});

describe.runIf(!isPeer)('usage', () => {
  it('holds the judgements of mode auto, of the model that gives them', async () => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: [{ name: 'act' }] });
    await stage.settle({ srv: canary.entry }, { fastModel: 'small' });
    const model = await stage.play([callTools({ name: 'mcp__srv__act' }), say('Done.')], {
      aside: () => say('{"decision":"allow"}'),
    });
    const { stdout } = await runQwen(stage.home, { model, args: ['-p', 'please act', '-o', 'json'] });
    const result = (JSON.parse(stdout) as Record<string, unknown>[]).at(-1);
    expect(result).toMatchObject({
      num_turns: 2,
      usage: { input_tokens: 30, output_tokens: 15, total_tokens: 45 },
      stats: {
        models: {
          scripted: { ...times(2), bySource: { main: times(2) } },
          small: { ...times(1), bySource: { 'auto-mode': times(1) } },
        },
      },
    });
    expect(model.requests.map(({ body }) => body['model'])).toEqual(['scripted', 'small', 'scripted']);
  });

  it('holds the summary that /compress has written', async () => {
    await stage.settle({});
    const model = await stage.play([say('word '.repeat(4_000)), say('Done.')]);
    await runQwen(stage.home, { model, args: ['-p', 'go'] });
    await runQwen(stage.home, { model, args: ['-c', '-p', 'more'] });
    const { stdout } = await runQwen(stage.home, { model, args: ['-c', '-p', '/compress', '-o', 'json'] });
    const records = JSON.parse(stdout) as Record<string, unknown>[];
    expect(records.find(({ subtype }) => subtype === 'compact_boundary')).toMatchObject({
      compact_metadata: { trigger: 'manual', pre_tokens: expect.any(Number) as number },
    });
    expect(records.at(-1)).toMatchObject({
      usage: { total_tokens: 15 },
      stats: { models: { scripted: { bySource: { compaction: times(1) } } } },
    });
  });

  it('names the fallback that answered, in the records and in the session', async () => {
    const busy = await stage.play(() => ({ kind: 'status', status: 429 }));
    const model = await stage.play([say('From the other.')]);
    const openai = [
      { id: 'first', baseUrl: busy.url },
      { id: 'second', baseUrl: model.url },
    ];
    await stage.home.writeUserSettings(
      baseSettings({ model: { generationConfig: { maxRetries: 0 } }, modelProviders: { openai } }),
    );
    const args = [
      '-p',
      'go',
      '-m',
      'first',
      '--fallback-model',
      'second',
      '-o',
      'stream-json',
      '--include-partial-messages',
    ];
    const records = recordsOf(await runQwen(stage.home, { model, args }));
    const named = records.flatMap(({ type, message, event }) => {
      const said = (type === 'assistant' ? message : (event as Record<string, unknown> | undefined)?.['message']) as
        Record<string, unknown> | undefined;
      return said === undefined ? [] : [said['model']];
    });
    expect(named).toEqual(['second', 'second']);
    expect(records.at(-1)).toMatchObject({ result: 'From the other.' });
    const [session = ''] = sessionsOf(stage.home);
    expect(recordsIn(stage.home, session).find(({ type }) => type === 'assistant')).toMatchObject({ model: 'second' });
  });
});
