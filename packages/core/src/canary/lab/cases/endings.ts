/** Ends that are no loss, and the limit of replays. All of a tool that could be sent again, unless the case is about that. */
import { BOTH, type LabCase } from '../lab-case.js';
import { always, dies, inTurn, once, replayed } from './words.js';

const repeatable = {
  on: BOTH,
  tool: 'set_status_then_drop',
  annotations: { idempotentHint: true },
} as const;

const LIMIT_MS = 1_500;

const cancelled = { calls: 1, state: 'committed_once', client: 'cancelled' } as const;
const answered = { calls: 1, state: 'committed_once', client: 'tool_error', handshakes: 1 } as const;
const timedOut = { calls: 1, state: 'committed_once', client: 'timed_out', handshakes: 1 } as const;

export const endingCases: readonly LabCase[] = [
  {
    ...repeatable,
    id: 'limit/four-sends',
    title: 'dies every time: one delivery, three replays, no fourth',
    faults: always(dies),
    expect: { calls: 4, state: 'committed_once', client: 'connection_lost' },
  },
  {
    ...repeatable,
    id: 'limit/fourth-answers',
    title: 'dies three times, answers the last replay',
    faults: inTurn(dies, dies, dies),
    expect: replayed(4),
  },
  {
    ...repeatable,
    id: 'abort/in-flight',
    title: 'cancelled while the server works',
    faults: always({ kind: 'hang' }),
    move: { when: 'committed', act: 'cancel' },
    expect: cancelled,
  },
  {
    ...repeatable,
    id: 'abort/server-dies-too',
    title: 'cancelled, and the server dies at that moment',
    faults: once(dies),
    move: { when: 'committed', act: 'cancel' },
    expect: cancelled,
  },
  {
    ...repeatable,
    id: 'abort/while-reconnecting',
    title: 'cancelled between the loss and the replay',
    faults: once(dies),
    move: { when: 'reconnecting', act: 'cancel' },
    expect: cancelled,
  },
  {
    ...repeatable,
    id: 'answered/is-error',
    title: 'the tool answers with its own error',
    faults: once({ kind: 'is-error', text: 'The order is closed.' }),
    expect: answered,
  },
  {
    ...repeatable,
    id: 'answered/rpc-error',
    title: 'the server answers with an error that reads like a loss',
    faults: once({ kind: 'error', code: -32000, message: 'Connection closed' }),
    expect: answered,
  },
  {
    ...repeatable,
    id: 'answered/then-exit',
    title: 'the server answers and is gone in the same moment',
    faults: once({ kind: 'reply-then-exit' }),
    expect: { calls: 1, state: 'committed_once', client: 'success' },
  },
  {
    ...repeatable,
    id: 'answered/replay-is-error',
    title: 'the replay is answered with the tool’s own error',
    faults: inTurn(dies, { kind: 'is-error', text: 'The order is closed.' }),
    expect: { calls: 2, state: 'committed_once', client: 'tool_error' },
  },
  {
    ...repeatable,
    id: 'timeout/unsafe',
    title: 'no answer in time, no annotations',
    tool: 'increment_then_drop',
    annotations: undefined,
    gatesShut: true,
    faults: always({ kind: 'hang' }),
    limitMs: LIMIT_MS,
    expect: timedOut,
  },
  {
    ...repeatable,
    id: 'timeout/idempotent',
    title: 'no answer in time, idempotent',
    faults: always({ kind: 'hang' }),
    limitMs: LIMIT_MS,
    expect: timedOut,
  },
  {
    ...repeatable,
    id: 'timeout/read-only',
    title: 'no answer in time, read-only',
    tool: 'lookup',
    annotations: { readOnlyHint: true },
    faults: once({ kind: 'hang' }),
    limitMs: LIMIT_MS,
    expect: { ...timedOut, client: 'timed_out_read', state: 'unchanged' },
  },
];
