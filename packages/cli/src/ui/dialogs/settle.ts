/**
 * When a dialog may take a key as meant for it: once it has stood on the screen for a moment in which nobody typed. What came
 * before was meant for something else, so nothing typed ahead answers a question. Pure.
 */
export const SETTLE_MS = 400;

export interface SettleFacts {
  readonly paintedAtMs: number;
  /** When the last key was read. */
  readonly lastKeyMs: number;
  readonly nowMs: number;
}

/** How long it still takes; 0: it may. */
export function settleIn({ paintedAtMs, lastKeyMs, nowMs }: SettleFacts): number {
  return Math.max(0, Math.max(paintedAtMs, lastKeyMs) + SETTLE_MS - nowMs);
}
