/** What a host may ask of a running conversation through the SDK: stop, go on, change, look. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { callTools, say, type Turn } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { writeTool } from '@qwen-code/qwen-code-core/canary/tools.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { living } from '../support/processes.js';
import { createStage, type Stage } from '../support/run-qwen.js';
import { askOnce, ofType, openChat, openTally, toolResults } from './sdk-stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const INTERRUPTED = { type: 'result', subtype: 'error_during_execution', error: { message: 'Operation cancelled.' } };

/** An answer of which only the first words come until the test ends. */
function halfAnswer(text: string): { turn: Turn; end(): void } {
  let end = (): void => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  return { turn: { kind: 'message', text, hold: () => held }, end: () => end() };
}

describe('interrupt', () => {
  it('ends a running command with its processes; the conversation goes on', async () => {
    const tally = openTally(stage, 'shell');
    const command = `node -e "require('fs').appendFileSync('${tally.path}', process.pid + '\\n'); setInterval(() => {}, 1000)"`;
    const model = await stage.play([
      callTools({ name: 'run_shell_command', id: 'call_1', args: { command } }),
      say('Back.'),
    ]);
    const chat = openChat(stage, model, { permissionMode: 'yolo' });
    chat.say('one');
    await expect.poll(() => tally.lines()).toHaveLength(1);
    await chat.query.interrupt();
    expect(await chat.until(({ type }) => type === 'result')).toMatchObject({
      ...INTERRUPTED,
      unknown_outcomes: [{ tool_use_id: 'call_1', tool_name: 'run_shell_command', code: 'cancelled' }],
    });
    await expect.poll(() => living(tally.lines().map(Number))).toEqual([]);
    expect(await chat.ask('two')).toMatchObject({ subtype: 'success', result: 'Back.' });
    await chat.end();
    expect(tally.lines()).toHaveLength(1);
  });

  it('keeps what had been said, and what is in line comes next', async () => {
    const half = halfAnswer('Half of it');
    const model = await stage.play([half.turn, say('The second.')]);
    const chat = openChat(stage, model, { includePartialMessages: true });
    chat.say('one');
    chat.say('two');
    await chat.until(({ type, ...rest }) => type === 'stream_event' && JSON.stringify(rest).includes('text_delta'));
    await chat.query.interrupt();
    await chat.end();
    half.end();
    const said = ofType(chat.messages, 'assistant').map(({ message }) => message.content);
    expect(said).toEqual([[{ type: 'text', text: 'Half of it' }], [{ type: 'text', text: 'The second.' }]]);
    expect(ofType(chat.messages, 'result')).toMatchObject([INTERRUPTED, { result: 'The second.' }]);
  });

  it('a question that is open is a no, whatever is answered to it afterwards', async () => {
    const file = join(stage.home.project, 'out.txt');
    const model = await stage.play([callTools({ name: 'write_file', args: { file_path: file, content: 'x' } })]);
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    let answer = (): void => {};
    const chat = openChat(stage, model, {
      canUseTool: (_tool, updatedInput) => {
        asked();
        return new Promise((resolve) => (answer = () => resolve({ behavior: 'allow', updatedInput })));
      },
    });
    chat.say('one');
    await isAsked;
    // The SDK hears nothing while its callback runs: it has to answer for the conversation to go on.
    const interrupted = chat.query.interrupt();
    answer();
    await interrupted;
    expect(await chat.until(({ type }) => type === 'result')).toMatchObject({ ...INTERRUPTED, unknown_outcomes: [] });
    await chat.end();
    expect(toolResults(chat.messages)[0]?.content).toBe('Cancelled before it began; it was not run.');
    expect(existsSync(file)).toBe(false);
  });

  it('an MCP call that was out is told as unknown', async () => {
    const canary = await stage.canary('ext', {
      transport: 'stdio',
      tools: [writeTool('order')],
      faults: [{ tool: 'order', then: { kind: 'hang' } }],
    });
    const model = await stage.play([callTools({ name: 'mcp__ext__order', id: 'call_1', args: { key: 'a' } })]);
    const chat = openChat(stage, model, { permissionMode: 'yolo', mcpServers: { ext: canary.entry } });
    chat.say('one');
    await canary.waitFor(({ event }) => event === 'commit');
    await chat.query.interrupt();
    const result = await chat.until(({ type }) => type === 'result');
    const [told] = toolResults(chat.messages);
    expect(result).toMatchObject({
      ...INTERRUPTED,
      unknown_outcomes: [{ tool_use_id: 'call_1', tool_name: 'mcp__ext__order', record_id: told?.record_id }],
    });
    await chat.end();
    expect(canary.counts('order')).toMatchObject({ commits: 1 });
  });
});

