import { expect, it } from 'vitest';
import type { Message, ModelRequest, ToolCallRequest } from '../models/types.js';
import type { ApprovalMode } from '../scheduler/types.js';
import { QwenError } from '../shared/qwen-error.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { calls, finish, PLAIN_USAGE, plainModel, says, type PlainModel } from '../testing/plain-model.js';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import type { Tool } from '../tools/types.js';
import { createAgent, type AgentOptions } from './create-agent.js';
import type { AgentEvent } from './events.js';

const call = (id: string, name: string, argumentsJson = '{}'): ToolCallRequest => ({ id, name, argumentsJson });
const never = new AbortController().signal;

function setUp(
  model: PlainModel,
  options: Partial<AgentOptions> & { mode?: ApprovalMode; list?: readonly Tool[] } = {},
) {
  const events: AgentEvent[] = [];
  const { mode = 'yolo', list = [plainTool({ name: 'look' })], ...rest } = options;
  const agent = createAgent({
    model: () => model,
    tools: () => list,
    systemPrompt: () => 'be good',
    policy: () => ({
      mode,
      rules: { allow: [], ask: [], deny: [] },
      workspaceTrusted: true,
      dirs: { project: '/p', home: '/h' },
    }),
    approver: () => Promise.resolve({ behavior: 'deny', shown: 'no' }),
    emit: (event) => events.push(event),
    clock: createFakeClock(),
    ...rest,
  });
  return { agent, events };
}

const user = (text: string): Message => ({ role: 'user', text });
const said = (text: string, ...toolCalls: ToolCallRequest[]): Message => ({
  role: 'assistant',
  text,
  reasoning: '',
  toolCalls,
});
const result = (callId: string, text: string, name = 'look'): Message => ({ role: 'tool', callId, name, text });
const noSuccess = (ended: 'error' | 'cancelled', message: Message): Message => ({ ...message, ended }) as Message;

it('asks, runs the calls, tells the results and goes on until there are no calls', async () => {
  const model = plainModel(
    [
      { type: 'reasoning', delta: 'hm' },
      { type: 'text', delta: 'Let me ' },
      { type: 'text', delta: 'look.' },
      ...calls(call('a', 'look')),
    ],
    says('Done.'),
  );
  const { agent, events } = setUp(model);
  expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'completed', text: 'Done.' });

  const first = { role: 'assistant', text: 'Let me look.', reasoning: 'hm', toolCalls: [call('a', 'look')] } as const;
  expect(events).toEqual([
    { type: 'turn-start', turn: 1 },
    { type: 'request', model: 'plain' },
    { type: 'reasoning-delta', text: 'hm' },
    { type: 'text-delta', text: 'Let me ' },
    { type: 'text-delta', text: 'look.' },
    { type: 'assistant', message: first, usage: PLAIN_USAGE, durationMs: 0 },
    { type: 'tool-start', call: call('a', 'look'), args: {} },
    {
      type: 'tool-end',
      call: call('a', 'look'),
      args: {},
      result: { status: 'ok', text: 'ok' },
      denied: false,
      durationMs: 0,
    },
    { type: 'turn-start', turn: 2 },
    { type: 'request', model: 'plain' },
    { type: 'text-delta', text: 'Done.' },
    { type: 'assistant', message: said('Done.'), usage: PLAIN_USAGE, durationMs: 0 },
    { type: 'end', outcome: { kind: 'completed', text: 'Done.' } },
  ]);
  expect(agent.history()).toEqual([user('go'), first, result('a', 'ok'), said('Done.')]);
  expect(model.requests.map(({ messages }) => messages)).toEqual([
    [{ role: 'system', text: 'be good' }, user('go')],
    [{ role: 'system', text: 'be good' }, user('go'), first, result('a', 'ok')],
  ]);
  expect(model.requests[0]?.tools).toEqual([
    { name: 'look', description: 'Does look.', parameters: { type: 'object', properties: {} } },
  ]);
});

it('goes on with the same conversation at the next message, media and all', async () => {
  const model = plainModel(says('one'), says('two'));
  const { agent } = setUp(model);
  await agent.run({ text: 'first' }, never);
  const media = [{ kind: 'image', data: 'AA', mimeType: 'image/png' }] as const;
  await agent.run({ text: 'second', media }, never);
  expect(model.requests[1]?.messages.slice(1)).toEqual([user('first'), said('one'), { ...user('second'), media }]);
});

