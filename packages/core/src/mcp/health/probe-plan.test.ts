import { expect, it } from 'vitest';
import { FIRST_PROBE, planProbe, type ProbeOutcome, type ProbePlan, type ProbeState } from './probe-plan.js';

const knowsPing: ProbeState = { ask: 'ping', pingKnown: true, misses: 0 };
const listsOnly: ProbeState = { ask: 'tools/list', pingKnown: false, misses: 0 };

it.each<[string, ProbeState, ProbeOutcome, ProbePlan]>([
  ['first ping answered', FIRST_PROBE, 'alive', { state: knowsPing, then: 'wait' }],
  ['first ping silent: asked for its tools at once', FIRST_PROBE, 'silent', { state: listsOnly, then: 'ask-now' }],
  ['lists its tools: asked for them from now on', listsOnly, 'alive', { state: listsOnly, then: 'wait' }],
  ['lists nothing either', listsOnly, 'silent', { state: { ...listsOnly, misses: 1 }, then: 'wait' }],
  ['again', { ...listsOnly, misses: 2 }, 'silent', { state: listsOnly, then: 'reconnect' }],
  ['used to answer pings', knowsPing, 'silent', { state: { ...knowsPing, misses: 1 }, then: 'wait' }],
  ['again', { ...knowsPing, misses: 1 }, 'silent', { state: { ...knowsPing, misses: 2 }, then: 'wait' }],
  ['at the threshold', { ...knowsPing, misses: 2 }, 'silent', { state: knowsPing, then: 'reconnect' }],
  ['back in time', { ...knowsPing, misses: 2 }, 'alive', { state: knowsPing, then: 'wait' }],
  ['disturbed', { ...knowsPing, misses: 2 }, 'disturbed', { state: { ...knowsPing, misses: 2 }, then: 'wait' }],
  ['disturbed at first', FIRST_PROBE, 'disturbed', { state: FIRST_PROBE, then: 'wait' }],
  ['nobody listens', FIRST_PROBE, 'unreachable', { state: FIRST_PROBE, then: 'reconnect' }],
  ['nobody listens any more', { ...knowsPing, misses: 1 }, 'unreachable', { state: knowsPing, then: 'reconnect' }],
])('%s', (_name, state, outcome, expected) => {
  expect(planProbe(state, outcome, 3)).toEqual(expected);
});

it('a threshold of one reconnects at the first silence', () => {
  expect(planProbe(knowsPing, 'silent', 1)).toEqual({ state: knowsPing, then: 'reconnect' });
});
