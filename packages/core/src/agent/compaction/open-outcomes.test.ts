import { expect, it } from 'vitest';
import type { Message } from '../../models/types.js';
import { openOutcomes, openOutcomesText } from './open-outcomes.js';

const asks = (id: string, name = 'mcp__shop__buy', args = '{"item":1}'): Message => ({
  role: 'assistant',
  text: '',
  reasoning: '',
  toolCalls: [{ id, name, argumentsJson: args }],
});
const unknown = (callId: string, recordId?: string): Message => ({
  role: 'tool',
  callId,
  name: 'mcp__shop__buy',
  text: 't',
  unknown: recordId === undefined ? {} : { recordId },
});
const BUY = { tool: 'mcp__shop__buy', argumentsJson: '{"item":1}' };

it('finds each call once, also those of an earlier compaction', () => {
  const first: Message = { role: 'user', text: 's', openOutcomes: [{ callId: '0', ...BUY, recordId: 'mo_0' }] };
  const fine: Message = { role: 'tool', callId: '2', name: 'mcp__shop__buy', text: 'ok' };
  const again: Message = { role: 'user', text: 's', openOutcomes: [{ callId: '1', ...BUY, recordId: 'mo_1' }] };
  expect(
    openOutcomes([first, asks('1'), unknown('1', 'mo_1'), asks('2'), fine, again, asks('3'), unknown('3')]),
  ).toEqual([
    { callId: '0', ...BUY, recordId: 'mo_0' },
    { callId: '1', ...BUY, recordId: 'mo_1' },
    { callId: '3', ...BUY },
  ]);
});

it('says which calls they are and that they must not be made again', () => {
  expect(openOutcomesText([])).toBe('');
  expect(
    openOutcomesText([
      { callId: '1', ...BUY, recordId: 'mo_1' },
      { callId: '2', tool: 'run_shell_command', argumentsJson: '' },
    ]),
  ).toBe(
    'Calls whose outcome is unknown. This list is kept by qwen itself. Each of these may have been carried out although no answer came. Do not make any of them again, and do not bring about the same effect in another way: verify the outcome first, by read-only means, and tell the user. `qwen mcp outcomes` lists them for a person.\n' +
      '- mcp__shop__buy (server shop, record mo_1, arguments {"item":1}): outcome unknown; do not repeat, verify.\n' +
      '- run_shell_command (arguments {}): outcome unknown; do not repeat, verify.',
  );
});
