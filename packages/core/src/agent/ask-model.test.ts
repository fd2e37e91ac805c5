import { describe, expect, it } from 'vitest';
import type { Message } from '../models/types.js';
import { QwenError } from '../shared/qwen-error.js';
import { plainModel, says } from '../testing/plain-model.js';
import { createHeadlessApprover } from '../scheduler/headless-approver.js';
import type { ApprovalPolicy } from '../scheduler/types.js';
import { requestMessages } from './ask-model.js';
import { createAgent } from './create-agent.js';
import type { AgentEvent } from './events.js';

const user = (text: string): Message => ({ role: 'user', text });
const spoken = (text: string): Message => ({ role: 'assistant', text, reasoning: '', toolCalls: [] });
const system: Message = { role: 'system', text: 's' };

it.each<[string, string | undefined, Message[], Message[]]>([
  ['s', undefined, [user('a')], [system, user('a')]],
  ['', undefined, [user('a')], [user('a')]],
  ['s', 'r', [user('a'), spoken('b'), user('c')], [system, user('r\n\na'), spoken('b'), user('c')]],
  ['s', 'r', [spoken('b')], [system, user('r'), spoken('b')]],
  ['s', 'r', [], [system, user('r')]],
])('%j and %j before the conversation', (prompt, reminder, history, expected) => {
  expect(requestMessages(prompt, reminder, history)).toEqual(expected);
});

describe('a request that is too long', () => {
  const policy: ApprovalPolicy = {
    mode: 'default',
    rules: { allow: [], ask: [], deny: [] },
    workspaceTrusted: true,
    dirs: { project: '/w', home: '/h' },
  };
  const refuses = () => {
    throw new QwenError('model-api', 'no', { status: 400, code: 'context_length_exceeded', message: 'too long' });
  };
  const talk = [user('a'), spoken('words '.repeat(500)), user('b'), spoken('words '.repeat(500))];

  async function run(model: ReturnType<typeof plainModel>) {
    const events: AgentEvent[] = [];
    const agent = createAgent({
      model: () => model,
      tools: () => [],
      systemPrompt: () => 's',
      policy: () => policy,
      approver: createHeadlessApprover(() => policy),
      emit: (event) => events.push(event),
      history: talk,
    });
    const outcome = await agent.run({ text: 'c' }, new AbortController().signal);
    return { outcome: outcome.kind, types: events.map(({ type }) => type), history: agent.history() };
  }

  it('is made once more with a summary', async () => {
    const model = plainModel(refuses, says('It was so.'), says('done'));
    const { outcome, types, history } = await run(model);
    expect([outcome, types]).toEqual([
      'completed',
      ['turn-start', 'request', 'side-request', 'compaction', 'request', 'text-delta', 'assistant', 'end'],
    ]);
    expect(history.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(model.requests).toHaveLength(3);
  });

  it('fails when it is refused again', async () => {
    const model = plainModel(refuses, says('It was so.'), refuses);
    const { outcome } = await run(model);
    expect([outcome, model.requests.length]).toEqual(['failed', 3]);
  });

  it('fails as it did when there is no summary', async () => {
    const model = plainModel(refuses);
    const { outcome, history } = await run(model);
    expect([outcome, model.requests.length, history]).toEqual(['failed', 2, [...talk, user('c')]]);
  });
});
