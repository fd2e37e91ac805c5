import { expect, it } from 'vitest';
import type { Message } from '../../models/types.js';
import { endedAgents } from './ended-agents.js';

const result = (text: string, name = 'agent'): Message => ({ role: 'tool', callId: 'a', name, text });
const started = (id: string): Message =>
  result(`Started ${id} in the background. You are told its report when it is done.`);
const report = (id: string, did: string): Message => ({
  role: 'user',
  text: `<system-reminder>\nFrom qwen, not from the user.\n\nBackground agent ${id} (pay the bill) ${did}:\nText.\n</system-reminder>`,
});

it.each<[string, Message[], string | undefined]>([
  ['nothing was said', [], undefined],
  ['one is at work', [started('agent-1')], 'agent-1'],
  ['two are', [started('agent-1'), started('agent-2')], 'agent-1, agent-2'],
  ['one reported', [started('agent-1'), started('agent-2'), report('agent-1', 'completed')], 'agent-2'],
  ['all reported', [started('agent-1'), report('agent-1', 'stopped')], undefined],
  ['one reported and went on', [started('agent-1'), report('agent-1', 'reports and goes on')], 'agent-1'],
  ['a later one has its id', [started('agent-1'), report('agent-1', 'failed'), started('agent-1')], 'agent-1'],
  ['another tool says so', [result('Started agent-1 in the background.', 'read_file')], undefined],
])('%s', (_name, history, named) => {
  const text = endedAgents(history);
  expect(text?.replace(/^.*report of them: (.*)\. What.*$/s, '$1')).toBe(named);
});
