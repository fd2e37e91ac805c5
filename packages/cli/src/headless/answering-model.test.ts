import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import { expect, it } from 'vitest';
import { createAnsweringModel } from './answering-model.js';

const asks = (model: string): AgentEvent => ({ type: 'request', model });
const says: AgentEvent = { type: 'text-delta', text: 'x' };
const inside = (callId: string, event: AgentEvent): AgentEvent => ({ type: 'subagent', callId, event });

it('names the model that was asked last in the conversation that the event is of', () => {
  const modelOf = createAnsweringModel();
  const events = [
    says,
    asks('first'),
    inside('a', asks('small')),
    inside('b', says),
    inside('b', asks('big')),
    inside('a', inside('b', asks('inner'))),
    says,
    inside('a', says),
    inside('b', says),
    asks('fallback'),
    says,
  ];
  expect(events.map((event) => modelOf(event))).toEqual([
    '',
    'first',
    'small',
    '',
    'big',
    'inner',
    'first',
    'small',
    'big',
    'fallback',
    'fallback',
  ]);
});
