import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../ledger.js';
import { externalState, lookupAgrees } from './external-state.js';
import type { ExternalState, LabTool } from './lab-case.js';

const commit = (tool: LabTool, args: object = {}): LedgerEvent => ({
  event: 'commit',
  generation: 1,
  tool,
  nth: 1,
  args,
});
const increment = commit('increment_then_drop');
const paid = commit('set_status_then_drop', { key: 'a', status: 'paid' });
const open = commit('set_status_then_drop', { key: 'a', status: 'open' });

it.each<[string, LabTool, LedgerEvent[], ExternalState]>([
  ['nothing', 'increment_then_drop', [], 'not_committed'],
  ['another tool’s effect', 'increment_then_drop', [paid], 'not_committed'],
  ['one effect', 'increment_then_drop', [increment], 'committed_once'],
  ['three effects', 'increment_then_drop', [increment, increment, increment], 'committed_3_times'],
  ['the same status again', 'set_status_then_drop', [paid, paid, paid], 'committed_once'],
  ['there and back', 'set_status_then_drop', [paid, open, paid], 'committed_3_times'],
  ['a read', 'lookup', [increment], 'unchanged'],
])('%s', (_name, tool, ledger, expected) => {
  expect(externalState(ledger, tool)).toBe(expected);
});

describe('a look-up', () => {
  it.each<[string, string, boolean]>([
    ['that says the same', '{"counter":1,"statuses":{"a":"paid"}}', true],
    ['with another count', '{"counter":2,"statuses":{"a":"paid"}}', false],
    ['without the status', '{"counter":1,"statuses":{}}', false],
    ['that is no answer', 'The server is unavailable.', false],
  ])('%s', (_name, answer, expected) => {
    expect(lookupAgrees(answer, [increment, paid, paid])).toBe(expected);
  });
});