it('asks for the tools, the model and the system prompt afresh before every request', async () => {
  const lists = [[plainTool({ name: 'look' })], [plainTool({ name: 'look' }), plainMcpTool('srv', 'mcp__srv__back')]];
  const [one, other] = [plainModel(calls(call('a', 'look'))), plainModel(says('done'))];
  let asked = 0;
  const { agent } = setUp(one, {
    tools: () => lists[asked] ?? [],
    systemPrompt: () => `prompt ${asked}`,
    model: () => [one, other][(asked += 1) - 1] ?? other,
  });
  await agent.run({ text: 'go' }, never);
  const shape = ({ messages, tools }: ModelRequest) => [messages[0]?.text, tools.map(({ name }) => name)];
  expect([...one.requests, ...other.requests].map(shape)).toEqual([
    ['prompt 0', ['look']],
    ['prompt 1', ['look', 'mcp__srv__back']],
  ]);
});

it('tells the model of the offered tools only, and still answers a call of another one by the rules', async () => {
  const shell = plainTool({ name: 'run_shell_command', kind: 'execute' });
  const model = plainModel(calls(call('a', 'run_shell_command')), says('ok'));
  const { agent } = setUp(model, {
    list: [plainTool({ name: 'look' }), shell],
    mode: 'default',
    offer: (tools) => tools.slice(0, 1),
  });
  await agent.run({ text: 'go' }, never);
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['look']);
  expect(agent.history()[2]).toEqual(noSuccess('error', result('a', 'no', 'run_shell_command')));
});

it('gives a repeated id of one message another one, so that the history stays acceptable', async () => {
  const model = plainModel(
    calls(call('a', 'look'), call('a', 'look'), call('a', 'look', '{"x":1}'), call('a_2', 'look')),
    says('ok'),
  );
  const { agent } = setUp(model);
  await agent.run({ text: 'go' }, never);
  expect(agent.history().slice(1, 6)).toEqual([
    said('', call('a', 'look'), call('a_2', 'look'), call('a_3', 'look', '{"x":1}'), call('a_2_2', 'look')),
    ...['a', 'a_2', 'a_3', 'a_2_2'].map((id) => result(id, 'ok')),
  ]);
});

it('runs a call that comes again in a later message once (B31)', async () => {
  let runs = 0;
  const pay = plainMcpTool('srv', 'mcp__srv__pay', {
    execute: () => Promise.resolve({ status: 'ok', text: `paid ${(runs += 1)}` }),
  });
  const model = plainModel(
    calls(call('a', 'mcp__srv__pay'), call('a', 'mcp__srv__pay')),
    calls(call('a', 'mcp__srv__pay')),
    calls(call('a', 'mcp__srv__pay', '{"n":1}')),
    says('ok'),
  );
  const { agent } = setUp(model, { list: [pay] });
  expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'completed', text: 'ok' });
  expect(runs).toBe(2);
});

it('stops before the request that would be one too many, over the whole conversation', async () => {
  const model = plainModel(calls(call('a', 'look')), says('done'), says('more'));
  const { agent } = setUp(model, { maxTurns: 2 });
  expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'completed', text: 'done' });
  expect(await agent.run({ text: 'again' }, never)).toEqual({ kind: 'turn-limit', maxTurns: 2 });
  expect(model.requests).toHaveLength(2);
});

it('runs the calls of the last turn that is allowed', async () => {
  const { agent, events } = setUp(plainModel(calls(call('a', 'look'))), { maxTurns: 1 });
  expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'turn-limit', maxTurns: 1 });
  expect(agent.history().at(-1)).toEqual(result('a', 'ok'));
  expect(events.at(-1)).toEqual({ type: 'end', outcome: { kind: 'turn-limit', maxTurns: 1 } });
});

it('takes a negative limit for none', async () => {
  const { agent } = setUp(plainModel(says('done')), { maxTurns: -1 });
  expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'completed', text: 'done' });
});

it('ends a run that wants too many tool calls, with every call answered', async () => {
  const model = plainModel(calls(call('a', 'look'), call('b', 'look')), calls(call('c', 'look'), call('d', 'look')));
  const { agent } = setUp(model, { maxToolCallsPerTurn: 3 });
  expect(await agent.run({ text: 'go' }, never)).toEqual({
    kind: 'failed',
    error: new QwenError(
      'budget',
      'Stopped: the model wanted more than 3 tool calls for one message (model.maxToolCallsPerTurn).',
    ),
  });
  expect(agent.history().slice(-2)).toEqual([
    result('c', 'ok'),
    noSuccess('error', result('d', 'Not run: the limit of tool calls is reached.')),
  ]);
});

