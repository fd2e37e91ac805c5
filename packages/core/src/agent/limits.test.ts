/** What may end a run before the model does: calls, time, and a goal that must be reached. */
import { describe, expect, it } from 'vitest';
import type { ToolCallRequest } from '../models/types.js';
import { QwenError } from '../shared/qwen-error.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { calls, plainModel, says, type PlainModel } from '../testing/plain-model.js';
import { plainTool } from '../testing/plain-tool.js';
import { perConversation } from './call-budget.js';
import { createAgent, type AgentGoal, type AgentOptions } from './create-agent.js';
import type { AgentEvent } from './events.js';

const call = (id: string): ToolCallRequest => ({ id, name: 'look', argumentsJson: '{}' });
const never = new AbortController().signal;

function setUp(model: PlainModel, options: Partial<AgentOptions>) {
  const events: AgentEvent[] = [];
  const agent = createAgent({
    model: () => model,
    tools: () => [plainTool({ name: 'look' })],
    systemPrompt: () => '',
    policy: () => ({
      mode: 'yolo',
      rules: { allow: [], ask: [], deny: [] },
      workspaceTrusted: true,
      dirs: { project: '/p', home: '/h' },
    }),
    approver: () => Promise.resolve({ behavior: 'deny', shown: 'no' }),
    emit: (event) => events.push(event),
    clock: createFakeClock(),
    ...options,
  });
  return { agent, events };
}

const ran = (events: readonly AgentEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'tool-start' ? [event.call.id] : []));

describe('the calls of a conversation', () => {
  const overspent = (limit: number) => ({
    kind: 'failed',
    error: new QwenError(
      'budget',
      `Stopped: the model wanted more than ${limit} tool calls (--max-tool-calls or model.maxToolCalls).`,
    ),
  });

  it('may all be made, and one more ends the run without being made', async () => {
    const model = plainModel(calls(call('a'), call('b')), says('done'), calls(call('c')));
    const { agent, events } = setUp(model, { callBudget: perConversation(2) });
    expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'completed', text: 'done' });
    expect(await agent.run({ text: 'more' }, never)).toEqual(overspent(2));
    expect(ran(events)).toEqual(['a', 'b']);
    expect(agent.history().at(-1)).toMatchObject({ callId: 'c', text: 'Not run: the limit of tool calls is reached.' });
  });

  it('may be none at all', async () => {
    const { agent, events } = setUp(plainModel(calls(call('a'))), { callBudget: perConversation(0) });
    expect(await agent.run({ text: 'go' }, never)).toEqual(overspent(0));
    expect(ran(events)).toEqual([]);
  });

  it('are counted together with another agent that has the same budget', async () => {
    const callBudget = perConversation(1);
    const first = setUp(plainModel(calls(call('a')), says('done')), { callBudget });
    const second = setUp(plainModel(calls(call('b'))), { callBudget });
    expect(await first.agent.run({ text: 'go' }, never)).toMatchObject({ kind: 'completed' });
    expect(await second.agent.run({ text: 'go' }, never)).toEqual(overspent(1));
  });

  it.each([[-1], [undefined]])('have no limit for %s', async (limit) => {
    const { agent } = setUp(plainModel(calls(call('a'), call('b')), says('done')), {
      callBudget: perConversation(limit),
      maxToolCallsPerTurn: 5,
    });
    expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'completed', text: 'done' });
  });
});

describe('the time of an answer', () => {
  const late = {
    kind: 'failed',
    error: new QwenError(
      'budget',
      'Stopped: the time limit of 1.5 s is reached (--max-wall-time or model.maxWallTimeSeconds).',
    ),
  };

  it('ends a run during a call, which has its result, and the next message has its own', async () => {
    const clock = createFakeClock();
    const slow = plainTool({
      name: 'look',
      execute: (_args, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ status: 'cancelled', text: 'Stopped.' }));
          void clock.advance(1_500);
        }),
    });
    const { agent, events } = setUp(plainModel(calls(call('a')), says('went on')), {
      clock,
      maxWallTimeMs: 1_500,
      tools: () => [slow],
    });
    expect(await agent.run({ text: 'go' }, never)).toEqual(late);
    expect(events.at(-1)).toEqual({ type: 'end', outcome: late });
    expect(agent.history().at(-1)).toMatchObject({ role: 'tool', callId: 'a', text: 'Stopped.' });
    expect(await agent.run({ text: 'go on' }, never)).toEqual({ kind: 'completed', text: 'went on' });
  });

  it('is no excuse for a run that its caller stopped first', async () => {
    const [clock, stop] = [createFakeClock(), new AbortController()];
    const model = plainModel(async function* () {
      stop.abort();
      await clock.advance(2_000);
      yield* [];
      throw new QwenError('cancelled', 'Cancelled.');
    });
    const { agent } = setUp(model, { clock, maxWallTimeMs: 1_500 });
    expect(await agent.run({ text: 'go' }, stop.signal)).toEqual({ kind: 'cancelled' });
  });

  it('lets go of its clock when the run ends in time', async () => {
    const clock = createFakeClock();
    const { agent } = setUp(plainModel(says('done')), { clock, maxWallTimeMs: 1_500 });
    expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'completed', text: 'done' });
    await clock.advance(5_000);
    expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'completed', text: 'done' });
  });
});

describe('a goal', () => {
  const goalOf = (reachedAfter: number) => {
    const seen = { starts: 0, asked: 0, reminders: 0 };
    const goal: AgentGoal = {
      start: () => void (seen.starts += 1),
      reached: () =>
        (seen.asked += 1) >= reachedAfter ? { kind: 'completed', text: '{}', structured: {} } : undefined,
      remind: () => {
        if ((seen.reminders += 1) > 1) throw new QwenError('model-api', 'It never did.');
        return 'You must look.';
      },
    };
    return { goal, seen };
  };

  it('ends the run as soon as it is reached', async () => {
    const { goal, seen } = goalOf(2);
    const model = plainModel(calls(call('a')), calls(call('b')), says('never asked'));
    const { agent } = setUp(model, { goal, callBudget: perConversation(2) });
    expect(await agent.run({ text: 'go' }, never)).toEqual({ kind: 'completed', text: '{}', structured: {} });
    expect([model.requests.length, seen.starts]).toEqual([2, 1]);
  });

  it('is recalled once to a model that stops short of it; then the run fails', async () => {
    const { goal } = goalOf(1);
    const model = plainModel(says('Here you are.'));
    const { agent } = setUp(model, { goal });
    expect(await agent.run({ text: 'go' }, never)).toEqual({
      kind: 'failed',
      error: new QwenError('model-api', 'It never did.'),
    });
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.messages.at(-1)).toEqual({ role: 'user', text: 'You must look.', repeats: {} });
  });
});
