import { expect, it } from 'vitest';
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { plainTool } from '@qwen-code/qwen-code-core/testing/plain-tool.js';
import type { ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import type { WireRecord } from '../records.js';
import type { HostAnswer, HostChannel } from './host-channel.js';
import { createHostQuestions } from './host-questions.js';

const never = new AbortController().signal;

function scene(answer: HostAnswer) {
  const asked: WireRecord[] = [];
  const refused: unknown[] = [];
  const channel: HostChannel = {
    ask: async (request) => {
      asked.push(request);
      return answer;
    },
    open: () => {},
    settle: () => {},
    close: () => {},
    gone: never,
  };
  const questions = createHostQuestions({
    channel,
    answerWithinMs: () => 5_000,
    onRefused: (callId, interrupt) => refused.push([callId, interrupt]),
  });
  return { ...questions, asked, refused };
}

const says = (response: unknown): HostAnswer => ({ kind: 'answer', response });
const write = plainTool({ name: 'write_file', kind: 'edit' });
const question = plainTool({ name: 'ask_user_question', kind: 'question' });
const request = (tool: typeof write, args: ToolArguments) => ({ callId: 'call_1', tool, args });

it.each<[string, HostAnswer, unknown, unknown]>([
  ['allowed', says({ behavior: 'allow' }), { behavior: 'allow' }, []],
  [
    'allowed with another input',
    says({ behavior: 'allow', updatedInput: { content: 'y' } }),
    { behavior: 'allow', args: { content: 'y' } },
    [],
  ],
  [
    'refused',
    says({ behavior: 'deny', message: 'no', interrupt: true }),
    { behavior: 'deny', shown: 'no' },
    [['call_1', true]],
  ],
  ...(
    [
      ['failed', 'the program that drives qwen could not be asked about it.'],
      ['late', 'the program that drives qwen did not answer within 5 seconds.'],
      ['cancelled', 'the question about it was withdrawn.'],
      ['gone', 'the program that drives qwen can no longer be asked about it.'],
    ] as const
  ).map(([kind, why]): [string, HostAnswer, unknown, unknown] => [
    kind,
    { kind },
    { behavior: 'deny', shown: `write_file was not run: ${why}` },
    [['call_1', false]],
  ]),
])('%s', async (_name, answer, expected, refused) => {
  const at = scene(answer);
  expect([await at.approver(request(write, { content: 'x' }), never), at.refused]).toEqual([expected, refused]);
});

it.each<[string, unknown, ToolArguments]>([
  [
    'the answers of the host count',
    { behavior: 'allow', updatedInput: { questions: [], answers: { 0: 'blue' } } },
    { questions: [], answers: { 0: 'blue' } },
  ],
  ['what the model wrote in their place does not', { behavior: 'allow' }, { questions: [] }],
])('%s', async (_name, response, args) => {
  const at = scene(says(response));
  const answer = await at.approver(request(question, { questions: [], answers: { 0: 'red' } }), never);
  expect([answer, at.asked[0]?.['input']]).toEqual([{ behavior: 'allow', args }, { questions: [] }]);
});

const RECORD = { id: 'mo_1', at: '2026-01-02T03:04:05Z', intent: { server: 'shop', tool: 'order' } } as Outcome;
const FROZEN = {
  questions: [
    {
      question:
        'A call of order on MCP server "shop" at 2026-01-02T03:04:05Z had no answer: it may have been done (record mo_1). ' +
        'The model wants to make the same call. Send it again?',
      header: 'Unknown outcome',
      options: [
        { label: 'Do not send it', description: 'Find out first what became of the earlier call.' },
        { label: 'Send it again', description: 'If the earlier call was done, this does it a second time.' },
      ],
      multiSelect: false,
    },
  ],
  unknown_outcome: { record_id: 'mo_1', server: 'shop', tool: 'order', at: '2026-01-02T03:04:05Z' },
};
const answers = (label: string) => ({ behavior: 'allow', updatedInput: { ...FROZEN, answers: { 0: label } } });

it.each<[string, HostAnswer, 'send' | 'refuse']>([
  ['the choice to send it', says(answers('Send it again')), 'send'],
  ['the choice not to', says(answers('Do not send it')), 'refuse'],
  ['words', says(answers('yes')), 'refuse'],
  ['a host that allows whatever it is asked', says({ behavior: 'allow', updatedInput: FROZEN }), 'refuse'],
  ['a host that allows without a look', says({ behavior: 'allow' }), 'refuse'],
  ['a no', says({ behavior: 'deny', message: 'no' }), 'refuse'],
  ['no answer', { kind: 'late' }, 'refuse'],
])('a frozen call after %s', async (_name, answer, expected) => {
  const at = scene(answer);
  expect(await at.askFrozen(RECORD, never)).toBe(expected);
  expect(at.asked).toEqual([
    {
      subtype: 'can_use_tool',
      tool_name: 'ask_user_question',
      tool_use_id: 'mo_1',
      input: FROZEN,
      permission_suggestions: [],
      blocked_path: null,
    },
  ]);
});
