import { expect, it } from 'vitest';
import { joinClasses, REPLAY_CLASSES, type ReplayClass } from './replay-class.js';

const R = 'read-only';
const I = 'idempotent-write';
const N = 'non-idempotent-write';
const U = 'unknown';

it.each<[ReplayClass, (ReplayClass | undefined)[]]>([
  // declared, then what counts when the team says nothing, R, I, N, U
  [R, [R, R, I, N, U]],
  [I, [I, I, I, N, U]],
  [N, [N, N, N, N, U]],
  [U, [U, U, U, N, U]],
])('a tool declared %s', (declared, expected) => {
  expect([undefined, ...REPLAY_CLASSES].map((team) => joinClasses(declared, team))).toEqual(expected);
});
