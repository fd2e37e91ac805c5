/** A conversation that is summed up, by itself, when asked, and when it was refused; and what must survive it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  callTools,
  plainText,
  say,
  type ScriptedModel,
  type SeenRequest,
} from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { EXIT, first, toolsWith } from '../replay/case.js';
import { recordsIn, sessionsOf } from '../sessions/session-files.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const text = (request: SeenRequest | undefined): string =>
  (request?.messages ?? []).map(({ role, content }) => `${role}: ${plainText(content)}`).join('\n');
const summaries = (model: ScriptedModel): readonly SeenRequest[] =>
  model.requests.filter(({ turn }) => turn === undefined);
const act = callTools({ name: 'mcp__srv__act', args: { key: 'a' } });
const big = (prompt: number) => ({ usage: { prompt, completion: 5 } });

it('keeps a call of unknown outcome through it, and never makes it again', async () => {
  const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(undefined), faults: first(EXIT) });
  const model = { skipStartupContext: true, generationConfig: { contextWindowSize: 10_000 } };
  await stage.settle({ srv: { ...canary.entry, trust: true } }, { model });
  const file = await stage.home.write('project/long.txt', `${'word '.repeat(15)}\n`.repeat(400));
  const read = { name: 'read_file', args: { file_path: file } };
  const played = await stage.play([
    callTools(read),
    act,
    { kind: 'message', calls: [read], ...big(9_000) },
    // A model that forgot all about it, and wants to do it again.
    act,
    say('It may have been done already.'),
  ]);
  const result = await runQwen(stage.home, { args: ['-p', 'order one', '--yolo'], model: played });
  expect([result.exitCode, result.stdout]).toEqual([0, 'It may have been done already.\n']);
  expect(canary.counts('act')).toMatchObject({ commits: 1, invocations: 1 });

  expect(summaries(played)).toHaveLength(1);
  expect(text(summaries(played)[0])).toContain(UNKNOWN_OUTCOME_TEXT);
  const after = text(played.scripted()[3]);
  expect(after).toContain('in their own words:\norder one');
  expect(after).toMatch(
    /- mcp__srv__act \(server srv, record mo_\w+, arguments \{"key":"a"\}\): outcome unknown; do not repeat, verify\./,
  );
  expect(after).not.toContain(UNKNOWN_OUTCOME_TEXT);

  // The next run takes up what is left, and knows it still.
  const again = await stage.play([act, say('No.')]);
  await runQwen(stage.home, { args: ['-c', '-p', 'and now?', '--yolo'], model: again });
  expect(text(again.scripted()[0])).toMatch(/mcp__srv__act \(server srv, record mo_\w+/);
  expect(text(again.scripted()[0])).toContain('and now?');
  expect(canary.counts('act')).toMatchObject({ commits: 1, invocations: 1 });
});

it('is done when the user asks, and recorded', async () => {
  await stage.settle({});
  const talk = await stage.play([say('word '.repeat(2_000))]);
  await runQwen(stage.home, { args: ['-p', 'tell me all'], model: talk });
  const asked = await stage.play([say('unused')]);
  const { stdout, exitCode } = await runQwen(stage.home, { args: ['-c', '-p', '/compress the names'], model: asked });
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Compressed from about \d+ to about \d+ tokens\.\n$/)]);
  expect(text(summaries(asked)[0])).toContain('Above all keep: the names');
  const [id = ''] = sessionsOf(stage.home);
  expect(recordsIn(stage.home, id).at(-1)).toMatchObject({ type: 'system', subtype: 'chat_compression' });

  const next = await stage.play([say('ok')]);
  await runQwen(stage.home, { args: ['-c', '-p', 'go on'], model: next });
  expect(text(next.scripted()[0])).toContain('<summary>');
  expect(text(next.scripted()[0])).not.toContain('word word');
});

it('goes on as it was when no summary comes, and once more when a request is refused for its length', async () => {
  await stage.settle({});
  const talk = await stage.play([say('word '.repeat(2_000))]);
  await runQwen(stage.home, { args: ['-p', 'tell me all'], model: talk });
  const body = JSON.stringify({ error: { message: 'too long', code: 'context_length_exceeded' } });
  const model = await stage.play([{ kind: 'status', status: 400, body }, say('Short now.')]);
  const { stdout } = await runQwen(stage.home, { args: ['-c', '-p', 'go on'], model });
  expect(stdout).toBe('Short now.\n');
  expect([text(model.scripted()[0]).includes('word word'), text(model.scripted()[1]).includes('word word')]).toEqual([
    true,
    false,
  ]);
});

it('ends at the limit of tokens that the settings give', async () => {
  await stage.settle({}, { model: { skipStartupContext: true, sessionTokenLimit: 50 } });
  const model = await stage.play([say('unused')]);
  const { exitCode, stderr } = await runQwen(stage.home, { args: ['-p', 'word '.repeat(200)], model });
  expect([exitCode, model.requests.length]).toEqual([55, 0]);
  expect(stderr).toMatch(/^Stopped: the conversation has about \d+ tokens, and model\.sessionTokenLimit allows 50\./);
});
