/** What the next process of the server declares, and what the operator trusts by then: every hop is decided afresh. */
import { BOTH, type LabCase } from '../lab-case.js';
import { dies, inTurn, once, unknown } from './words.js';

const IDEMPOTENT = { idempotentHint: true };

const died = {
  on: BOTH,
  tool: 'set_status_then_drop',
  annotations: IDEMPOTENT,
  faults: once(dies),
  expect: unknown(1),
} as const;

export const rediscoveryCases: readonly LabCase[] = [
  {
    ...died,
    id: 'rediscovery/loses-hints',
    title: 'the next process declares nothing',
    later: [{}],
  },
  {
    ...died,
    id: 'rediscovery/loses-trust',
    title: 'the server loses its trust while it is connected again',
    move: { when: 'reconnecting', act: 'distrust-server' },
    ownOnly: 'it has to read trust afresh during the call',
  },
  {
    ...died,
    id: 'rediscovery/loses-workspace-trust',
    title: 'the folder loses its trust while the server is connected again',
    move: { when: 'reconnecting', act: 'distrust-workspace' },
    expect: { ...unknown(1), lookup: 'none' },
    ownOnly: 'it has to read trust afresh during the call',
  },
  {
    ...died,
    id: 'rediscovery/contradicts',
    title: 'the next process contradicts itself',
    tool: 'increment_then_drop',
    annotations: { readOnlyHint: true },
    later: [{ annotations: { readOnlyHint: true, destructiveHint: true } }],
  },
  {
    ...died,
    id: 'rediscovery/gains-hints',
    title: 'only the next process declares that repeating is safe',
    tool: 'increment_then_drop',
    annotations: undefined,
    later: [{ annotations: IDEMPOTENT }],
    gatesShut: true,
    toldFirst: true,
  },
  {
    ...died,
    id: 'rediscovery/third-generation-unsafe',
    title: 'the third process no longer declares it: one replay, no second',
    faults: inTurn(dies, dies),
    later: [{ annotations: IDEMPOTENT }, { annotations: { idempotentHint: false } }],
    expect: unknown(2),
  },
];