it('ends a run that goes in circles, only when asked to', async () => {
  let made = 0;
  const circling = plainModel(() => calls(call(`c${(made += 1)}`, 'look')));
  const { agent } = setUp(circling, { maxRepeats: 3 });
  expect(await agent.run({ text: 'go' }, never)).toEqual({
    kind: 'failed',
    error: new QwenError(
      'budget',
      'Stopped: the model made the same tool calls with the same results 3 times in a row.',
    ),
  });
  expect(circling.requests).toHaveLength(3);
});

it('does not take the same call with another result for a circle', async () => {
  let looks = 0;
  const look = plainTool({
    name: 'look',
    execute: () => Promise.resolve({ status: 'ok', text: String((looks += 1)) }),
  });
  const again = (id: string) => calls(call(id, 'look'));
  const { agent } = setUp(plainModel(again('a'), again('b'), again('c'), says('done')), {
    maxRepeats: 2,
    list: [look],
  });
  expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'completed', text: 'done' });
});

it('cancels while the model speaks and keeps what it had said', async () => {
  const abort = new AbortController();
  const model = plainModel(async function* (): AsyncGenerator<{ type: 'text'; delta: string }> {
    yield { type: 'text', delta: 'half' };
    abort.abort();
    throw new QwenError('cancelled', 'Cancelled.');
  }, says('went on'));
  const { agent, events } = setUp(model);
  expect(await agent.run({ text: 'go' }, abort.signal)).toEqual({ kind: 'cancelled' });
  expect(agent.history()).toEqual([user('go'), said('half')]);
  expect(events.slice(-2).map(({ type }) => type)).toEqual(['assistant', 'end']);
  expect(await agent.run({ text: 'go on' }, never)).toEqual({ kind: 'completed', text: 'went on' });
});

it('cancels while a tool runs, with a valid history to go on from', async () => {
  const abort = new AbortController();
  const slow = plainTool({
    name: 'look',
    execute: (_args, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ status: 'cancelled', text: 'stopped' }));
        abort.abort();
      }),
  });
  const model = plainModel(calls(call('a', 'look'), call('b', 'look')), says('went on'));
  const { agent, events } = setUp(model, { list: [slow] });
  expect(await agent.run({ text: 'go' }, abort.signal)).toEqual({ kind: 'cancelled' });
  expect(events.at(-1)).toEqual({ type: 'end', outcome: { kind: 'cancelled' } });
  expect(model.requests).toHaveLength(1);
  await agent.run({ text: 'go on' }, never);
  expect(model.requests[1]?.messages.slice(1)).toEqual([
    user('go'),
    said('', call('a', 'look'), call('b', 'look')),
    noSuccess('cancelled', result('a', 'stopped')),
    noSuccess('cancelled', result('b', 'Cancelled before it began; it was not run.')),
    user('go on'),
  ]);
});

it('goes on with an answer that was cut off, from before it', async () => {
  const abort = new AbortController();
  const cutOff = async function* () {
    yield { type: 'text', delta: 'Half' } as const;
    abort.abort();
    throw new QwenError('cancelled', 'Cancelled.');
  };
  const model = plainModel(cutOff, says('Whole.'));
  const { agent, events } = setUp(model);
  expect(agent.mayGoOn()).toBe(false);
  await agent.run({ text: 'go' }, abort.signal);
  expect([agent.mayGoOn(), agent.history()]).toEqual([true, [user('go'), said('Half')]]);
  expect(await agent.goOn(never)).toEqual({ kind: 'completed', text: 'Whole.' });
  expect(agent.history()).toEqual([user('go'), said('Whole.')]);
  expect(model.requests[1]?.messages).toEqual([{ role: 'system', text: 'be good' }, user('go')]);
  expect(events.at(-1)).toEqual({ type: 'end', outcome: { kind: 'completed', text: 'Whole.' } });
  expect(agent.mayGoOn()).toBe(false);
});

it('goes on from the result of a call, also in a session that was taken up again', async () => {
  const history = [user('go'), said('', call('a', 'look')), result('a', 'seen')];
  const { agent } = setUp(plainModel(says('Done.')), { history });
  expect(agent.mayGoOn()).toBe(true);
  expect(await agent.goOn(never)).toEqual({ kind: 'completed', text: 'Done.' });
  expect(agent.history()).toEqual([...history, said('Done.')]);
});

