import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import OpenAI from 'openai';
import { afterEach, expect, it } from 'vitest';
import { buildProgram } from '../../testing/canary-program.js';
import { callTools, createScriptedModel, say, type Script, type ScriptedModel } from './scripted-model.js';
import { createTempHome } from '../../testing/temp-home.js';

let model: ScriptedModel | undefined;
afterEach(async () => {
  await model?.close();
  model = undefined;
});

const TOOL = { type: 'function', function: { name: 'lookup', parameters: {} } } as const;

const clientOf = (url: string): OpenAI => new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 });

async function play(script: Script): Promise<OpenAI> {
  model = await createScriptedModel(script);
  return clientOf(model.url);
}

async function ask(
  client: OpenAI,
  messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'hi' }],
  tools = true,
): Promise<OpenAI.ChatCompletion> {
  const stream = client.chat.completions.stream({
    model: 'm',
    messages,
    ...(tools ? { tools: [TOOL] } : {}),
    stream_options: { include_usage: true },
  });
  return stream.finalChatCompletion();
}

it('streams text, reasoning and usage as the openai library reads them', async () => {
  const client = await play([{ kind: 'message', text: 'Hello', reasoning: 'hm', usage: { prompt: 7, completion: 3 } }]);
  const answer = await ask(client);
  expect(answer.choices[0]?.message).toMatchObject({ content: 'Hello' });
  expect(answer.choices[0]?.finish_reason).toBe('stop');
  expect(answer.usage).toEqual({ prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 });
});

it('streams parallel tool calls, one of them not JSON', async () => {
  const client = await play([
    callTools({ name: 'lookup', args: { key: 'k' } }, { name: 'lookup', raw: '{"key":', id: 'mine' }),
  ]);
  const answer = await ask(client);
  expect(answer.choices[0]?.message.tool_calls).toMatchObject([
    { id: 'call_0_0', function: { name: 'lookup', arguments: '{"key":"k"}' } },
    { id: 'mine', function: { name: 'lookup', arguments: '{"key":' } },
  ]);
});

it('answers without streaming too', async () => {
  const client = await play([callTools({ name: 'lookup' })]);
  const answer = await client.chat.completions.create({ model: 'm', messages: [], tools: [TOOL] });
  expect(answer.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [{ id: 'call_0_0' }] },
  });
});

it('fails as told, then goes on', async () => {
  const client = await play([
    { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
    { kind: 'drop' },
    { kind: 'drop', afterText: 'Hel' },
    say('ok'),
  ]);
  await expect(ask(client)).rejects.toMatchObject({ status: 429 });
  await expect(ask(client)).rejects.toThrow('Connection error');
  await expect(ask(client)).rejects.toThrow(/terminated|stream ended/);
  expect((await ask(client)).choices[0]?.message.content).toBe('ok');
});

it('takes no turn for a request without tools', async () => {
  const client = await play([say('first')]);
  expect((await ask(client, undefined, false)).choices[0]?.message.content).toBe('Nothing to add.');
  expect((await ask(client)).choices[0]?.message.content).toBe('first');
  expect((await ask(client)).choices[0]?.message.content).toBe('The script is over.');
  expect(model?.requests.map(({ turn }) => turn)).toEqual([undefined, 0, 1]);
});

it('records requests, and tells what the model was told of its calls', async () => {
  const client = await play([({ tools }) => say(tools.join()), say('two')]);
  expect((await ask(client)).choices[0]?.message.content).toBe('lookup');
  await ask(client, [
    { role: 'user', content: 'hi' },
    { role: 'tool', tool_call_id: 'a', content: 'plain' },
    {
      role: 'tool',
      tool_call_id: 'b',
      content: [
        { type: 'text', text: 'in ' },
        { type: 'text', text: 'parts' },
      ],
    },
  ]);
  expect(model?.toolMessages()).toEqual([
    { callId: 'a', text: 'plain' },
    { callId: 'b', text: 'in parts' },
  ]);
  expect((await model?.arrived(1))?.messages).toHaveLength(3);
});

it('holds an answer open until it is let go', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const client = await play([{ kind: 'message', text: 'slow', hold: () => held }]);
  const answer = ask(client);
  await model?.arrived(0);
  release();
  expect((await answer).choices[0]?.message.content).toBe('slow');
});

it('runs as a program that plays its turns over and over', async () => {
  const temp = await createTempHome();
  const script = await temp.write('script.json', JSON.stringify({ loop: true, turns: [say('a'), say('b')] }));
  const child = spawn(process.execPath, [await buildProgram('scripted-model'), script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const client = clientOf(url);
  const said: unknown[] = [];
  for (let turn = 0; turn < 3; turn += 1) said.push((await ask(client)).choices[0]?.message.content);
  child.kill();
  await temp.remove();
  expect(said).toEqual(['a', 'b', 'a']);
});
