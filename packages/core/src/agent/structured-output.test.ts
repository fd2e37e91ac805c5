import { expect, it } from 'vitest';
import type { ModelEvent, ToolCallRequest } from '../models/types.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { calls, plainModel, says } from '../testing/plain-model.js';
import { createAgent } from './create-agent.js';
import { createStructuredOutput } from './structured-output.js';

const SCHEMA = { properties: { count: { type: 'integer', minimum: 1 } }, required: ['count'] };
const never = new AbortController().signal;
const give = (id: string, json: string): readonly ToolCallRequest[] => [
  { id, name: 'structured_output', argumentsJson: json },
];

function setUp(...plays: readonly (readonly ModelEvent[])[]) {
  const { tool, goal } = createStructuredOutput(SCHEMA);
  const model = plainModel(...plays);
  const agent = createAgent({
    model: () => model,
    tools: () => [tool],
    systemPrompt: () => '',
    policy: () => ({
      mode: 'plan',
      rules: { allow: [], ask: [], deny: [] },
      workspaceTrusted: true,
      dirs: { project: '/p', home: '/h' },
    }),
    approver: () => Promise.resolve({ behavior: 'deny', shown: 'no' }),
    emit: () => {},
    clock: createFakeClock(),
    goal,
  });
  return { agent, model };
}

it('ends the run with the first arguments that fit the schema', async () => {
  const { agent, model } = setUp(calls(...give('a', '{"count":0}')), calls(...give('b', '{"count":2}')));
  expect(await agent.run({ text: 'count' }, never)).toEqual({
    kind: 'completed',
    text: '{"count":2}',
    structured: { count: 2 },
  });
  expect(model.requests).toHaveLength(2);
  expect(model.requests[0]?.tools.map(({ parameters }) => parameters)).toEqual([{ type: 'object', ...SCHEMA }]);
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({ text: expect.stringContaining('>= 1') as string });
});

it('tells a model that answers in words once, and fails clearly the second time', async () => {
  const { agent, model } = setUp(says('Two.'));
  expect(await agent.run({ text: 'count' }, never)).toMatchObject({
    kind: 'failed',
    error: {
      code: 'no-answer',
      shown:
        'The model did not give its answer through the tool structured_output, so there is no answer that fits the schema of --json-schema.',
    },
  });
  expect(model.requests).toHaveLength(2);
  expect(model.requests[1]?.messages.at(-1)).toEqual({
    repeats: {},
    role: 'user',
    text: 'Your answer was not taken: give it by calling the tool structured_output, with the whole answer as its arguments.',
  });
});

it('asks anew for each message', async () => {
  const { agent } = setUp(calls(...give('a', '{"count":1}')), says('no'), calls(...give('b', '{"count":2}')));
  expect(await agent.run({ text: 'count' }, never)).toMatchObject({ structured: { count: 1 } });
  expect(await agent.run({ text: 'again' }, never)).toMatchObject({ structured: { count: 2 } });
});
