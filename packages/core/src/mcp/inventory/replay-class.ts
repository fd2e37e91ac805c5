/**
 * What a tool does when it is called twice, in four words, and how two opinions of it are joined. Pure.
 * The team's opinion can only make a tool stricter: what the server did not declare repeatable stays that way.
 */
export const REPLAY_CLASSES = ['read-only', 'idempotent-write', 'non-idempotent-write', 'unknown'] as const;

/** From the safest to the strictest; the last two are never replayed. */
export type ReplayClass = (typeof REPLAY_CLASSES)[number];

export const isReplayClass = (value: unknown): value is ReplayClass => REPLAY_CLASSES.includes(value as ReplayClass);

export const isReplayable = (each: ReplayClass): boolean => each === 'read-only' || each === 'idempotent-write';

/** Whether the first is safer to repeat than the second. */
export const isSafer = (one: ReplayClass, other: ReplayClass): boolean =>
  REPLAY_CLASSES.indexOf(one) < REPLAY_CLASSES.indexOf(other);

/** The class that counts. Among the two that are never replayed the team's own word says more. */
export function joinClasses(declared: ReplayClass, team: ReplayClass | undefined): ReplayClass {
  if (team === undefined) return declared;
  if (!isReplayable(declared)) return isReplayable(team) ? declared : team;
  return isSafer(team, declared) ? declared : team;
}
