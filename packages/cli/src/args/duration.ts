/** A span of time as people write it on the command line: `90` and `30s` are seconds, `5m` minutes, `1.5h` hours. */
const UNIT_MS: Readonly<Record<string, number>> = { '': 1_000, s: 1_000, m: 60_000, h: 3_600_000 };

/** In ms; undefined for anything else, and for no time at all. */
export function durationMs(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smh]?)$/.exec(text.trim()) ?? [];
  const ms = Math.round(Number(amount) * (UNIT_MS[unit] ?? Number.NaN));
  return ms > 0 ? ms : undefined;
}
