import { expect, it, onTestFinished } from 'vitest';
import { createModel } from '../models/create-model.js';
import { resolveModel } from '../models/registry.js';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import { callTools, createScriptedModel, say, type Step } from '../testing/scripted-model.js';
import type { Tool } from '../tools/types.js';
import { createAgent } from './create-agent.js';
import type { AgentEvent, AgentOutcome } from './events.js';

/** The whole path of one message: agent, adapter, a real socket, and back. */
async function play(script: readonly Step[], tools: () => readonly Tool[]) {
  const server = await createScriptedModel(script);
  onTestFinished(() => server.close());
  const choice = resolveModel({ flags: { model: 'm', openaiBaseUrl: server.url }, settings: {}, env: {} });
  const model = createModel(choice);
  const events: AgentEvent[] = [];
  const agent = createAgent({
    model: () => model,
    tools,
    systemPrompt: () => 'be good',
    policy: () => ({
      mode: 'yolo',
      rules: { allow: [], ask: [], deny: [] },
      workspaceTrusted: true,
      dirs: { project: '/p', home: '/h' },
    }),
    approver: () => Promise.resolve({ behavior: 'deny', shown: 'no' }),
    emit: (event) => events.push(event),
  });
  const outcome: AgentOutcome = await agent.run({ text: 'go' }, new AbortController().signal);
  return { server, outcome, events };
}

it('sends calls, results and reasoning back as the API takes them', async () => {
  const write = plainTool({
    name: 'write',
    kind: 'edit',
    execute: ({ n }) => Promise.resolve({ status: 'ok', text: `wrote ${n}` }),
  });
  const { server, outcome } = await play(
    [
      {
        kind: 'message',
        reasoning: 'first one, then two',
        calls: [
          { name: 'write', args: { n: 1 } },
          { name: 'write', raw: '{"n": 2' },
        ],
      },
      say('Both.'),
    ],
    () => [write],
  );
  expect(outcome).toEqual({ kind: 'completed', text: 'Both.' });
  expect(server.requests[1]?.messages).toEqual([
    { role: 'system', content: 'be good' },
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'first one, then two',
      tool_calls: [
        { id: 'call_0_0', type: 'function', function: { name: 'write', arguments: '{"n":1}' } },
        { id: 'call_0_1', type: 'function', function: { name: 'write', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_0_0', content: [{ type: 'text', text: 'wrote 1' }] },
    {
      role: 'tool',
      tool_call_id: 'call_0_1',
      content: [
        {
          type: 'text',
          text: 'write was not run, its arguments are wrong: they are not valid JSON (it ends too early). Expected: {}',
        },
      ],
    },
  ]);
});

it('offers a tool that came back in the very next request', async () => {
  let repaired = false;
  const look = plainTool({
    name: 'look',
    execute: () => Promise.resolve({ status: 'ok', text: String((repaired = true)) }),
  });
  const back = plainMcpTool('srv', 'mcp__srv__back');
  const { server } = await play([callTools({ name: 'look' }), callTools({ name: 'mcp__srv__back' }), say('ok')], () =>
    repaired ? [look, back] : [look],
  );
  expect(server.requests.map(({ tools }) => tools)).toEqual([
    ['look'],
    ['look', 'mcp__srv__back'],
    ['look', 'mcp__srv__back'],
  ]);
  expect(server.toolMessages().map(({ text }) => text)).toEqual(['true', 'ok']);
});

it('ends with the error of an answer that breaks off, and runs none of its calls', async () => {
  const { outcome, events } = await play([{ kind: 'drop', afterText: 'half an' }], () => [plainTool({ name: 'look' })]);
  expect(outcome).toMatchObject({
    kind: 'failed',
    error: { code: 'model-api', shown: '[API Error: the connection ended in the middle of the answer]' },
  });
  expect(events.map(({ type }) => type)).toEqual(['turn-start', 'request', 'text-delta', 'end']);
});