describe('continue_last_turn', () => {
  it('goes on after an interruption without a new message, and only then', async () => {
    const half = halfAnswer('Half');
    const model = await stage.play([half.turn, say('The whole of it.')]);
    const chat = openChat(stage, model, { includePartialMessages: true });
    expect(await chat.query.continueLastTurn()).toMatchObject({ accepted: false, interruption: 'none' });
    chat.say('one');
    await chat.until(({ type, ...rest }) => type === 'stream_event' && JSON.stringify(rest).includes('text_delta'));
    await chat.query.interrupt();
    half.end();
    await chat.until(({ type }) => type === 'result');
    const from = chat.messages.length;
    expect(await chat.query.continueLastTurn()).toMatchObject({ accepted: true, interruption: 'interrupted_prompt' });
    expect(await chat.until(({ type }) => type === 'result', from)).toMatchObject({ result: 'The whole of it.' });
    expect(await chat.query.continueLastTurn()).toMatchObject({ accepted: false });
    await chat.end();
    expect(model.scripted().map(({ messages }) => messages.slice(1).map(({ role }) => role))).toEqual([
      ['user'],
      ['user'],
    ]);
  });
});

describe('changes and looks', () => {
  it('the model of the next request', async () => {
    const model = await stage.play([say('One.'), say('Two.')]);
    const chat = openChat(stage, model);
    await chat.ask('one');
    await chat.query.setModel('other');
    await chat.ask('two');
    await chat.end();
    expect(model.scripted().map(({ body }) => body['model'])).toEqual(['scripted', 'other']);
    expect(ofType(chat.messages, 'system').map((init) => init.model)).toEqual(['scripted', 'other']);
  });

  it('the effort of the next request', async () => {
    const model = await stage.play([say('One.'), say('Two.')]);
    const chat = openChat(stage, model);
    await chat.ask('one');
    expect(await chat.query.setEffort('high')).toBe(true);
    await chat.ask('two');
    await chat.end();
    expect(model.scripted().map(({ body }) => body['reasoning_effort'])).toEqual([undefined, 'high']);
  });

  it('servers, commands, models, context and use as they really are', async () => {
    const canary = await stage.canary('ext', { transport: 'stdio', tools: [writeTool('order')] });
    const model = await stage.play([say('One.')]);
    const chat = openChat(stage, model, {
      mcpServers: { ext: canary.entry, gone: { command: 'no-such-program-of-ours' } },
    });
    await chat.ask('one');
    const { query } = chat;
    expect(await query.mcpServerStatus()).toMatchObject({ status: { ext: 'connected', gone: 'disconnected' } });
    expect(await query.supportedCommands()).toMatchObject({ commands: expect.any(Array) });
    expect(await query.getAvailableModels()).toMatchObject({ models: [{ id: 'scripted', protocol: 'openai' }] });
    expect(await query.getContextUsage()).toMatchObject({
      modelName: 'scripted',
      totalTokens: 15,
      contextWindowSize: 200_000,
      isEstimated: false,
      breakdown: { systemPrompt: expect.any(Number), messages: expect.any(Number), freeSpace: 199_985 },
    });
    expect(await query.getUsageInfo()).toMatchObject({
      summary: { requests: 1, total_tokens: 15, tool_calls: 0 },
      models: [{ name: 'scripted', requests: 1, input_tokens: 10, output_tokens: 5 }],
    });
    await chat.end();
  });

  it('what can not be done is an error of the request, and changes nothing', async () => {
    const model = await stage.play([say('One.')]);
    const chat = openChat(stage, model);
    await expect(chat.query.setPermissionMode('sudo' as never)).rejects.toThrow(/sudo|mode/);
    expect(await chat.ask('one')).toMatchObject({ result: 'One.' });
    await chat.end();
    expect(ofType(chat.messages, 'system')[0]).toMatchObject({ permission_mode: 'default' });
  });
});

it('an abort of the host ends the process and what it started', async () => {
  const tally = openTally(stage, 'shell');
  const command = `node -e "require('fs').appendFileSync('${tally.path}', process.pid + '\\n'); setInterval(() => {}, 1000)"`;
  const model = await stage.play([callTools({ name: 'run_shell_command', args: { command } })]);
  const abortController = new AbortController();
  const asking = askOnce(stage, model, 'go', { permissionMode: 'yolo', abortController });
  const ended = expect(asking).rejects.toThrow(/abort/i);
  await expect.poll(() => tally.lines()).toHaveLength(1);
  abortController.abort();
  await ended;
  await expect.poll(() => living(tally.lines().map(Number))).toEqual([]);
});
