import { expect, it } from 'vitest';
import { FIRST_PROBE, planProbe, type ProbeOutcome, type ProbePlan, type ProbeState } from './probe-plan.js';

const knowsPing: ProbeState = { ask: 'ping', pingKnown: true, misses: 0 };
const listsOnly: ProbeState = { ask: 'tools/list', pingKnown: false, misses: 0 };
const rules = { failureThreshold: 3, suspect: false };

it.each<[string, ProbeState, ProbeOutcome, ProbePlan]>([
  ['first ping answered', FIRST_PROBE, 'alive', { state: knowsPing, then: 'wait' }],
  ['first ping silent: asked for its tools at once', FIRST_PROBE, 'silent', { state: listsOnly, then: 'ask-now' }],
  ['first ping rejected: the same', FIRST_PROBE, 'rejected', { state: listsOnly, then: 'ask-now' }],
  ['lists its tools: asked for them from now on', listsOnly, 'alive', { state: listsOnly, then: 'wait' }],
  ['lists nothing either', listsOnly, 'silent', { state: { ...listsOnly, misses: 1 }, then: 'wait' }],
  ['and again', { ...listsOnly, misses: 2 }, 'silent', { state: listsOnly, then: 'reconnect' }],
  ['used to answer pings', knowsPing, 'silent', { state: { ...knowsPing, misses: 1 }, then: 'wait' }],
  ['the second miss', { ...knowsPing, misses: 1 }, 'silent', { state: { ...knowsPing, misses: 2 }, then: 'wait' }],
  ['at the threshold', { ...knowsPing, misses: 2 }, 'silent', { state: knowsPing, then: 'reconnect' }],
  ['rejected while not suspect', knowsPing, 'rejected', { state: { ...knowsPing, misses: 1 }, then: 'wait' }],
  ['back in time', { ...knowsPing, misses: 2 }, 'alive', { state: knowsPing, then: 'wait' }],
  ['disturbed', { ...knowsPing, misses: 2 }, 'disturbed', { state: { ...knowsPing, misses: 2 }, then: 'wait' }],
  ['disturbed at first', FIRST_PROBE, 'disturbed', { state: FIRST_PROBE, then: 'wait' }],
])('%s', (_name, state, outcome, expected) => {
  expect(planProbe(state, outcome, rules)).toEqual(expected);
});

it.each<[string, ProbeState, ProbeOutcome, ProbePlan['then']]>([
  ['a rejected check is the second loss in a row', knowsPing, 'rejected', 'reconnect'],
  ['a server that may not know ping is asked for its tools first', FIRST_PROBE, 'rejected', 'ask-now'],
  ['which it must list', listsOnly, 'rejected', 'reconnect'],
  ['a slow one is given its time', knowsPing, 'silent', 'wait'],
  ['a lone lost exchange', knowsPing, 'alive', 'wait'],
])('after a lost exchange: %s', (_name, state, outcome, expected) => {
  expect(planProbe(state, outcome, { ...rules, suspect: true }).then).toBe(expected);
});

it('a threshold of one reconnects at the first silence', () => {
  expect(planProbe(knowsPing, 'silent', { failureThreshold: 1, suspect: false }).then).toBe('reconnect');
});
