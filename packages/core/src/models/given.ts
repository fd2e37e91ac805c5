/** An empty string counts as not given, everywhere. */
export const given = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

export const firstGiven = (...values: readonly (string | undefined)[]): string | undefined =>
  values.find(given)?.trim();
