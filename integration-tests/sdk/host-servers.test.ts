/**
 * MCP servers that live in the host itself: their tools run there, counted in a file that only they write. A lost answer is
 * an unknown outcome as with any other server, and is repeated only behind the same gates.
 */
import { createSdkMcpServer, tool, type CanUseTool, type QueryOptions } from '@qwen-code/sdk';
import { callTools, say, type Step } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { createStage, type Stage } from '../support/run-qwen.js';
import { askOnce, ofType, openChat, openTally, toolResults } from './sdk-stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

/** The SDK's own `tool`, without the types of the zod that it brings along. */
const plainTool = tool as unknown as (
  name: string,
  description: string,
  schema: Readonly<Record<string, unknown>>,
  handler: (args: { readonly what: string }) => Promise<unknown>,
) => never;

type Answer = 'answers' | 'is-silent' | 'waits' | 'fails';

/** A shop in the host whose one tool orders: done is done, whatever becomes of the answer. */
function openShop(...answers: Answer[]) {
  const tally = openTally(stage, 'orders');
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const order = plainTool('order', 'Orders one.', { what: z.string() }, async ({ what }) => {
    tally.done(what);
    const answer = answers[tally.lines().length - 1] ?? 'answers';
    if (answer === 'is-silent') return new Promise(() => {});
    if (answer === 'waits') await released;
    return { content: [{ type: 'text', text: `ordered ${what}` }], isError: answer === 'fails' };
  });
  const server = createSdkMcpServer({ name: 'shop', tools: [order] });
  const asked: string[] = [];
  const canUseTool: CanUseTool = async (name, updatedInput) => {
    asked.push(name);
    return { behavior: 'allow', updatedInput };
  };
  const options: Partial<QueryOptions> = { mcpServers: { shop: server }, canUseTool, timeout: { mcpRequest: 300 } };
  return { tally, asked, options, release };
}

const order = (id = 'call_1', what = 'tea'): Step => callTools({ name: 'mcp__shop__order', id, args: { what } });

it('its tools are listed, run in the host, and are never asked about', async () => {
  const { tally, asked, options } = openShop();
  const model = await stage.play([order(), say('Done.')]);
  const messages = await askOnce(stage, model, 'go', options);
  expect(ofType(messages, 'system')[0]).toMatchObject({
    tools: expect.arrayContaining(['mcp__shop__order']),
    mcp_servers: [{ name: 'shop', status: 'connected' }],
  });
  expect([tally.lines(), asked, model.toolMessages()]).toEqual([
    ['tea'],
    [],
    [{ callId: 'call_1', text: 'ordered tea' }],
  ]);
});

it('a rule that denies them holds', async () => {
  const { tally, options } = openShop();
  const model = await stage.play([order(), say('Done.')]);
  const messages = await askOnce(stage, model, 'go', { ...options, excludeTools: ['mcp__shop'] });
  expect([tally.lines(), toolResults(messages)[0]?.is_error]).toEqual([[], true]);
});

it('an error of the tool is an answer', async () => {
  const { tally, options } = openShop('fails');
  const model = await stage.play([order(), say('Done.')]);
  const messages = await askOnce(stage, model, 'go', options);
  expect([tally.lines(), toolResults(messages)[0]?.is_error]).toEqual([['tea'], true]);
  expect(messages.at(-1)).toMatchObject({ unknown_outcomes: [] });
});

it('a lost answer: done once, told as unknown, not sent again, and the like of it is held back', async () => {
  const { tally, asked, options } = openShop('is-silent');
  const model = await stage.play([order(), order('call_2'), order('call_3', 'milk'), say('Done.')]);
  const messages = await askOnce(stage, model, 'go', options);
  const [lost, again, other] = toolResults(messages);
  expect(lost).toEqual({
    type: 'tool_result',
    tool_use_id: 'call_1',
    is_error: true,
    content: UNKNOWN_OUTCOME_TEXT,
    code: 'mcp_outcome_unknown',
    record_id: expect.stringMatching(/^mo_/),
  });
  // A host that allows whatever it is asked does not lift the freeze by that.
  expect([again?.code, again?.record_id, asked]).toEqual(['mcp_call_frozen', lost?.record_id, ['ask_user_question']]);
  expect(other).toMatchObject({ is_error: false, content: 'ordered milk' });
  expect(tally.lines()).toEqual(['tea', 'milk']);
  expect(messages.at(-1)).toMatchObject({
    type: 'result',
    unknown_outcomes: [
      {
        tool_use_id: 'call_1',
        tool_name: 'mcp__shop__order',
        code: 'mcp_outcome_unknown',
        record_id: lost?.record_id,
      },
    ],
  });
});

it('a person may have it sent again, and is shown the record', async () => {
  const { tally, options } = openShop('is-silent');
  const model = await stage.play([order(), order('call_2'), say('Done.')]);
  const shown: Record<string, unknown>[] = [];
  const canUseTool: CanUseTool = async (_name, input) => {
    shown.push(input);
    return { behavior: 'allow', updatedInput: { ...input, answers: { 0: 'Send it again' } } };
  };
  const messages = await askOnce(stage, model, 'go', { ...options, canUseTool, permissionMode: 'yolo' });
  const [lost, again] = toolResults(messages);
  expect(shown).toMatchObject([{ unknown_outcome: { record_id: lost?.record_id, server: 'shop', tool: 'order' } }]);
  expect([again?.is_error, again?.content, tally.lines()]).toEqual([false, 'ordered tea', ['tea', 'tea']]);
});

it('an interruption while it runs: unknown, its answer is ignored, and the conversation goes on', async () => {
  const { tally, options, release } = openShop('waits');
  const model = await stage.play([order(), say('Go on.')]);
  const chat = openChat(stage, model, { ...options, timeout: {} });
  chat.say('one');
  await expect.poll(() => tally.lines()).toEqual(['tea']);
  // The SDK hears nothing while one of its own tools runs, so the answer has to come for it to go on.
  const interrupted = chat.query.interrupt();
  release();
  await interrupted;
  const result = await chat.until(({ type }) => type === 'result');
  const [told] = toolResults(chat.messages);
  expect(told).toMatchObject({ is_error: true, record_id: expect.stringMatching(/^mo_/) });
  expect(result).toMatchObject({
    subtype: 'error_during_execution',
    unknown_outcomes: [{ tool_use_id: 'call_1', tool_name: 'mcp__shop__order', record_id: told?.record_id }],
  });
  expect(await chat.ask('two')).toMatchObject({ result: 'Go on.' });
  await chat.end();
  expect(tally.lines()).toEqual(['tea']);
});
