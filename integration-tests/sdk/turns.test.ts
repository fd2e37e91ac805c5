/** Conversations of the published SDK with the binary: one turn, several, partial messages, resume. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, type Stage } from '../support/run-qwen.js';
import { askOnce, ofType, openChat } from './sdk-stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const wireUsage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0, total_tokens: 15 };

it('one prompt: init, the answer, a result, and the process ends by itself', async () => {
  const model = await stage.play([say('Hello to you.')]);
  const messages = await askOnce(stage, model, 'hello');
  expect(messages.map(({ type }) => type)).toEqual(['system', 'stream_event', 'assistant', 'result']);
  const [init] = ofType(messages, 'system');
  expect(init).toMatchObject({
    subtype: 'init',
    cwd: stage.home.project,
    model: 'scripted',
    permission_mode: 'default',
  });
  expect(init?.tools).toEqual(expect.arrayContaining(['ask_user_question', 'edit', 'run_shell_command', 'write_file']));
  expect(ofType(messages, 'assistant')[0]?.message).toMatchObject({
    content: [{ type: 'text', text: 'Hello to you.' }],
    usage: wireUsage,
  });
  expect(messages.at(-1)).toMatchObject({
    subtype: 'success',
    is_error: false,
    result: 'Hello to you.',
    num_turns: 1,
    permission_denials: [],
    unknown_outcomes: [],
    session_id: init?.session_id,
  });
});

it('two messages at once: two turns in order, each with its init and its result, in one conversation', async () => {
  const model = await stage.play([say('First.'), say('Second.')]);
  const chat = openChat(stage, model);
  chat.say('one');
  chat.say('two');
  await chat.end();
  expect(chat.messages.map(({ type }) => type)).toEqual([
    ...['system', 'stream_event', 'assistant', 'result'],
    ...['system', 'stream_event', 'assistant', 'result'],
  ]);
  const results = ofType(chat.messages, 'result') as unknown as Record<string, unknown>[];
  expect(results.map(({ result, num_turns: turns, usage }) => [result, turns, usage])).toEqual([
    ['First.', 1, wireUsage],
    ['Second.', 1, wireUsage],
  ]);
  const spoken = model
    .scripted()[1]
    ?.messages.slice(1)
    .map(({ role }) => role);
  expect(spoken).toEqual(['user', 'assistant', 'user']);
});

it('partial messages come around the whole one', async () => {
  const model = await stage.play([say('In pieces.')]);
  const messages = await askOnce(stage, model, 'hello', { includePartialMessages: true });
  const events = messages.map((message) => (message.type === 'stream_event' ? message.event.type : message.type));
  expect(events.slice(0, 4)).toEqual(['system', 'goal_state', 'message_start', 'content_block_start']);
  expect(events.slice(-4)).toEqual(['content_block_stop', 'assistant', 'message_stop', 'result']);
  const text = ofType(messages, 'stream_event').map(({ event }) =>
    event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? event.delta.text : '',
  );
  expect(text.join('')).toBe('In pieces.');
});

it('agents of the host are known, and what they say carries the call that started them', async () => {
  const call = { description: 'look', prompt: 'Look around.', subagent_type: 'plover-expert' };
  const model = await stage.play([
    callTools({ name: 'agent', id: 'call_1', args: call }),
    say('Plovers everywhere.'),
    say('Done.'),
  ]);
  const agent = { name: 'plover-expert', description: 'Knows plovers.', systemPrompt: 'You know plovers.' };
  const messages = await askOnce(stage, model, 'go', {
    permissionMode: 'yolo',
    agents: [{ ...agent, level: 'session' }],
  });
  expect(ofType(messages, 'system')[0]?.agents).toContain('plover-expert');
  expect(
    ofType(messages, 'assistant').map(({ parent_tool_use_id: parent, message }) => [parent, message.content]),
  ).toEqual([
    [null, [{ type: 'tool_use', id: 'call_1', name: 'agent', input: call }]],
    ['call_1', [{ type: 'text', text: 'Plovers everywhere.' }]],
    [null, [{ type: 'text', text: 'Done.' }]],
  ]);
  expect(messages.at(-1)).toMatchObject({ num_turns: 2, usage: { total_tokens: 45 } });
});

it('a session is taken up again by its id', async () => {
  const model = await stage.play([say('Noted.'), say('It was 7.')]);
  const sessionId = '11111111-2222-4333-8444-555555555555';
  const first = await askOnce(stage, model, 'The number is 7.', { sessionId });
  const second = await askOnce(stage, model, 'Which number?', { resume: sessionId });
  expect([first, second].map((messages) => messages[0]?.session_id)).toEqual([sessionId, sessionId]);
  const spoken = model
    .scripted()[1]
    ?.messages.slice(1)
    .map(({ content }) => content);
  expect(JSON.stringify(spoken)).toContain('The number is 7.');
  expect(JSON.stringify(spoken)).toContain('Noted.');
});

it('a failed model request is a result with an error, and the conversation goes on', async () => {
  const model = await stage.play([{ kind: 'status', status: 400, body: '{"error":{"message":"no"}}' }, say('Back.')]);
  const chat = openChat(stage, model);
  expect(await chat.ask('one')).toMatchObject({ subtype: 'error_during_execution', is_error: true });
  expect(await chat.ask('two')).toMatchObject({ subtype: 'success', result: 'Back.' });
  await chat.end();
});
