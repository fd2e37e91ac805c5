import type { Message } from '@qwen-code/qwen-code-core/models/types.js';
import { expect, it } from 'vitest';
import { rewind } from './rewind.js';
import type { UiCommandPorts } from './ui-command.js';

const point = { uuid: 'u1', text: 'pay it', at: '' };
const undone: Message[] = [
  { role: 'user', text: 'pay it' },
  { role: 'assistant', text: '', reasoning: '', toolCalls: [{ id: 'c', name: 'mcp__bank__pay', argumentsJson: '{}' }] },
  { role: 'tool', callId: 'c', name: 'mcp__bank__pay', text: 'unknown', unknown: { recordId: 'mo_1' } },
];

it('keeps a call of unknown outcome that is taken back, in the conversation and in its file', async () => {
  const recorded: unknown[] = [];
  const shown: unknown[] = [];
  const answers = [point, { conversation: true, files: [] }];
  const session = {
    points: () => [point],
    lookBack: () => ({ undone }),
    rewind: () => ({ history: [], undone }),
    event: (event: unknown) => recorded.push(event),
  };
  const ports = {
    sessions: { recorded: true, current: () => session, show: async (history: unknown) => void shown.push(history) },
    dialogs: { ask: async () => answers.shift() },
    wired: { desk: { restoreFiles: async () => [] }, session: () => ({ model: 'm' }) },
    ...{ clock: { now: () => 0 }, place: { cwd: '/p' }, print: () => {} },
    prompt: { state: () => ({ buffer: { text: '' } }), dispatch: () => {} },
  };
  await rewind.run('', ports as unknown as UiCommandPorts, new AbortController().signal);

  const openOutcomes = [{ callId: 'c', tool: 'mcp__bank__pay', argumentsJson: '{}', recordId: 'mo_1' }];
  const text = expect.stringContaining('record mo_1') as string;
  expect(recorded).toEqual([{ type: 'note', text, openOutcomes }]);
  expect(shown).toEqual([[{ role: 'user', text, repeats: {}, openOutcomes }]]);
});
