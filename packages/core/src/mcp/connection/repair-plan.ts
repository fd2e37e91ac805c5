/**
 * When the next try to connect comes, and when to stop trying. Pure.
 *
 * A loss is repaired with quick tries first, then with a growing back-off. A success does not reset the back-off by
 * itself: only a connection that stayed up does, so that a server which starts and falls over at once can't be started
 * for ever. While somebody waits the pauses stay short, and a try that somebody has just asked for comes at once.
 */
import { backoffMs } from '../../shared/backoff.js';

const QUICK_MS = [50, 100, 200, 400, 800] as const;
const LATER = { firstMs: 3_200, factor: 2, maxMs: 30_000 } as const;
const LONGEST_WANTED_MS = 800;

/** At most this many tries in this time without being asked. */
export const TRY_BUDGET = { tries: 10, windowMs: 300_000 } as const;

/** Up for less than this, and the loss continues the same story. */
const STABLE_MS = 10_000;

/** Who needs a server that has been down for so long waits for little more than a few quick tries. */
const PATIENCE = { longDownMs: 10_000, patienceMs: 1_600 } as const;

export interface TryFacts {
  /** Tries since it was last ready. */
  readonly attempt: number;
  /** Connections in a row that did not last. */
  readonly shortLives: number;
  /** Somebody has asked since the last try. */
  readonly asked: boolean;
  /** Somebody waits for it. */
  readonly wanted: boolean;
  /** A try starts nothing of ours: a remote server. */
  readonly isCheap: boolean;
  /** It has been ready in this run, or its first failure may pass by itself. */
  readonly worthRetrying: boolean;
  /** When the tries of this server began, in ms, whoever asked for them. */
  readonly triesMs: readonly number[];
  readonly nowMs: number;
}

/** Milliseconds until the next try; undefined: give up until asked. */
export function nextTryMs(facts: TryFacts, random: () => number): number | undefined {
  const { asked, wanted, isCheap, attempt, shortLives } = facts;
  if (asked) return 0;
  if (!facts.worthRetrying) return undefined;
  const isSpent = recentTries(facts.triesMs, facts.nowMs).length >= TRY_BUDGET.tries;
  if (isSpent && !(wanted && isCheap)) return undefined;
  if (wanted) return Math.min(pauseMs(attempt, random), LONGEST_WANTED_MS);
  return pauseMs(Math.max(attempt, shortLives - 1), random);
}

const pauseMs = (step: number, random: () => number): number =>
  QUICK_MS[step] ?? backoffMs(step - QUICK_MS.length + 1, LATER, random);

/** The tries that still count against the budget. */
export const recentTries = (triesMs: readonly number[], nowMs: number): number[] =>
  triesMs.filter((atMs) => nowMs - atMs < TRY_BUDGET.windowMs);

export const wasStable = (openedMs: number, nowMs: number): boolean => nowMs - openedMs >= STABLE_MS;

/** For so long a caller takes failed tries; a try that is under way is always waited for, within the caller's limit. */
export const patienceMs = (downMs: number): number =>
  downMs < PATIENCE.longDownMs ? Number.POSITIVE_INFINITY : PATIENCE.patienceMs;
