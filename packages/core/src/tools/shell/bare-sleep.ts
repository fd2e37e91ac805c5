/**
 * A command that does nothing but wait longer than this many seconds blocks the whole turn for nothing. Pure.
 */
export const MAX_SLEEP_SECONDS = 10;

const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

export function isLongBareSleep(command: string): boolean {
  const match = /^\s*sleep\s+(\d+(?:\.\d+)?|infinity)([smhd]?)\s*;?\s*$/.exec(command);
  if (match === null) return false;
  return match[1] === 'infinity' || Number(match[1]) * (SECONDS[match[2] ?? ''] ?? 1) > MAX_SLEEP_SECONDS;
}
