import { expect, it } from 'vitest';
import type { LedgerEvent } from '../ledger.js';
import { labEvents, type LabEvent, type Mark } from './lab-events.js';
import type { LabTool } from './lab-case.js';

const start = (pid: number): LedgerEvent => ({ event: 'start', pid, cause: 'process', nonce: `n${pid}`, elders: [] });
const request = (generation: number, method: string): LedgerEvent => ({ event: 'request', generation, method, nth: 1 });
const connected = (generation: number): LedgerEvent[] => [
  start(generation),
  request(generation, 'initialize'),
  request(generation, 'tools/list'),
  request(generation, 'tools/list'),
];
const call = (generation: number, tool: LabTool, nth = 1): LedgerEvent => ({
  event: 'call',
  generation,
  tool,
  nth,
  id: 1,
  args: {},
  progress: false,
});
const commit = (generation: number, tool: LabTool, nth = 1): LedgerEvent => ({
  event: 'commit',
  generation,
  tool,
  nth,
  args: {},
});
const fault = (generation: number, tool: LabTool, kind: string, nth = 1): LedgerEvent => ({
  event: 'fault',
  generation,
  on: 'tools/call',
  tool,
  nth,
  kind,
});
const mark = (afterLines: number, event: LabEvent): Mark => ({ afterLines, event });

it('tells of a loss that is not repeated, and of the look-up after it', () => {
  const ledger = [
    ...connected(1),
    call(1, 'increment_then_drop'),
    commit(1, 'increment_then_drop'),
    fault(1, 'increment_then_drop', 'exit'),
    ...connected(2),
    call(2, 'lookup'),
  ];
  const marks = [
    mark(4, { type: 'call_made' }),
    mark(7, { type: 'told', result: 'unknown' }),
    mark(7, { type: 'lookup_made' }),
    mark(12, { type: 'lookup_told', answered: true }),
  ];
  expect(labEvents(ledger, marks, 'increment_then_drop')).toEqual([
    { type: 'process_started', process: 1 },
    { type: 'connecting', process: 1 },
    { type: 'listed', process: 1 },
    { type: 'call_made' },
    { type: 'call_arrived', process: 1, attempt: 1 },
    { type: 'committed', process: 1 },
    { type: 'connection_lost', process: 1, how: 'exit' },
    { type: 'told', result: 'unknown' },
    { type: 'lookup_made' },
    { type: 'process_started', process: 2 },
    { type: 'connecting', process: 2 },
    { type: 'listed', process: 2 },
    { type: 'lookup_arrived', process: 2 },
    { type: 'answered', process: 2 },
    { type: 'lookup_told', answered: true },
  ]);
});

it('tells a replayed read from the look-up after it', () => {
  const ledger = [
    ...connected(1),
    call(1, 'lookup'),
    fault(1, 'lookup', 'kill'),
    ...connected(2),
    call(2, 'lookup', 2),
    call(2, 'lookup', 3),
  ];
  const marks = [mark(11, { type: 'told', result: 'success' }), mark(11, { type: 'lookup_made' })];
  expect(labEvents(ledger, marks, 'lookup').filter(({ type }) => !['listed', 'connecting'].includes(type))).toEqual([
    { type: 'process_started', process: 1 },
    { type: 'call_arrived', process: 1, attempt: 1 },
    { type: 'connection_lost', process: 1, how: 'kill' },
    { type: 'process_started', process: 2 },
    { type: 'call_arrived', process: 2, attempt: 2 },
    { type: 'answered', process: 2 },
    { type: 'told', result: 'success' },
    { type: 'lookup_made' },
    { type: 'lookup_arrived', process: 2 },
    { type: 'answered', process: 2 },
  ]);
});

it.each<[string, string, LabEvent]>([
  ['an error of the tool', 'is-error', { type: 'answered', process: 1 }],
  ['an error of the protocol', 'error', { type: 'answered', process: 1 }],
  ['an answer before the exit', 'reply-then-exit', { type: 'answered', process: 1 }],
  ['silence', 'hang', { type: 'no_answer', process: 1 }],
  ['a page of a gateway', 'page', { type: 'connection_lost', process: 1, how: 'page' }],
])('ends a call with %s', (_name, kind, expected) => {
  const ledger = [
    call(1, 'set_status_then_drop'),
    commit(1, 'set_status_then_drop'),
    fault(1, 'set_status_then_drop', kind),
  ];
  expect(labEvents(ledger, [], 'set_status_then_drop')).toEqual([
    { type: 'call_arrived', process: 1, attempt: 1 },
    { type: 'committed', process: 1 },
    expected,
  ]);
});

it('answers after the effect when nothing goes wrong', () => {
  const ledger = [call(1, 'increment_then_drop'), commit(1, 'increment_then_drop')];
  expect(labEvents(ledger, [], 'increment_then_drop')).toEqual([
    { type: 'call_arrived', process: 1, attempt: 1 },
    { type: 'committed', process: 1 },
    { type: 'answered', process: 1 },
  ]);
});
