/** Which conversation a program leads, and what it may put into it: going on, copies, starting over, pictures, mode auto. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { baseSettings, createStage, type Stage } from '../support/run-qwen.js';
import { isResult, requestLine, startRaw, userLine } from './raw-host.js';
import { askOnce, openChat } from './sdk-stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const ID = '11111111-2222-4333-8444-555555555555';
const heard = (request: { messages: readonly unknown[] } | undefined): string =>
  JSON.stringify(request?.messages.slice(1));

it('--continue goes on with the newest session of the folder', async () => {
  const model = await stage.play([say('Noted.'), say('It was 7.')]);
  await askOnce(stage, model, 'The number is 7.', { sessionId: ID });
  const host = startRaw(stage, model, ['--continue']);
  host.send(userLine('Which number?'));
  host.end();
  expect((await host.done).exitCode).toBe(0);
  expect(host.lines.find(isResult)).toMatchObject({ session_id: ID, result: 'It was 7.' });
  expect(heard(model.scripted()[1])).toContain('The number is 7.');
});

it('forkSession goes on in a copy, and leaves the session as it was', async () => {
  const model = await stage.play([say('Noted.'), say('It was 7.'), say('Still here.')]);
  await askOnce(stage, model, 'The number is 7.', { sessionId: ID });
  const forked = await askOnce(stage, model, 'Which number?', { resume: ID, forkSession: true });
  expect(forked[0]?.session_id).not.toBe(ID);
  expect(heard(model.scripted()[1])).toContain('The number is 7.');
  await askOnce(stage, model, 'And you?', { resume: ID });
  expect(heard(model.scripted()[2])).not.toContain('Which number?');
});

it('in mode auto a file of the workspace is written unasked, and a call of a server is judged by the model', async () => {
  const canary = await stage.canary('srv', { transport: 'stdio', tools: [{ name: 'act' }] });
  await stage.home.writeUserSettings(baseSettings({ mcpServers: { srv: canary.entry } }));
  const file = join(stage.home.project, 'out.txt');
  const model = await stage.play(
    [
      callTools({ name: 'write_file', args: { file_path: file, content: 'x' } }, { name: 'mcp__srv__act' }),
      say('Done.'),
    ],
    { aside: () => say('{"decision":"ask"}') },
  );
  const asked: string[] = [];
  const messages = await askOnce(stage, model, 'go', {
    permissionMode: 'auto',
    canUseTool: (tool) => {
      asked.push(tool);
      return Promise.resolve({ behavior: 'deny', message: 'no' });
    },
  });
  expect([existsSync(file), asked, canary.counts('act').invocations]).toEqual([true, ['mcp__srv__act'], 0]);
  expect(messages.at(-1)).toMatchObject({ subtype: 'success', usage: { total_tokens: 45 } });
});

it('/clear starts over in the same process', async () => {
  const model = await stage.play([say('Noted.'), say('Which?')]);
  const chat = openChat(stage, model);
  await chat.ask('The number is 7.');
  expect(await chat.ask('/clear')).toMatchObject({ is_error: false, num_turns: 0 });
  await chat.ask('Which number?');
  await chat.end();
  expect(heard(model.scripted()[1])).not.toContain('The number is 7.');
});

it('an image of the host reaches the model', async () => {
  await stage.home.writeUserSettings(baseSettings({ model: { generationConfig: { modalities: { image: true } } } }));
  const model = await stage.play([say('A dot.')]);
  const host = startRaw(stage, model);
  const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };
  host.send(
    userLine([
      { type: 'text', text: 'What is it?' },
      { type: 'image', source },
    ]),
  );
  host.end();
  await host.done;
  expect(model.scripted()[0]?.messages.at(-1)?.content).toEqual([
    { type: 'text', text: expect.stringMatching(/What is it\?$/) as string },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
  ]);
});

it('a model that is changed while a turn runs is named from its own answer on', async () => {
  let change = (): void => {};
  const model = await stage.play([
    {
      kind: 'message',
      calls: [{ name: 'list_directory', args: { path: stage.home.project } }],
      hold: () => new Promise<void>((resolve) => (change = resolve)),
    },
    say('Done.'),
  ]);
  const host = startRaw(stage, model, ['--yolo']);
  host.send(userLine('go'));
  await model.arrived(0);
  host.send(requestLine('Q', { subtype: 'set_model', model: 'other' }));
  await host.until(({ type }) => type === 'control_response');
  change();
  host.end();
  await host.done;
  const named = host.lines.flatMap(({ type, message }) =>
    type === 'assistant' ? [(message as { model: string }).model] : [],
  );
  expect(named).toEqual(['scripted', 'other']);
  expect(host.lines.filter(isResult)).toHaveLength(1);
});