it('makes no request for a run that is cancelled before it begins', async () => {
  const model = plainModel(says('no'));
  const { agent } = setUp(model);
  expect(await agent.run({ text: 'go' }, AbortSignal.abort())).toEqual({ kind: 'cancelled' });
  expect(model.requests).toEqual([]);
});

it('hands on retries, says who is asked, and ends with the error of the model', async () => {
  const error = new QwenError('model-api', '[API Error: 503 busy]');
  const model = plainModel(async function* () {
    yield { type: 'retry', attempt: 1, delayMs: 5, shown: 'busy' } as const;
    yield { type: 'retry', attempt: 1, delayMs: 0, shown: 'busy', next: 'other' } as const;
    throw error;
  });
  const { agent, events } = setUp(model);
  expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'failed', error });
  expect(events.slice(1)).toEqual([
    { type: 'request', model: 'plain' },
    { type: 'model-retry', attempt: 1, delayMs: 5, shown: 'busy' },
    { type: 'model-retry', attempt: 1, delayMs: 0, shown: 'busy', next: 'other' },
    { type: 'request', model: 'other' },
    { type: 'end', outcome: { kind: 'failed', error } },
  ]);
});

it.each<[what: string, options: Partial<AgentOptions>, code: string]>([
  [
    'a model that throws something else',
    {
      model: () =>
        plainModel(() => {
          throw new TypeError('secret');
        }),
    },
    'model-api',
  ],
  [
    'a host that throws',
    {
      tools: () => {
        throw new TypeError('secret');
      },
    },
    'io',
  ],
])('shows nothing of the error of %s', async (_what, options, code) => {
  const { agent } = setUp(plainModel(says('x')), options);
  const outcome = await agent.run({ text: 'go' }, never);
  expect(outcome).toMatchObject({
    kind: 'failed',
    error: { code, shown: 'Unexpected TypeError; run again with --debug for details.' },
  });
});

it('tells a model that ran into its length limit why its call does not parse', async () => {
  const model = plainModel([{ type: 'tool-call', call: call('a', 'look', '{"x') }, finish('length')], says('ok'));
  const { agent } = setUp(model);
  await agent.run({ text: 'go' }, never);
  expect(agent.history()[2]?.text).toContain('Your answer reached its length limit');
});

it('makes a broken history valid before it goes on from it', async () => {
  const model = plainModel(says('ok'));
  const { agent } = setUp(model, { history: [user('go'), said('', call('a', 'look'))] });
  await agent.run({ text: 'and?' }, never);
  expect(model.requests[0]?.messages.slice(1)).toEqual([
    user('go'),
    said('', call('a', 'look')),
    {
      ...result(
        'a',
        'Interrupted before a result came; whether it took effect is unknown. Check before doing it again.',
      ),
      unknown: {},
    },
    user('and?'),
  ]);
});

it('sends no system message when the prompt is empty', async () => {
  const model = plainModel(says('ok'));
  const { agent } = setUp(model, { systemPrompt: () => '' });
  await agent.run({ text: 'go' }, never);
  expect(model.requests[0]?.messages).toEqual([user('go')]);
});

it('keeps the unknown outcomes that a note tells of', async () => {
  const openOutcomes = [{ callId: 'i', tool: 'mcp__s__f', argumentsJson: '{}', recordId: 'mo_2' }];
  const told = [{ text: 'It reported.', openOutcomes }];
  const { agent, events } = setUp(plainModel(says('One.'), says('Two.')), {
    hear: () => Promise.resolve(told.shift()),
  });
  await agent.run({ text: 'go' }, never);
  expect(agent.history()[2]).toEqual({ role: 'user', text: 'It reported.', openOutcomes, repeats: {} });
  expect(events).toContainEqual({ type: 'note', text: 'It reported.', openOutcomes });
});

it('tells what its host has to tell without a message of the user, and does nothing when there is nothing', async () => {
  const told = [{ text: 'The build is done.' }];
  const { agent, events } = setUp(plainModel(says('Good.')), { hear: () => Promise.resolve(told.shift()) });
  expect(await agent.wake(never)).toEqual({ kind: 'completed', text: 'Good.' });
  expect(agent.history()).toEqual([{ ...user('The build is done.'), repeats: {} }, said('Good.')]);
  expect(events[0]).toEqual({ type: 'note', text: 'The build is done.' });
  const count = events.length;
  expect(await agent.wake(never)).toEqual({ kind: 'completed', text: '' });
  expect(events).toHaveLength(count);
});
