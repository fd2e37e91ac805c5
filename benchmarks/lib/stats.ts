/** The few numbers that stand for a list of samples. Pure. */

export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** undefined for an empty list: nothing was measured. */
export function summarise(samples: readonly number[]): Summary | undefined {
  if (samples.length === 0) return undefined;
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, min: at(0), max: at(sorted.length - 1) };
}

/** One ratio a pair of runs that stood next to each other, so that a slow minute of the machine hits both sides. */
export function pairRatios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.slice(0, theirs.length).map((value, index) => value / (theirs[index] ?? Number.NaN));
}

/** The smallest sample that at least this share of all does not exceed; undefined for none. */
export const quantile = (samples: readonly number[], share: number): number | undefined =>
  samples.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(samples.length * share) - 1)];
