/**
 * `qwen mcp outcomes retry`: a person sends a call once more. The command runs here with a terminal's question answered
 * by the test; the first call is made by the built `qwen`, and the server counts.
 */
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { readJournal } from '@qwen-code/qwen-code-core/mcp/journal/read.js';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMcpOutcomes } from '../../packages/cli/src/commands/mcp/outcomes/outcomes.js';
import { ARGUMENT_MARKER, EXIT, first, toolsWith } from '../replay/case.js';
import { isPeer } from '../support/binary.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const outcomes = async () =>
  (await readJournal(journalPlaces({ runtimeDir: stage.home.qwenHome, userDir: stage.home.qwenHome }))).outcomes;

async function command(argv: readonly string[], answer?: string, meanwhile?: () => Promise<unknown>) {
  const written = { out: '', err: '', asked: 0 };
  const code = await runMcpOutcomes(argv, {
    stdout: (text) => void (written.out += text),
    stderr: (text) => void (written.err += text),
    env: {
      PATH: process.env['PATH'],
      QWEN_CODE_SYSTEM_SETTINGS_PATH: `${stage.home.root}/system/settings.json`,
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${stage.home.root}/system/defaults.json`,
    },
    homeDir: stage.home.home,
    cwd: stage.home.project,
    ...(answer === undefined
      ? {}
      : {
          ask: async () => {
            written.asked += 1;
            await meanwhile?.();
            return answer;
          },
        }),
  });
  return { code, ...written };
}

async function loseOneCall(settings: Record<string, unknown> = {}) {
  const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(undefined), faults: first(EXIT) });
  await stage.settle({ srv: { ...canary.entry, trust: true } }, settings);
  const model = await stage.play([
    callTools({ name: 'mcp__srv__act', args: { key: 'a', note: ARGUMENT_MARKER } }),
    say('done'),
  ]);
  await runQwen(stage.home, { model });
  const [lost] = await outcomes();
  return { canary, id: lost!.id };
}

const judge = (id: string, as: string) => command(['reconcile', id, '--as', as, '--note', 'looked']);

describe.runIf(!isPeer)('qwen mcp outcomes retry', () => {
  it('sends a call that did not happen once more, with the same key and a record of its own, and only once', async () => {
    const { canary, id } = await loseOneCall();
    await judge(id, 'not_committed');
    const retried = await command(['retry', id], 'yes');
    expect({ ...retried, out: retried.out.includes('act done, ') }).toEqual({ code: 0, out: true, err: '', asked: 1 });
    expect(canary.counts('act').invocations).toBe(2);
    const [old, own] = await outcomes();
    expect({ state: own?.state, of: own?.intent.retry_of, key: own?.intent.idempotency_key }).toEqual({
      state: 'settled',
      of: id,
      key: old?.intent.idempotency_key,
    });
    const again = await command(['retry', id], 'yes');
    expect(again).toMatchObject({ code: 1, asked: 0, err: `${id} was sent again already, as ${own?.id}.\n` });
    expect(canary.counts('act').invocations).toBe(2);
    expect(retried.out + retried.err + again.out + again.err).not.toContain(ARGUMENT_MARKER);
  });

  it.each<[string, { verdict?: string; answer?: string }, RegExp]>([
    ['while the outcome is unknown', { answer: 'yes' }, /is unknown\. Find out first/],
    ['a call that happened', { verdict: 'committed', answer: 'yes' }, /can't be sent again/],
    ['without a terminal', { verdict: 'not_committed' }, /run this command in a terminal/],
    ['when the person does not say yes', { verdict: 'not_committed', answer: 'y' }, /^Nothing was sent\.$/m],
    ['when the person says nothing', { verdict: 'not_committed', answer: '' }, /^Nothing was sent\.$/m],
  ])('sends nothing %s', async (_name, { verdict, answer }, said) => {
    const { canary, id } = await loseOneCall();
    if (verdict !== undefined) await judge(id, verdict);
    const { code, err } = await command(['retry', id], answer);
    expect({ code, calls: canary.counts('act').invocations }).toEqual({ code: 1, calls: 1 });
    expect(err).toMatch(said);
  });

  it('sends nothing that was sent, or found to have happened, elsewhere while the person was asked', async () => {
    const { canary, id } = await loseOneCall();
    await judge(id, 'not_committed');
    const late = await command(['retry', id], 'yes', () => judge(id, 'committed'));
    expect(late).toMatchObject({ code: 1, asked: 1, err: expect.stringContaining("can't be sent again") as string });
    expect(canary.counts('act').invocations).toBe(1);
    await judge(id, 'not_committed');
    const second = await command(['retry', id], 'yes', () => command(['retry', id], 'yes'));
    expect(second).toMatchObject({
      code: 1,
      asked: 1,
      err: expect.stringContaining('was sent again already') as string,
    });
    expect(canary.counts('act').invocations).toBe(2);
  });

  it('a rule that denies the tool still denies it', async () => {
    const { canary, id } = await loseOneCall();
    await judge(id, 'not_committed');
    await stage.settle({ srv: { ...canary.entry, trust: true } }, { permissions: { deny: ['mcp__srv__act'] } });
    const { code, err } = await command(['retry', id], 'yes');
    expect({ code, calls: canary.counts('act').invocations }).toEqual({ code: 1, calls: 1 });
    expect(err).toContain('mcp__srv__act');
  });

  it('needs the recording: without one the arguments are not kept anywhere', async () => {
    const { canary, id } = await loseOneCall({ general: { chatRecording: false } });
    await judge(id, 'not_committed');
    const { code, err } = await command(['retry', id], 'yes');
    expect({ code, calls: canary.counts('act').invocations }).toEqual({ code: 1, calls: 1 });
    expect(err).toMatch(/The arguments of mo_\w+ are not kept/);
  });
});
