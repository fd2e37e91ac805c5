/**
 * When the next try to connect comes, and when to stop trying. Pure.
 *
 * A loss is repaired with quick tries first, then with a growing back-off. A success does not reset the back-off by
 * itself: only a connection that stayed up does, so that a server which starts and falls over at once can't be started
 * for ever. Tries that somebody asked for (a call, a reconnect) come at once and are never refused.
 */
import { backoffMs } from '../../shared/backoff.js';

const QUICK_MS = [50, 100, 200, 400, 800] as const;
const LATER = { firstMs: 3_200, factor: 2, maxMs: 30_000 } as const;

/** At most this many tries in this time without being asked. */
export const TRY_BUDGET = { tries: 10, windowMs: 300_000 } as const;

/** Up for less than this, and the loss continues the same story. */
const STABLE_MS = 10_000;

export interface TryFacts {
  /** Tries since the server last stayed up. */
  readonly attempt: number;
  /** A caller wants it now. */
  readonly asked: boolean;
  /** It has been ready in this run, or its first failure may pass by itself. */
  readonly worthRetrying: boolean;
  /** When the tries of this server began, in ms, whoever asked for them. */
  readonly triesMs: readonly number[];
  readonly nowMs: number;
}

/** Milliseconds until the next try; undefined: give up until asked. */
export function nextTryMs(facts: TryFacts, random: () => number): number | undefined {
  if (facts.asked) return 0;
  if (!facts.worthRetrying || recentTries(facts.triesMs, facts.nowMs).length >= TRY_BUDGET.tries) return undefined;
  const quick = QUICK_MS[facts.attempt];
  return quick ?? backoffMs(facts.attempt - QUICK_MS.length + 1, LATER, random);
}

/** The tries that still count against the budget. */
export const recentTries = (triesMs: readonly number[], nowMs: number): number[] =>
  triesMs.filter((atMs) => nowMs - atMs < TRY_BUDGET.windowMs);

/** Whether the wait after this many tries is short enough for a caller to sit out. */
export const isQuick = (attempt: number): boolean => attempt < QUICK_MS.length;

export const wasStable = (openedMs: number, nowMs: number): boolean => nowMs - openedMs >= STABLE_MS;
